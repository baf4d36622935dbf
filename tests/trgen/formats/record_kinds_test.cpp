// SPDX-License-Identifier: Apache-2.0
// Every kind of record of every format: a small trace is read without the record and with it, and the record must
// change what is replayed, be counted as left out, be refused, or be of a short list that has nothing to replay. The
// numbers and words that a format leaves free are walked too. The functions of DUMPI, the actions of time-independent
// traces and the operations of Dimemas are in catalogue_test.cpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/trgen/formats/capture/rank_files.hpp"
#include "tests/trgen/formats/clog2/clog2_log.hpp"
#include "tests/trgen/formats/otf2/otf2_archive.hpp"
#include "tests/trgen/formats/otf2/otf2_event_kinds.hpp"
#include "trgen/formats/alog/format.hpp"
#include "trgen/formats/catalogue.hpp"
#include "trgen/formats/otf2/library.hpp"
#include "trgen/record/omissions.hpp"

namespace record_kinds_test {

using namespace trgen;
using formats::clog2::layout::Type;

namespace {

/// What a reader makes of a trace: ranks, records and losses, or a refusal.
struct Reading {
  std::uint32_t ranks = 0;
  std::string records;
  std::vector<std::string> lost;
  std::string refused;

  bool operator==(const Reading&) const = default;
};

template <class Open>
Reading reading_of(const Open& open) {
  Reading made;
  try {
    const auto trace = open();
    for (const auto& rank : test::all_records(*trace)) {
      for (record::Record each : rank) {
        each.line = 0;
        made.records += fmt::format("{} {} {} {} {} {} {} {}\n", record::kind_name(each.kind), each.time_ns, each.peer,
                                    each.tag, each.communicator, each.bytes, each.received, each.state);
      }
    }
    made.ranks = trace->ranks();
    made.lost = test::lost(trace->losses());
    const record::Omissions account(*trace);
    for (const record::Omission& each : account.list()) {
      if (each.kind != record::Omission::Kind::lost) made.lost.push_back(fmt::format("{} {}", each.count, each.what));
    }
  } catch (const record::TraceError& error) {
    made.refused = error.what();
  }
  return made;
}

Reading reading_of_text(const std::string& content) {
  return reading_of([&] { return test::read_text(content); });
}

/// Whether the record has left a trace of its own: it is replayed, counted or refused.
bool is_accounted_for(const Reading& without, const Reading& with) { return !(without == with); }

// ---- one walk a format

void walk_otf2() {
  const auto with = [](void (*event)(OTF2_EvtWriter*)) {
    const test::ForeignArchive::Events rank_0 = [event](OTF2_EvtWriter* to) {
      OTF2_EvtWriter_Enter(to, nullptr, 1000, test::send_region);
      OTF2_EvtWriter_MpiSend(to, nullptr, 1002, 2, test::world_comm, 7, 100);
      if (event != nullptr) event(to);
      OTF2_EvtWriter_Leave(to, nullptr, 1006, test::send_region);
    };
    const test::Folder folder;
    const auto nothing = [](OTF2_EvtWriter*) {};
    test::ForeignArchive::write(folder / "k", "run", "x", {rank_0, nothing, nothing, nothing});
    return reading_of([&] { return formats::open_trace(folder / "k/run.otf2"); });
  };
  const Reading without = with(nullptr);
  REQUIRE(without.refused.empty());
  for (const test::OtfKind& kind : test::otf_kinds) {
    CAPTURE(kind.name);
    const bool marks = std::count(formats::otf2::markers.begin(), formats::otf2::markers.end(), kind.name) > 0;
    // Fields of zero: a request that was never posted is cancelled, and recording is neither switched on nor off.
    const bool empty = kind.name == "MpiRequestCancelled" || kind.name == "MeasurementOnOff";
    CHECK(is_accounted_for(without, with(kind.write)) == !(marks || empty));
  }
  const Reading off =
      with([](OTF2_EvtWriter* to) { OTF2_EvtWriter_MeasurementOnOff(to, nullptr, 1002, OTF2_MEASUREMENT_OFF); });
  CHECK(off.lost == std::vector<std::string>{"1 MeasurementOnOff (recording switched off) events"});
}

void walk_clog2() {
  const auto with = [](int type) {
    test::Clog2Log log;
    log.world().state(72, 144, 145, "MPI_Send");
    log.at(1e-6).event(144, 0).at(2e-6).message(-101, 0, 1, 7, 100);
    if (type >= 0) {
      log.text("", formats::clog2::layout::body_bytes[static_cast<std::size_t>(type)]).add(static_cast<Type>(type));
    }
    log.at(3e-6).event(145, 0);
    return reading_of_text(log.file());
  };
  const std::set<Type> describes{Type::state_definition, Type::event_definition, Type::constant, Type::communicator,
                                 Type::time_shift};  // the last one says what the merge has done to the times
  const Reading without = with(-1);
  REQUIRE(without.refused.empty());
  for (std::size_t type = 0; type < formats::clog2::layout::body_bytes.size(); ++type) {
    CAPTURE(type);
    if (static_cast<Type>(type) == Type::end_block) continue;  // the rest of the block is no log
    CHECK(is_accounted_for(without, with(static_cast<int>(type))) != describes.contains(static_cast<Type>(type)));
  }
  test::Clog2Log unknown;
  unknown.world().event(144, 0).add(static_cast<Type>(12));
  CHECK_FALSE(reading_of_text(unknown.file()).refused.empty());
}

void walk_alog() {
  const std::string before = "-3 0 0 2 0 0\n-13 0 11 12 0 0 red MPI_Barrier\n11 0 0 0 0 10\n";
  const std::string after = "12 0 0 0 0 30\n";
  const Reading without = reading_of_text(before + after);
  REQUIRE(without.refused.empty());
  for (int type = -130; type < 30; ++type) {
    CAPTURE(type);
    const bool describes = type < 0 && type >= formats::alog::event::last_known_header;
    const Reading with = reading_of_text(before + fmt::format("{} 0 0 1 0 20 5 64\n", type) + after);
    // The record says that there is one process, not two.
    const bool counts = type == formats::alog::event::processes;
    CHECK(is_accounted_for(without, with) == (!describes || counts));
  }
}

void walk_dim() {
  const std::string head = "#DIMEMAS:\"a.dim\":0:2(1,1),1,0\n";
  const std::string call = "2:0:0:1:-1:4096:7:1:0\n";
  const Reading without = reading_of_text(head + call);
  REQUIRE(without.refused.empty());
  // 0 is "no operation"; 'd:1' and 's' say communicators and places in the file.
  for (unsigned kind = 1; kind < 1000; ++kind) {
    CAPTURE(kind);
    CHECK(is_accounted_for(without, reading_of_text(head + call + fmt::format("{}:0:0:1:0:0:0:0\n", kind))));
  }
  for (char kind = 'a'; kind <= 'z'; ++kind) {
    CAPTURE(kind);
    if (kind == 's') continue;
    CHECK(is_accounted_for(without, reading_of_text(head + call + fmt::format("{}:2:0:1\n", kind))));
  }
  const std::string sddf = "SDDFA;;\n\"NX send\" { 0, 0, 1, 64, 3, 0, 0 };;\n";
  const Reading plain = reading_of_text(sddf);
  REQUIRE(plain.refused.empty());
  for (const char* const name : {"CPU burst", "NX send", "NX recv", "global OP", "user event", "block begin",
                                 "1sided OP", "file definition", "user event definition", "file op", "IO record"}) {
    CAPTURE(name);
    const std::string fields = std::string(name) == "CPU burst" ? "0, 0, 1" : "0, 0, 1, 64, 3, 0, 0, 0";
    CHECK(is_accounted_for(plain, reading_of_text(sddf + fmt::format("\"{}\" {{ {} }};;\n", name, fields))));
  }
}

void walk_goal() {
  const auto with = [](const std::string& statement) {
    return reading_of_text("num_ranks 2\nrank 0 {\na: send 8b to 1\n" + statement + "\n}\n");
  };
  const Reading without = with("");
  REQUIRE(without.refused.empty());
  for (const char* const statement :
       {"calc 5", "send 9b to 1", "recv 9b from 1", "recv 9b from -1", "recv 9b from 1 tag 4294967295",
        "send 9b to 1 "
        "cpu 3",
        "put 9b to 1", "call 5", "loop 5", "a needs a", "b requires a", "b: calc 5 b irequires a"}) {
    CAPTURE(statement);
    CHECK(is_accounted_for(without, with(statement)));
  }
  // A rank that goes on when a receive has been posted, not ended, is one that trgen makes wait.
  const Reading start = with("r: recv 9b from 1 c: calc 5 c irequires r");
  CHECK(start.lost == std::vector<std::string>{"1 statements that need not have waited for the one before them"});
  CHECK(with("r: recv 9b from 1 c: calc 5 c requires r").lost.empty());
}

void walk_trc() {
  const std::string burst = "c 0 5\n";
  const Reading without = reading_of_text(burst);
  REQUIRE(without.refused.empty());
  for (int kind = '!'; kind <= '~'; ++kind) {
    CAPTURE(kind);
    if (kind == '#') continue;
    for (const char* const fields : {"0 7", "0 1 2 64"}) {
      const std::string line = fmt::format("{} {}\n", static_cast<char>(kind), fields);
      CHECK(is_accounted_for(without, reading_of_text(burst + line)));
    }
  }
}

void walk_text() {
  const std::string send = "0 10 MS 1 7 0 100\n";
  const Reading without = reading_of_text(send);
  REQUIRE(without.refused.empty());
  for (char first = 'A'; first <= 'Z'; ++first) {
    for (char second = 'A'; second <= 'Z'; ++second) {
      const std::string kind{first, second};
      CAPTURE(kind);
      const bool state = first == 'S';
      const std::string line = fmt::format("0 20 {} {}\n", kind, state ? "MPI_Send" : "1 7 0 100");
      CHECK(is_accounted_for(without, reading_of_text(send + line)));
    }
  }
}

/// A container holds the records of a text with all that a record can have.
void walk_container() {
  const std::string text =
      "#ranks 2\n0 1 SS MPI_Probe ANY_SOURCE\n0 2 SE MPI_Probe\n0 3 SS MPI_Bcast communicator=0 root=1 sent=8 "
      "received=9\n"
      "0 4 MS 1 7 0 100\n0 5 MR 1 7 0 64 any=both match=2\n0 6 SE MPI_Bcast\n";
  const auto trace = test::read_text(text);
  const test::Folder folder;
  formats::write_trace(*trace, folder / "all.trgen");
  CHECK(test::as_text(*formats::open_trace(folder / "all.trgen")) == test::as_text(*trace));
}

void walk_capture() {
  const auto with = [](int kind) {
    const test::Folder folder;
    auto file = test::started_rank(0, 1);
    file.name("MPI_Put");
    file.start("MPI_Send").send(0, 7, 0, 8).end("MPI_Send");
    if (kind >= 0) {
      file.put({.time = file.time, .kind = static_cast<std::uint8_t>(kind), .state = 1, .peer = 0, .bytes = 3});
    }
    file.start("MPI_Finalize").end("MPI_Finalize").save(folder);
    return reading_of([&] { return test::open_capture(folder); });
  };
  const Reading without = with(-1);
  REQUIRE(without.refused.empty());
  const std::set<int> describes{TRGEN_NAME, TRGEN_COMMUNICATOR, TRGEN_NOTE};
  for (int kind = 0; kind < 256; ++kind) {
    CAPTURE(kind);
    CHECK((is_accounted_for(without, with(kind)) || describes.contains(kind)));
  }
}

struct Walk {
  std::string_view format;
  void (*walk)();  ///< null: catalogue_test.cpp, or the tests of the format
};
constexpr auto walks = std::to_array<Walk>({{"otf2", &walk_otf2},
                                            {"clog2", &walk_clog2},
                                            {"alog", &walk_alog},
                                            {"dim", &walk_dim},
                                            {"goal", &walk_goal},
                                            {"trc", &walk_trc},
                                            {"text", &walk_text},
                                            {"container", &walk_container},
                                            {"loops", nullptr},
                                            {"scalatrace", nullptr},
                                            {"capture", &walk_capture},
                                            {"chakra", nullptr},
                                            {"goal-binary", nullptr},
                                            {"dumpi", nullptr},
                                            {"ti", nullptr}});

}  // namespace

TEST_CASE("every kind of record of every format of the catalogue is replayed, counted, refused or has nothing to say") {
  for (const formats::FormatEntry& format : formats::formats) {
    CAPTURE(format.name);
    const auto* const found =
        std::find_if(walks.begin(), walks.end(), [&](const Walk& each) { return each.format == format.name; });
    REQUIRE_MESSAGE(found != walks.end(), "no walk over the record kinds of format " << format.name);
    if (found->walk != nullptr) found->walk();
  }
  CHECK(walks.size() == formats::formats.size());
}

TEST_CASE("the walk over OTF2 has every event that the installed library can write") {
  std::ifstream file(FSIN_OTF2_EVENT_HEADER);
  REQUIRE(file.good());
  const std::string header(std::istreambuf_iterator<char>(file), {});
  const std::regex declaration("OTF2_EvtWriter_([A-Za-z]+)\\( OTF2_EvtWriter\\*\\s+writer,\\s+OTF2_AttributeList\\*");
  std::set<std::string> declared;
  for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end; ++at) {
    declared.insert((*at)[1]);
  }
  std::set<std::string> walked;
  for (const test::OtfKind& kind : test::otf_kinds) walked.emplace(kind.name);
  CHECK(walked == declared);
}

}  // namespace record_kinds_test
