// SPDX-License-Identifier: Apache-2.0
// The text format: what it accepts, and that a trace survives text, spool and text again.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/trgen/trace_tools.hpp"

namespace text_test {

using namespace trgen;
using trgen::record::Kind;
using trgen::record::Record;

TEST_CASE("the four kinds of record are read with all their fields") {
  const auto trace = test::read_text(
      "#insee-trace 1\n#ranks 4\n"
      "0 10 SS MPI_Recv ANY_SOURCE\n"
      "0 12 MR 3 -7 2 4096\n"
      "0 15 SE MPI_Recv\n"
      "1 20 MS 2 2147483647 4294967295 0\n");
  CHECK(trace->ranks() == 4);
  CHECK(trace->records() == 4);
  CHECK(trace->state_names() == std::vector<std::string>{"MPI_Recv"});
  const auto all = test::all_records(*trace);
  CHECK(all[0] ==
        std::vector<Record>{
            {.kind = Kind::state_start, .any_source = true, .time_ns = 10, .line = 3},
            {.kind = Kind::receive, .peer = 3, .tag = -7, .communicator = 2, .bytes = 4096, .time_ns = 12, .line = 4},
            {.kind = Kind::state_end, .time_ns = 15, .line = 5}});
  CHECK(all[1] ==
        std::vector<Record>{
            {.kind = Kind::send, .peer = 2, .tag = 2147483647, .communicator = 4294967295U, .time_ns = 20, .line = 6}});
  CHECK(all[2].empty());
}

TEST_CASE("records in words read as in the file") {
  const auto trace = test::read_text("0 1 SS MPI_Recv ANY_SOURCE\n0 2 MR 1 5 0 64\n");
  const auto all = test::all_records(*trace);
  CHECK(record::describe(all[0][0], trace->state_names()) == "SS MPI_Recv ANY_SOURCE");
  CHECK(record::describe(all[0][1], trace->state_names()) == "MR 1 5 0 64");
  CHECK(record::place(trace->name(), all[0][1]) == "t.txt:2");
}

TEST_CASE("without a header the ranks are the largest rank or peer plus one") {
  CHECK(test::read_text("0 0 MS 9 0 0 1\n")->ranks() == 10);
  CHECK(test::read_text("9 0 MS 0 0 0 1\n")->ranks() == 10);
  CHECK(test::read_text("0 0 SS MPI_Init\n")->ranks() == 1);
}

TEST_CASE("blank lines, comments, tabs, CR LF and a missing last newline are tolerated") {
  const auto plain = test::read_text("0 1 SS MPI_Send\n0 2 MS 1 5 0 64\n0 3 SE MPI_Send\n");
  const auto odd = test::read_text(
      "#what is this\r\n\r\n  0\t1  SS MPI_Send \r\n# \xC3\xA9t\xC3\xA9\n \t\n0 2 MS 1 5 0 64\t\r\n0 3 SE MPI_Send");
  CHECK(test::without_lines(test::all_records(*odd)) == test::without_lines(test::all_records(*plain)));
}

TEST_CASE("interleaved and concatenated files give identical streams for every rank") {
  const std::string first = "0 1 MS 1 0 0 8\n0 2 MR 1 0 0 8\n0 3 SS MPI_Barrier\n";
  const std::string second = "1 1 SS MPI_Recv\n1 2 MR 0 0 0 8\n1 3 MS 0 0 0 8\n";
  const auto joined = test::read_text("#ranks 2\n" + first + "#ranks 2\n" + second);
  const auto mixed = test::read_text(
      "1 1 SS MPI_Recv\n0 1 MS 1 0 0 8\n0 2 MR 1 0 0 8\n1 2 MR 0 0 0 8\n0 3 SS MPI_Barrier\n1 3 MS 0 0 0 8\n");
  CHECK(test::as_text(*joined) == test::as_text(*mixed));
  CHECK(test::as_text(*joined) == "#insee-trace 1\n#ranks 2\n" + first + second);
}

TEST_CASE("text to spool to text changes nothing, in memory and in a file") {
  const std::string text = test::random_text(5, 20000);
  CHECK(test::as_text(*test::read_text(text)) == text);
  CHECK(test::as_text(*test::read_text(text, {{}, 0})) == text);
  CHECK(test::as_text(*test::read_text(text, {{}, 5000})) == text);
}

TEST_CASE("lines that straddle the blocks of the reader are read whole") {
  // Over three megabytes, so that many blocks of the reader end within a line.
  const std::string text = test::random_text(3, 120000);
  REQUIRE(text.size() > 3000000);
  CHECK(test::as_text(*test::read_text(text)) == text);
}

TEST_CASE("time that goes backwards within a rank is a warning, and the records are kept") {
  const auto trace = test::read_text("0 10 SS MPI_Init\n1 1 SS MPI_Init\n0 9 SE MPI_Init\n");
  CHECK(trace->records() == 3);
  CHECK(trace->warnings() == std::vector<std::string>{"t.txt:3: time of rank 0 goes backwards, from 10 to 9 ns"});
  CHECK(test::all_records(*trace)[0][1].time_ns == 9);
}

TEST_CASE("of many warnings the first five are kept and all are counted") {
  std::string text;
  for (int i = 20; i > 0; --i) text += "0 " + std::to_string(i) + " SS MPI_Init\n";
  const auto trace = test::read_text(text);
  REQUIRE(trace->warnings().size() == 6);
  CHECK(trace->warnings().back() == "t.txt: time goes backwards 19 times in all");
}

TEST_CASE("other header lines are kept as comments") {
  const std::string text = "#insee-trace 1\n#what IS class S\n#clock CPU time\n0 0 SS MPI_Init\n";
  io::Input in("t.txt", text);
  io::SpoolBuilder spool;
  const record::TraceFacts facts = formats::scan_trace(in, spool);
  CHECK(facts.notes.comments == std::vector<std::string>{"#what IS class S", "#clock CPU time"});
  CHECK(facts.format == "text");
  CHECK(facts.content_bytes == text.size());
}

TEST_CASE("the digest is the XXH64 of the content") {
  // As computed from the published specification of XXH64, and what xxhsum -H1 prints.
  CHECK(test::read_text("0 0 SS MPI_Init\n")->digest() == "xxh64:bd4cb69aa841641b");
}

}  // namespace text_test
