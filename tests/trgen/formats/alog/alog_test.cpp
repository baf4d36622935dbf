// SPDX-License-Identifier: Apache-2.0
// ALOG: logs of the first MPE are read, and what is written is read back.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"

namespace alog_test {

using namespace trgen;

namespace {

const std::string header =
    "-1 0 0 0 0 0 Me\n-2 0 0 6 0 0\n-3 0 0 2 0 0\n-4 0 0 1 0 0\n-5 0 0 8 0 0\n-6 0 0 0 0 0\n-7 0 0 0 0 50\n"
    "-8 0 0 1 0 0\n-11 0 0 0 0 0\n-13 0 11 12 0 0 yellow:dimple3 BARRIER\n-13 0 155 156 0 0 green:light_gray RECV\n"
    "-13 0 161 162 0 0 blue SEND\n-13 0 3 4 0 0 Green:boxes Rhode Island\n";

std::string records_of(const std::string& log) {
  const std::string text = test::as_text(*test::read_text(log));
  return text.substr(text.find("#ranks 2\n") + 9);
}

}  // namespace

TEST_CASE("an old log is read: short names of functions, messages, comments behind blanks") {
  const std::string log = header +
                          "\n# by hand\n161 0 0 1 0 10 \n-101 0 0 1 0 11 99 12\n155 1 0 1 0 12 x\n162 0 0 2 0 12.5 \n"
                          "-102 1 0 0 0 20 99 12\r\n156 1 0 2 0 21.0625 \n";
  CHECK(test::read_text(log)->ranks() == 2);
  CHECK(records_of(log) ==
        "0 10000 SS MPI_Send\n0 11000 MS 1 99 0 12\n0 12500 SE MPI_Send\n"
        "1 12000 SS MPI_Recv\n1 20000 MR 0 99 0 12\n1 21062 SE MPI_Recv\n");
}

TEST_CASE("user states and events are named as lost, what is in them is kept") {
  const std::string log = header +
                          "3 0 0 0 0 1\n11 0 0 0 0 2\n12 0 0 0 0 3\n4 0 0 0 0 4\n77 1 0 0 0 5\n-103 1 0 0 0 6\n" +
                          "-9 0 0 78 0 0 tick tock\n78 0 0 0 0 7\n";
  CHECK(records_of(log) ==
        "#lost 1 states Rhode_Island (what is in them is kept)\n#lost 1 events 77\n#lost 1 events -103\n"
        "#lost 1 events tick tock\n0 2000 SS MPI_Barrier\n0 3000 SE MPI_Barrier\n");
  CHECK(test::lost(test::read_text(log)->losses()) ==
        std::vector<std::string>{"1 states Rhode_Island (what is in them is kept)", "1 events 77", "1 events -103",
                                 "1 events tick tock"});
}

TEST_CASE("a timer that rolls over goes on") {
  const std::string log = "-3 0 0 1 0 0\n-11 0 0 0 0 4294967296\n-101 0 0 0 0 4294967295 1 2\n-102 0 0 0 1 5 1 2\n";
  CHECK(test::as_text(*test::read_text(log)).ends_with("0 4294967295000 MS 0 1 0 2\n0 4294967301000 MR 0 1 0 2\n"));
}

TEST_CASE("a log without the number of processes has as many as it names") {
  CHECK(test::read_text("-1 0 0 0 0 0 Me\n-101 0 0 6 0 1 0 0\n")->ranks() == 7);
  CHECK(test::fault_of("-1 0 0 0 0 0 Me\n-101 0 0 60000000 0 1 0 0\n") ==
        "t.txt:2: destination 60000000 would take much memory; if there are that many processes, announce them before "
        "in a line '-3 0 0 <processes> 0 0'");
}

TEST_CASE("faults of a log are told with their line") {
  CHECK(test::fault_of(header + "161 0 0 1 0\n") ==
        "t.txt:14: \"161 0 0 1 0\" is not an event; a line reads '<type> <process> <task> <data> <cycle> <time in us> "
        "[comment]'");
  CHECK(test::fault_of(header + "161 2 0 1 0 1\n") == "t.txt:14: process 2 does not exist: event -3 says 2 processes");
  CHECK(test::fault_of(header + "-102 1 0 2 0 1 3 4\n") ==
        "t.txt:14: source 2 does not exist: event -3 says 2 processes");
  CHECK(test::fault_of(header + "-102 1 0 0 0 1 3\n") ==
        "t.txt:14: the comment of a message must be its tag and its bytes, not \"3\"");
  CHECK(test::fault_of(header + "161 0 0 1 0 1e3\n").find("is not an event") != std::string::npos);
  CHECK(test::fault_of("-3 0 0 0 0 0\n161 0 0 1 0 1\n").starts_with("t.txt:1: 0 processes; give from 1 to "));
  CHECK(test::fault_of(header) == "t.txt: there is no MPI state and no message in 13 lines");
  CHECK(test::fault_of(header + "161 0 0 1 0 1").find("cut short") == std::string::npos);
  CHECK(test::fault_of(header + "161 0 0 1 0").ends_with("; the file seems to be cut short"));
}

TEST_CASE("text -> ALOG -> text keeps every line") {
  const std::string text =
      "#insee-trace 1\n#ranks 3\n#clock cpu\n0 0 SS MPI_Init\n0 9223372036854775 SE MPI_Init\n"
      "1 1 SS MPI_Send\n1 1000 MS 0 -5 7 281474976710656\n1 1001 SE MPI_Send\n"
      "2 7 SS MPI_Bcast\n2 7 MR 0 1 4294967295 0\n2 7 SE MPI_Bcast\n";
  const test::Folder folder;
  CHECK(formats::write_trace(*test::read_text(text), folder / "t.alog").empty());
  formats::write_trace(*formats::open_trace(folder / "t.alog"), folder / "again.txt");
  CHECK(test::read_file(folder / "again.txt") == text);
  CHECK(test::read_file(folder / "t.alog").find("-101 1 0 0 0 1 -5 281474976710656 7\n") != std::string::npos);
}

}  // namespace alog_test
