// SPDX-License-Identifier: Apache-2.0
// CLOG-2: what MPE2 writes is read to the counts of its own tools, and what is written is read back.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/trgen/formats/clog2/clog2_log.hpp"
#include "tests/trgen/formats/exchange_tools.hpp"

namespace clog2_test {

using namespace trgen;
using formats::clog2::layout::Type;
using Log = test::Clog2Log;

namespace {

using record::Kind;

std::string text_of(const std::string& bytes) {
  const std::string text = test::as_text(*test::read_text(bytes));
  return text.substr(text.find("#ranks 2\n") + 9);
}

}  // namespace

TEST_CASE("a log of MPE2 is read: states, messages, receives within the wait that completed them") {
  for (const bool big : {true, false}) {
    CAPTURE(big);
    Log log(big);
    log.world();
    log.at(1e-6).event(144, 0).at(2e-6).message(-101, 0, 1, 7, 100).at(3e-6).event(145, 0);
    log.at(1e-6).event(212, 1).at(4e-6).event(502, 1).message(-102, 1, 0, 7, 100).at(5e-6).event(503, 1).at(6e-6);
    log.event(213, 1).event(-9, 1);
    log.state(72, 144, 145, "MPI_Isend").state(106, 212, 213, "MPI_Waitall").state(251, 502, 503, "MPE_Irecv_waited");
    const std::string bytes = log.file();
    CHECK(text_of(bytes) ==
          "#clock wall\n"
          "#communicator 0 0-1\n#lost 1 states MPE_Irecv_waited (what is in them is kept)\n#lost 1 events -9\n"
          "0 1000 SS MPI_Isend\n0 2000 MS 1 7 0 100\n0 3000 SE MPI_Isend\n"
          "1 1000 SS MPI_Waitall\n1 4000 MR 0 7 0 100\n1 6000 SE MPI_Waitall\n");
    CHECK(test::lost(test::read_text(bytes)->losses()) ==
          std::vector<std::string>{"1 states MPE_Irecv_waited (what is in them is kept)", "1 events -9"});
  }
}

TEST_CASE("ranks within communicators become those of MPI_COMM_WORLD") {
  Log log;
  log.world().communicator(100, 5, 0, 1).communicator(100, 5, 1, 0);
  log.message(-101, 0, 1, 3, 8, 5, 5).message(-102, 1, 0, 3, 8, 5, 5);
  CHECK(text_of(log.file()) ==
        "#clock wall\n#communicator 0 0-1\n#communicator 5 1,0\n0 0 MR 1 3 5 8\n1 0 MS 0 3 5 8\n");
}

TEST_CASE("the sizes at the end of an Alltoall are those of its start") {
  Log log;
  log.world().event(6, 0).number(7).number(0);
  std::string cargo(32, '\0');
  cargo[2] = 1;
  cargo[7] = 5;
  log.text(cargo, 32).add(Type::cargo_event);
  log.state(3, 6, 7, "MPI_Alltoall", "send_msg_sz/p=%d, recv_msg_sz/p=%d.");
  CHECK(text_of(log.file()) ==
        "#clock wall\n#communicator 0 0-1\n0 0 SS MPI_Alltoall communicator=0 sent=512 received=10\n0 0 SE "
        "MPI_Alltoall\n");
}

TEST_CASE("times before zero move the whole log") {
  Log log;
  log.world().at(-2e-6).event(144, 0).at(3e-6).event(145, 0).state(72, 144, 145, "MPI_Isend");
  CHECK(text_of(log.file()).ends_with("0 0 SS MPI_Isend\n0 5000 SE MPI_Isend\n"));
}

TEST_CASE("user states are named as lost, what is in them is kept") {
  Log log;
  log.world().event(600, 0).event(10, 0).event(11, 0).event(601, 0).event(600, 1).event(601, 1);
  log.state(5, 10, 11, "MPI_Barrier").state(300, 600, 601, "my work");
  const std::string bytes = log.file();
  CHECK(text_of(bytes).ends_with("0 0 SS MPI_Barrier\n0 0 SE MPI_Barrier\n"));
  CHECK(test::lost(test::read_text(bytes)->losses()) ==
        std::vector<std::string>{"2 states my_work (what is in them is kept)"});
}

TEST_CASE("damaged logs are told with record and byte") {
  Log log;
  log.world().event(10, 0).event(11, 0).state(5, 10, 11, "MPI_Barrier");
  const std::string good = log.file();
  CHECK(test::fault_of(good).empty());
  CHECK(test::fault_of(log.file("CLOG-02.43")) ==
        "t.txt: version \"CLOG-02.43\" is not read, only CLOG-02.44; convert it with the clog2 tools of MPE2");
  for (std::size_t size = 20; size < good.size(); size += 7) {
    CAPTURE(size);
    const std::string said = test::fault_of(good.substr(0, size));
    // The garbage behind the end of the log may be missing.
    if (size >= 1024 + log.records().size() + 24) continue;
    CHECK(said.starts_with("t.txt: "));
    CHECK(said.ends_with("; copy or make the file again"));
  }
  std::string bad = good;
  bad[1024 + 23] = 77;
  CHECK(test::fault_of(bad) == "t.txt: record type 77 is unknown (record 1, byte 1024); copy or make the file again");
}

TEST_CASE("the log of MPE2 that is bundled has the records that its own tools count") {
  const auto trace = formats::open_trace(FSIN_SOURCE_DIR "/tests/trgen/data/stencil2d-4.clog2.zst");
  CHECK(trace->ranks() == 4);
  std::array<std::uint64_t, 4> kinds{};
  std::uint64_t bytes = 0;
  for (const auto& rank : test::all_records(*trace)) {
    for (const auto& each : rank) {
      ++kinds[static_cast<std::size_t>(each.kind)];
      bytes += each.kind == Kind::send ? each.bytes : 0;
    }
  }
  // clog2_print counts 1084 bare events, 320 of them MPE_Irecv_waited and 4 MPE_Comm_finalize, and 320 messages.
  CHECK(kinds == std::array<std::uint64_t, 4>{380, 380, 160, 160});
  CHECK(bytes == 160 * 128);
  CHECK(test::lost(trace->losses()) == std::vector<std::string>{"160 states MPE_Irecv_waited (what is in them is kept)",
                                                                "4 events MPE_Comm_finalize"});
}

TEST_CASE("text -> container -> CLOG-2 -> text keeps every line") {
  const std::string text =
      "#insee-trace 1\n#ranks 4\n#clock cpu\n#communicator 0 0-3\n#communicator 9 3,1\n"
      "0 0 SS MPI_Init\n0 999999999 SE MPI_Init\n0 1000000001 SS MPI_Send\n0 1000000002 MS 1 5 0 100\n"
      "0 1000000002 MS 0 -7 4000000000 0\n0 2251799813685247 SE MPI_Send\n"
      "1 0 SS MPI_Recv\n1 5 MR 0 5 0 100\n1 6 MS 3 2 9 12\n1 6 SE MPI_Recv\n"
      "2 7 SS MPI_Neighbor_alltoall\n2 8 SE MPI_Neighbor_alltoall\n"
      "3 1 MR 1 2 9 12\n3 2 MS 2 0 9 1\n";
  const test::Folder folder;
  formats::write_trace(*test::read_text(text), folder / "t.trgen");
  const auto losses = formats::write_trace(*formats::open_trace(folder / "t.trgen"), folder / "t.clog2");
  // Rank 2 is no member of communicator 9.
  CHECK(test::lost(losses) == std::vector<std::string>{"1 messages whose communicator does not have both ranks"});
  formats::write_trace(*formats::open_trace(folder / "t.clog2"), folder / "again.txt");
  std::string expected = text;
  expected.replace(expected.find("MS 2 0 9 1\n"), 11, "MS 2 0 0 1\n");
  CHECK(test::read_file(folder / "again.txt") == expected);
}

TEST_CASE("the written log is laid out in whole blocks, the table of communicators where the preamble says") {
  const std::string bytes = test::written_as(*test::read_text(test::random_text(8, 20000)), "t.clog2");
  const std::size_t field = bytes.find("commtable_fptr=") + 16;
  const std::uint64_t giga = std::strtoull(&bytes[field], nullptr, 10);
  const std::size_t unit = field + std::string(&bytes[field]).size() + 1;
  const std::uint64_t rest = std::strtoull(&bytes[unit + std::string(&bytes[unit]).size() + 1], nullptr, 10);
  const std::uint64_t table = giga * (std::uint64_t{1} << 30) + rest;
  CHECK((table - 1024) % 65536 == 0);
  CHECK(table > 65536 * 10);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < 4; ++i) count = count << 8 | static_cast<unsigned char>(bytes[table + i]);
  CHECK(bytes.size() == table + 4 + 40 * count);
  // Records stand in order of time.
  double before = 0;
  bool sorted = true;
  for (std::size_t block = 1024; block < table; block += 65536) {
    for (std::size_t at = block;;) {
      const auto number = [&](std::size_t from, int size) {
        std::uint64_t value = 0;
        for (int i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[from++]);
        return value;
      };
      const auto time = std::bit_cast<double>(number(at, 8));
      const auto type = number(at + 20, 4);
      sorted = sorted && time >= before;
      before = time;
      if (type < 2) break;
      at += formats::clog2::layout::header_bytes + formats::clog2::layout::body_bytes[type];
    }
  }
  CHECK(sorted);
}

TEST_CASE("what CLOG-2 cannot carry is counted") {
  const std::string text =
      "#insee-trace 1\n#ranks 2\n#incomplete 1 killed\n0 0 SS MPI_Bcast communicator=0 root=1 sent=0 received=8\n"
      "0 1 SE MPI_Bcast\n0 2 SS phase\n0 2 MS 1 0 0 5000000000\n0 9007199254740993 SE phase\n"
      "1 0 MR 0 0 0 5000000000 any=source match=1\n";
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*test::read_text(text), folder / "t.clog2")) ==
        std::vector<std::string>{"1 marks of ANY_SOURCE and ANY_TAG", "1 notes of incomplete ranks",
                                 "1 facts of collectives (communicator, root, bytes)",
                                 "2 bytes of messages beyond 2 GiB", "1 last digits of times beyond 26 days",
                                 "1 states that are no MPI functions (readers take them for the user's)"});
}

}  // namespace clog2_test
