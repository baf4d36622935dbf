// SPDX-License-Identifier: Apache-2.0
// GOAL schedules: graphs put in order, chains written.
#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/samples.hpp"
#include "trgen/formats/open.hpp"

namespace goal_test {

using namespace trgen;

namespace {

std::string one_rank(const std::string& statements) { return "num_ranks 4\nrank 0 {\n" + statements + "}\n"; }

std::vector<std::string> messages(const std::string& statements) {
  return test::messages_of(*test::read_text(one_rank(statements)))[0];
}

/// How many statements were made to wait for the one before them.
std::uint64_t serialised(const std::string& statements) {
  const auto trace = test::read_text(one_rank(statements));
  for (const auto& [what, count] : trace->losses().counts()) {
    if (what == "statements that need not have waited for the one before them") return count;
  }
  return 0;
}

}  // namespace

TEST_CASE("a schedule becomes calls and times, whatever its comments and line breaks") {
  const auto trace = test::read_text(
      "/* a\n comment */ num_ranks 2 // two\nrank 1 {\nl1: recv 10b from 0 tag 7 cpu 0\nl2: calc 500\nl2 requires l1\n"
      "l3: send 20b to 0 tag 8 l3 requires l2\nl4:calc 7 l4 irequires l3 }\nrank 0 { send 10b to 1 tag 7 recv 20b from "
      "1 "
      "tag 8 }\n");
  CHECK(trace->ranks() == 2);
  CHECK(
      test::as_text(*trace) ==
      "#insee-trace 1\n#ranks 2\n0 0 SS MPI_Isend\n0 0 MS 1 7 0 10\n0 0 SE MPI_Isend\n0 0 SS MPI_Recv\n0 0 MR 1 8 0 "
      "20\n0 0 SE MPI_Recv\n1 0 SS MPI_Recv\n1 0 MR 0 7 0 10\n1 0 SE MPI_Recv\n1 500 SS MPI_Isend\n1 500 MS 0 8 0 20\n"
      "1 500 SE MPI_Isend\n1 507 SS MPI_Finalize\n1 507 SE MPI_Finalize\n");
  CHECK(trace->losses().empty());
}

TEST_CASE("an order respects every requirement, and what may run at once goes sends first, receives last") {
  CHECK(messages("l1: recv 1b from 1\nl2: send 2b to 1\n") == std::vector<std::string>{"MS 1 0 2", "MR 1 0 1"});
  CHECK(messages(
            "l1: recv 1b from 1\nl2: send 2b to 1\nl2 requires l1\nl3: calc 5\nl4: send 3b to 2\nl4 requires l3\n") ==
        std::vector<std::string>{"MS 2 0 3", "MR 1 0 1", "MS 1 0 2"});
  CHECK(messages("a: send 1b to 1\nb: send 2b to 1\nc: send 3b to 1\na requires c\nb requires a\n") ==
        std::vector<std::string>{"MS 1 0 3", "MS 1 0 1", "MS 1 0 2"});
}

TEST_CASE("statements that were made to wait are counted, except behind a send") {
  CHECK(serialised("a: send 1b to 1\nb: send 2b to 1\nc: recv 1b from 1\n") == 0);
  CHECK(serialised("a: recv 1b from 1\nb: recv 2b from 2\n") == 1);
  CHECK(serialised("a: recv 1b from 1\nb: recv 2b from 2\nb requires a\n") == 0);
  CHECK(serialised("a: calc 5\nb: calc 6\nc: calc 7\nc requires a\nc requires b\n") == 1);
}

TEST_CASE("what a record does not hold is counted") {
  const auto trace = test::read_text(one_rank(
      "recv 5b from -1 tag 3\nrecv 5b from 2 tag -1\nrecv 5b from 2 tag 4294967295\nsend 1b to 2 tag 9 cpu 1 nic 2\n"));
  CHECK(test::lost(trace->losses()) ==
        std::vector<std::string>{
            "2 statements that need not have waited for the one before them",
            "3 receives from any rank or with any tag: the schedule does not say which message they take",
            "2 cpu and nic numbers"});
}

TEST_CASE("text to GOAL and back keeps messages, order, bursts and ranks, and loses no concurrency") {
  const auto before = test::read_text(test::ring_text());
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*before, folder / "t.goal")) ==
        std::vector<std::string>{"32 MPI function names and the time within the functions"});
  const auto after = formats::open_trace(folder / "t.goal");
  CHECK(after->ranks() == before->ranks());
  CHECK(after->losses().empty());
  CHECK(test::messages_of(*after) == test::messages_of(*before));
  CHECK(test::bursts_of(*after) == test::bursts_of(*before));
  CHECK(test::written_as(*after, "t.goal") == test::read_file(folder / "t.goal"));
}

TEST_CASE("a chain is written with what follows a send waiting for its beginning only") {
  const auto trace =
      test::read_text("0 0 MS 1 5 0 8\n0 0 MR 1 -1 0 9\n0 0 SS MPI_A\n0 0 SE MPI_A\n0 4 SS MPI_A\n0 4 SE MPI_A\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "t.goal"))[1] ==
        "1 negative tags, written without their sign");
  CHECK(test::read_file(folder / "t.goal") ==
        "num_ranks 2\n\nrank 0 {\nl1: send 8b to 1 tag 5\nl2: recv 9b from 1 tag 2147483647\nl2 irequires l1\n"
        "l3: calc 4\nl3 requires l2\n}\n\nrank 1 {\n}\n");
}

TEST_CASE("the binary tree that comes with LogGOPSim is read whole") {
  const std::string path = test::sample("goal/binary_tree_32.goal");
  if (path.empty()) return;
  const auto trace = formats::open_trace(path);
  CHECK(trace->ranks() == 32);
  CHECK(trace->losses().empty());
  std::size_t sends = 0;
  std::size_t receives = 0;
  for (const auto& rank : test::messages_of(*trace)) {
    for (const std::string& each : rank) (each.starts_with("MS") ? sends : receives) += 1;
  }
  CHECK(sends == 31);
  CHECK(receives == 31);
}

TEST_CASE("faults of a schedule are told with the line") {
  const auto fault = [](const std::string& statements) { return test::fault_of(one_rank(statements)); };
  const std::string forms =
      "'send <n>b to <rank> [tag t]', 'recv <n>b from <rank> [tag t]', 'calc <ns>' or '<label> requires <label>'";
  CHECK(fault("l1: send 5 to 1\n") == "t.txt:3: faulty send; a statement reads " + forms);
  CHECK(fault("l1: sent 5b to 1\n") == "t.txt:3: \"sent\" is not a statement; a statement reads " + forms);
  CHECK(fault("calc 1\nl1: send 5b to 4\n") ==
        "t.txt:4: destination 4 does not exist: the header announces 4 ranks (0 to 3)\nt.txt:4: faulty send; a "
        "statement reads " +
            forms);
  CHECK(fault("l1: calc 1\nl1: calc 2\n") == "t.txt:4: the label \"l1\" is used twice in this rank");
  CHECK(fault("l1: calc 1\nl2 requires l1\n") == "t.txt:4: no statement of this rank has the label \"l2\"");
  CHECK(fault("a: calc 1\nb: calc 1\na requires b\nb requires a\nc: calc 1\n") ==
        "t.txt:3: 2 statements of the rank can never run, this one first: their requirements form a cycle");
  CHECK(fault("}\nrank 0 {\n") == "t.txt:4: rank 0 has two blocks; keep one of them");
  CHECK(test::fault_of("num_ranks 4\nrank 0 {\ncalc 5") ==
        "t.txt:3: the block of the rank does not end; the file seems to be cut short");
  CHECK(test::fault_of("num_ranks 0\n") == "t.txt:1: the number of ranks must be a whole number from 1 to 16777216");
  CHECK(test::fault_of("num_ranks 4 /* \n") == "t.txt:1: the comment that begins here does not end");
}

}  // namespace goal_test
