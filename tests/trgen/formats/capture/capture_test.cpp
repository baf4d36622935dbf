// SPDX-License-Identifier: Apache-2.0
// Folders of rank files as traces.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/trgen/formats/capture/rank_files.hpp"
#include "trgen/formats/capture/exit_words.hpp"

namespace capture_test {

using namespace trgen;
using test::RankFile;
using test::started_rank;

namespace {

/// Ranks 0 and 1 exchange one message of 8 bytes; both end well.
void save_exchange(const test::Folder& folder) {
  auto first = started_rank(0, 2);
  first.time = 110;
  first.start("MPI_Send").send(1, 7, 0, 8);
  first.time = 115;
  first.end("MPI_Send").save(folder);
  auto second = started_rank(1, 2);
  second.time = 50;
  second.start("MPI_Recv").receive(0, 7, 0, 8, 1, TRGEN_ANY_SOURCE | TRGEN_ANY_TAG).end("MPI_Recv").save(folder);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a capture reads as the trace that its ranks recorded") {
  const test::Folder folder;
  save_exchange(folder);
  const auto trace = test::open_capture(folder);
  CHECK(test::as_text(*trace) ==
        "#insee-trace 1\n#ranks 2\n#clock cpu\n#communicator 0 0-1\n"
        "# extended trace: the messages of collectives stand inside their states\n"
        "0 0 SS MPI_Init\n0 10 SE MPI_Init\n0 110 SS MPI_Send\n0 110 MS 1 7 0 8\n0 115 SE MPI_Send\n"
        "1 0 SS MPI_Init\n1 10 SE MPI_Init\n1 50 SS MPI_Recv\n1 50 MR 0 7 0 8 any=both\n1 50 SE MPI_Recv\n");
  CHECK(trace->records(0) == 5);
  CHECK(trace->digest().starts_with("xxh64:"));
}

TEST_CASE("the facts of a collective and what was not captured come through") {
  const test::Folder folder;
  auto file = started_rank(0, 3);
  file.communicator(1, 1, {0, 1, 2});
  const std::uint16_t bcast = file.name("MPI_Bcast");
  file.put({.time = 20,
            .kind = TRGEN_SS,
            .flags = TRGEN_COLLECTIVE,
            .state = bcast,
            .peer = 2,
            .communicator = 1,
            .bytes = 40,
            .extra = 50});
  file.time = 30;
  file.end("MPI_Bcast");
  file.put({.kind = TRGEN_NOT_CAPTURED, .state = file.name("MPI_Put"), .bytes = 12, .extra = 4096});
  file.note("MPICH 4.0.2").note("");
  file.save(folder);
  auto other = started_rank(1, 3);
  other.put({.kind = TRGEN_NOT_CAPTURED, .state = other.name("MPI_Put"), .bytes = 1, .extra = 4});
  other.note("MPICH 4.0.2").save(folder);
  started_rank(2, 3).save(folder);
  const std::string text = test::as_text(*test::open_capture(folder));
  CHECK(has(text, "\n0 20 SS MPI_Bcast communicator=1 root=2 sent=40 received=50\n"));
  CHECK(has(text, "\n#not-captured MPI_Put 13 4100\n"));
  CHECK(text.find("# MPICH 4.0.2\n") == text.rfind("# MPICH 4.0.2\n"));
}

TEST_CASE("communicators are numbered alike by all ranks: by context and members, whatever numbers the ranks gave") {
  const test::Folder folder;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    auto file = started_rank(rank, 4);
    const std::vector<std::uint32_t> half =
        rank < 2 ? std::vector<std::uint32_t>{0, 1} : std::vector<std::uint32_t>{3, 2};
    // The two halves of a split share MPICH's context 16; rank 1 meets the collective one first and under another
    // number.
    const std::uint32_t shift = rank == 1 ? 5 : 1;
    file.communicator(shift + 1, 17, half).communicator(shift, 16, half);
    file.start("MPI_Sendrecv");
    file.send(rank ^ 1U, 0, shift, 4).receive(rank ^ 1U, 0, shift, 4, 1);
    file.send(rank ^ 1U, 0, shift + 1, 4).receive(rank ^ 1U, 0, shift + 1, 4, 2);
    file.end("MPI_Sendrecv").save(folder);
  }
  const auto trace = test::open_capture(folder);
  const auto records = test::all_records(*trace);
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    CAPTURE(rank);
    CHECK(records[rank][3].communicator == (rank < 2 ? 2 : 4));
    CHECK(records[rank][5].communicator == (rank < 2 ? 3 : 5));
  }
  CHECK(trace->notes().communicators == std::vector<record::Communicator>{{0, {0, 1, 2, 3}}, {2, {0, 1}}, {4, {3, 2}}});
}

TEST_CASE("MPI_COMM_WORLD is number 0 even where a copy of it is used first") {
  const test::Folder folder;
  RankFile file(0, 1);
  file.communicator(0, 32, {0}).communicator(1, 0, {0});
  file.start("MPI_Isend").send(0, 0, 0, 1).send(0, 0, 1, 2).end("MPI_Isend").save(folder);
  const auto records = test::all_records(*test::open_capture(folder))[0];
  CHECK(records[1].communicator == 2);
  CHECK(records[2].communicator == 0);
}

TEST_CASE("receives that were completed in another order than posted say which message they take") {
  const test::Folder folder;
  auto sender = started_rank(0, 2);
  sender.start("MPI_Send");
  for (std::uint64_t i = 1; i <= 4; ++i) sender.send(1, 7, 0, i).send(1, 8, 0, i);
  sender.end("MPI_Send").save(folder);
  auto receiver = started_rank(1, 2);
  receiver.start("MPI_Waitsome");
  receiver.receive(0, 7, 0, 1, 1).receive(0, 7, 0, 3, 5).receive(0, 7, 0, 2, 3).receive(0, 7, 0, 4, 7);
  receiver.receive(0, 8, 0, 1, 2).receive(0, 8, 0, 2, 4).receive(0, 8, 0, 3, 6).receive(0, 8, 0, 4, 8);
  receiver.end("MPI_Waitsome").save(folder);
  const auto records = test::all_records(*test::open_capture(folder))[1];
  std::vector<std::uint64_t> matches;
  for (const auto& each : records) {
    if (each.kind == record::Kind::receive) matches.push_back(each.match);
  }
  CHECK(matches == std::vector<std::uint64_t>{0, 3, 2, 0, 0, 0, 0, 0});
}

TEST_CASE("where a posting number is unknown the order of the records must do") {
  const test::Folder folder;
  auto file = started_rank(0, 1);
  file.start("MPI_Wait").send(0, 1, 0, 1).send(0, 1, 0, 1);
  file.receive(0, 1, 0, 1, 5).receive(0, 1, 0, 1, 0).end("MPI_Wait").save(folder);
  const auto records = test::all_records(*test::open_capture(folder))[0];
  REQUIRE(records.size() == 8);
  for (const auto& each : records) CHECK(each.match == 0);
}

TEST_CASE("an incomplete rank is named with its reason") {
  const test::Folder folder;
  auto killed = started_rank(0, 7);
  killed.header.flags = TRGEN_HOOKS_PRESENT;
  killed.save(folder, 4096);
  auto aborted = started_rank(1, 7);
  aborted.header.flags = TRGEN_HOOKS_PRESENT | TRGEN_ABORTED;
  aborted.save(folder);
  auto full = started_rank(2, 7);
  full.header.flags |= TRGEN_STOPPED_EARLY;
  full.save(folder);
  const std::string whole = started_rank(3, 7).start("MPI_Send").send(0, 0, 0, 9).bytes();
  test::write_file(folder / "rank-000003.raw", whole.substr(0, whole.size() - 7));
  test::write_file(folder / "rank-000004.raw", std::string(4096, '\0'));
  started_rank(6, 7).save(folder);
  const auto trace = test::open_capture(folder);
  CHECK(
      trace->notes().incomplete ==
      std::vector<record::Incomplete>{{0, "ended outside MPI without MPI_Finalize after 2 records; was it killed?"},
                                      {1, "called MPI_Abort after 2 records"},
                                      {2, "no room in the file system after 2 records; what follows was not recorded"},
                                      {3, "its file is truncated after 3 records"},
                                      {4, "its file has no record yet: the rank ended within MPI_Init"},
                                      {5, "there is no file rank-000005.raw"}});
  CHECK(trace->ranks() == 7);
  CHECK(trace->records(3) == 3);
  CHECK(trace->records(5) == 0);
  const auto again = test::read_text(test::as_text(*trace));
  CHECK(again->notes().incomplete == trace->notes().incomplete);
}

TEST_CASE("a rank that called exit is told with its code, and not asked whether it was killed") {
  const test::Folder folder;
  auto left = started_rank(0, 2);
  left.header.flags = TRGEN_HOOKS_PRESENT | TRGEN_EXITED;
  left.header.exit_code = 3;
  left.save(folder);
  started_rank(1, 2).save(folder);
  const auto trace = test::open_capture(folder);
  REQUIRE(trace->notes().incomplete.size() == 1);
  const std::string& why = trace->notes().incomplete.front().why;
  CHECK(why == "ended outside MPI without MPI_Finalize after 2 records; called exit(3)");
  CHECK(formats::capture::exit_code_in(why) == 3);
  CHECK(!formats::capture::exit_code_in("ended outside MPI; was it killed?"));
}

TEST_CASE("a capture is read whole wherever it is cut") {
  auto file = started_rank(0, 1);
  file.start("MPI_Send").send(0, 0, 0, 1).receive(0, 0, 0, 1, 1).end("MPI_Send").note("the end");
  const std::string whole = file.bytes();
  std::uint64_t last = 0;
  for (std::size_t size = sizeof(trgen_rank_header); size <= whole.size(); ++size) {
    CAPTURE(size);
    const std::string part = whole.substr(0, size);
    io::Input in("part", part);
    const auto trace = formats::open_trace(in);
    REQUIRE(test::all_records(*trace)[0].size() == trace->records());
    CHECK(trace->records() >= last);
    last = trace->records();
  }
  CHECK(last == 6);
}

TEST_CASE("damaged rank files are told with file, byte and what is wrong") {
  const auto fault = [](RankFile& file) {
    const test::Folder folder;
    file.save(folder);
    std::string text = test::capture_fault(folder);
    const std::size_t at = text.find("rank-");
    return at == std::string::npos ? text : text.substr(at);
  };
  auto kind = started_rank(0, 1);
  kind.put({.kind = 77});
  CHECK(fault(kind) ==
        "rank-000000.raw: byte 240: kind 77 of an entry is unknown; the file is damaged, or of another version of the "
        "library");
  auto communicator = started_rank(0, 1);
  CHECK(has(fault(communicator.send(0, 0, 3, 1)), "communicator 3 is not defined yet"));
  auto state = started_rank(0, 1);
  CHECK(has(fault(state.put({.kind = TRGEN_SS, .state = 9})), "state 9 has no name yet"));
  for (const char* const text : {"", "two words", "line\nbreak", "\x1b[1m"}) {
    auto name = started_rank(0, 1);
    name.name(text);
    CHECK(has(fault(name), "the name of a state is not a word"));
  }
  auto bytes = started_rank(0, 1);
  CHECK(has(fault(bytes.send(0, 0, 0, std::uint64_t{1} << 60)), "a message of 1152921504606846976 bytes"));
  auto renamed = started_rank(0, 4);
  renamed.header.rank = 9;
  CHECK(has(fault(renamed), "says that it is rank 9 of 4; the file is damaged"));
  auto clock = started_rank(0, 1);
  clock.header.clock = 3;
  CHECK(has(fault(clock), "clock 3 is not known"));
}

TEST_CASE("messages with processes outside MPI_COMM_WORLD are lost by name and with a count") {
  const test::Folder folder;
  auto file = started_rank(0, 1);
  file.communicator(1, 64, {0, 1}).start("MPI_Send").send(1, 0, 1, 8).send(0, 0, 0, 5).receive(0, 0, 0, 5, 1);
  file.receive(1, 0, 1, 8, 2).end("MPI_Send").save(folder);
  const auto trace = test::open_capture(folder);
  CHECK(trace->records() == 6);
  CHECK(test::all_records(*trace)[0].size() == 6);
  CHECK(trace->losses().counts() ==
        std::vector<std::pair<std::string, std::uint64_t>>{{"messages with processes outside MPI_COMM_WORLD", 2}});
  CHECK(trace->notes().communicators.at(1).members == std::vector<std::uint32_t>{0});
}

TEST_CASE("files of two runs in one folder, and files that are none, are told") {
  const test::Folder folder;
  started_rank(0, 2).save(folder);
  started_rank(1, 3).save(folder);
  CHECK(has(test::capture_fault(folder), "rank-000001.raw: belongs to a program with 3 ranks, "));
  const test::Folder other;
  started_rank(0, 2).save(other);
  test::write_file(other / "rank-000001.raw", std::string(100, 'x'));
  CHECK(has(test::capture_fault(other), "rank-000001.raw: does not begin like a file of the tracing library"));
  const test::Folder swapped;
  test::write_file(swapped / "rank-000001.raw", started_rank(0, 2).bytes());
  CHECK(has(test::capture_fault(swapped), "rank-000001.raw: holds the records of rank 0; was it renamed?"));
}

TEST_CASE("without the hooks the trace says that it is a regular one") {
  const test::Folder folder;
  auto file = started_rank(0, 1);
  file.header.flags = TRGEN_FINALIZED;
  file.header.clock = TRGEN_CLOCK_WALL;
  file.save(folder);
  const auto trace = test::open_capture(folder);
  CHECK(trace->notes().clock == "wall");
  CHECK(has(trace->notes().comments.at(0), "# regular trace: "));
}

TEST_CASE("a capture whose files change under a cursor fails, and does not crash") {
  const test::Folder folder;
  save_exchange(folder);
  const auto trace = test::open_capture(folder);
  const auto cursor = trace->open();
  std::filesystem::resize_file(folder / "rank-000001.raw", 100);
  record::Record each;
  while (cursor->next(1, each)) {
  }
  CHECK(has(cursor->failure(), "changed while it was being read"));
  CHECK_THROWS_AS(test::as_text(*trace), record::TraceError);
}

}  // namespace capture_test
