// SPDX-License-Identifier: Apache-2.0
// ScalaTrace 2: loops, sets of ranks, values in turn, requests, wildcards, communicators, times.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/scalatrace/scalatrace_text.hpp"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/commands/causal_check.hpp"

namespace scalatrace_test {

using namespace trgen;
using namespace trgen::test::scalatrace;

namespace {

/// The records of one rank, without its number and times, beginning and end of states left out where they have nothing
/// to say.
std::vector<std::string> messages(const std::string& content, std::uint32_t rank) {
  return test::messages_of(*test::read_text(content))[rank];
}

std::string facts_of(const std::string& text, const std::string& function) {
  const std::size_t at = text.find("0 0 SS " + function + " ");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

}  // namespace

TEST_CASE("events become the calls of each rank, with partners relative to the rank") {
  const auto trace =
      test::read_text(of_all("1084 a1_b1") + of_all("1092 a2_b1", send("1 ")) +
                      of_all("1102 a3_b1", receive("( 3 )[ 1 -2 0 2 2 2 1 ]")) + event("1 -1 1 3 1", "1045 a4_b1"));
  CHECK(trace->ranks() == 4);
  CHECK(test::as_text(*trace).starts_with(
      "#insee-trace 1\n#ranks 4\n#clock wall\n#communicator 0 0-3\n#incomplete 0 its calls end before MPI_Finalize\n"
      "0 0 SS MPI_Init\n0 0 SE MPI_Init\n"
      "0 0 SS MPI_Isend\n0 0 MS 1 7 0 20\n0 0 SE MPI_Isend\n0 0 SS MPI_Recv\n0 0 MR 3 7 0 20\n0 0 SE MPI_Recv\n"
      "1 0 SS MPI_Init\n1 0 SE MPI_Init\n1 0 SS MPI_Isend\n1 0 MS 2 7 0 20\n"));
  CHECK(trace->warnings().empty());
}

TEST_CASE("loops repeat the events of a rank, one within the other, each rank its own") {
  // Ranks 0 and 2: twice (send, three times (barrier), send); ranks 1 and 3 pass the inner loop and the last send over.
  const std::string even = "1 -1 0 2 2";
  const std::string odd = "1 -1 1 2 2";
  const std::string content =
      of_all("1113 a1", loop(of("2", even) + of("3", odd), of("3", even) + of("1", odd)) + send("1 ")) +
      event(even, "1010 a2", loop(of("3", even), of("1", even)) + "10 2 \n") + event(even, "1113 a3", send("2 "));
  const auto trace = test::read_text(content);
  CHECK(trace->records(0) == 2 * (3 + 3 * 2 + 3));
  CHECK(trace->records(1) == 3 * 3);
  CHECK(messages(content, 0) == std::vector<std::string>{"MS 1 7 20", "MS 2 7 20", "MS 1 7 20", "MS 2 7 20"});
  CHECK(messages(content, 3) == std::vector<std::string>{"MS 0 7 20", "MS 0 7 20", "MS 0 7 20"});
}

TEST_CASE("an event can begin several loops, and a loop can have no iteration this time") {
  // Twice: (three times a) b; the inner loop runs three times, then not at all.
  const std::string content = of_all("1113 a1", loop(of("2"), of("2")) + loop(of("3 0"), of("1"), 1) + send("1 ")) +
                              of_all("1113 a2", send("2 "));
  CHECK(messages(content, 0) ==
        std::vector<std::string>{"MS 1 7 20", "MS 1 7 20", "MS 1 7 20", "MS 2 7 20", "MS 2 7 20"});
}

TEST_CASE("several values are taken in turn, by each rank for itself") {
  const std::string content =
      of_all("1113 a1", loop(of("5"), of("1")) + send("( 1 2 )[ 1 -1 0 3 1 ]\n1a ( 3 )[ 1 -1 3 1 0 ]", "12 5 6 7 \n"));
  CHECK(messages(content, 1) ==
        std::vector<std::string>{"MS 2 7 20", "MS 3 7 24", "MS 2 7 28", "MS 3 7 20", "MS 2 7 24"});
  CHECK(messages(content, 3) ==
        std::vector<std::string>{"MS 2 7 20", "MS 2 7 24", "MS 2 7 28", "MS 2 7 20", "MS 2 7 24"});
}

TEST_CASE("a wait completes the receives that its places in the ring of requests name, whatever their order") {
  const std::string posts = of_all("1090 a1", receive("3 ", "12 1 \n")) + of_all("1090 a2", receive("3 ", "12 2 \n")) +
                            of_all("1092 a3", send("1 ", "12 1 \n")) + of_all("1113 a4", send("1 ", "12 2 \n"));
  CHECK(messages(posts + of_all("1149 a5", "12 3 \nc 9997 9999 9998 \n"), 0) ==
        std::vector<std::string>{"MS 1 7 4", "MS 1 7 8", "MR 3 7 4", "MR 3 7 8"});
  const auto swapped = test::read_text(posts + of_all("1148 a5", "1c 9998 \n") + of_all("1148 a6", "1c 9997 \n"));
  const std::string text = test::as_text(*swapped);
  CHECK(text.find("0 0 MR 3 7 0 8 match=2\n") < text.find("0 0 MR 3 7 0 4 match=1\n"));
  CHECK(commands::CausalCheck(*swapped, 10).run().problems.empty());
  // A request that is never named is complete before MPI_Finalize; -1 is no request.
  const auto left =
      test::read_text(posts + of_all("1148 a5", "1c 9997 \n") + of_all("1148 a6", "1c -1 \n") + of_all("1045 a7"));
  CHECK(losses(*left) ==
        std::map<std::string, std::uint64_t>{{"receives that no wait names, completed at the end", 4}});
  CHECK(messages(posts + of_all("1148 a5", "1c 9997 \n") + of_all("1045 a7"), 0).size() == 4);
}

TEST_CASE("a receive from any source takes a message that can have come, and says so") {
  const std::string ring =
      of_all("1090 a1", receive("2147483647 ")) + of_all("1113 a2", send("1 ")) + of_all("1148 a3", "1c 9999 \n");
  const auto trace = test::read_text(ring);
  const std::string text = test::as_text(*trace);
  CHECK(text.find("0 0 SS MPI_Irecv ANY_SOURCE\n") != std::string::npos);
  CHECK(text.find("0 0 SS MPI_Wait ANY_SOURCE\n0 0 MR 3 7 0 20 any=source\n") != std::string::npos);
  CHECK(text.find("2 0 MR 1 7 0 20 any=source\n") != std::string::npos);
  CHECK(losses(*trace).empty());
  // The message that an earlier receive from its source has taken is not there any more.
  const std::string both = event("1 -1 1 2 1", "1113 a1", send("( 3 )[ 1 -1 1 1 0 ]\n1a ( 2 )[ 1 -1 2 1 0 ]")) +
                           event("1 -1 0 1 0", "1102 a2", receive("1 ")) +
                           event("1 -1 0 1 0", "1102 a3", receive("2147483647 "));
  const auto second = test::as_text(*test::read_text(both + of_all("1045 a4")));
  CHECK(second.find("0 0 MR 1 7 0 20\n") < second.find("0 0 MR 2 7 0 20 any=source\n"));
  const auto alone = test::read_text(of_all("1102 a1", receive("2147483647 ")));
  CHECK(losses(*alone).at("receives from any source or with any tag that no message reaches") == 4);
  REQUIRE(alone->warnings().size() == 1);
  CHECK(
      alone->warnings()[0].ends_with("4 of 4 ranks wait for ever when its calls are executed, the first of them rank 0 "
                                     "in MPI_Recv"));
}

TEST_CASE("a receive has the bytes of its message, not of its buffer, and sizes stand in for tags that were dropped") {
  const std::string larger = of_all("1092 a1", send("1 ")) + of_all("1102 a2", receive("3 ", "12 100 \n"));
  CHECK(messages(larger, 0) == std::vector<std::string>{"MS 1 7 20", "MR 3 7 20"});
  // Small and large messages that tags kept apart: received in the other order than they are sent.
  const auto part = [](const std::string& head, const std::string& partner, const std::string& count) {
    return of_all(head, "10 2 \n12 " + count + " \n14 1 \n1b 0 \n" + partner + "\n");
  };
  const auto trace =
      test::read_text(part("1092 a1", "1a 1", "8") + part("1092 a2", "1a 1", "64") +
                      part("1102 a3", "2b 2147483647", "64") + part("1102 a4", "2b 3", "8") + of_all("1045 a5"));
  REQUIRE(trace->warnings().size() == 1);
  CHECK(trace->warnings()[0].find("its tags were not kept") != std::string::npos);
  CHECK(test::messages_of(*trace)[0] == std::vector<std::string>{"MS 1 8 8", "MS 1 64 64", "MR 3 64 64", "MR 3 8 8"});
  CHECK(commands::CausalCheck(*trace, 10).run().problems.empty());
}

TEST_CASE("communicators that are duplicated or split have their ranks, and messages in others are counted") {
  // Colours 1, 0, 1, 0; keys backwards: the members of each half are in the order of decreasing rank.
  const std::string split = of_all("1036 a1",
                                   "10 2 \n23 ( 1 )[ 1 -1 0 2 2 ]\n23 ( 0 )[ 1 -1 1 2 2 ]\n24 ( 3 )[ 1 -1 0 1 0 ]\n"
                                   "24 ( 1 )[ 1 -1 1 1 0 ]\n24 ( 3 )[ 1 -1 2 1 0 ]\n24 ( 1 )[ 1 -1 3 1 0 ]\n");
  const std::string content =
      split + of_all("1027 a2", "10 1000 \n") +
      of_all("1113 a3", "10 1001 \n12 5 \n14 3 \n1a ( 0 )[ 1 -1 0 2 1 ]\n1a ( 2 )[ 1 -1 2 2 1 ]\n") +
      of_all("1011 a4", "10 1000 \n12 2 \n14 10 \n19 1 \n");
  const auto trace = test::read_text(content);
  REQUIRE(trace->notes().communicators.size() == 5);
  CHECK(trace->notes().communicators[1] == record::Communicator{2, {3, 1}});
  CHECK(trace->notes().communicators[2] == record::Communicator{3, {2, 0}});
  // Rank 0 sends to number (0 + 0) % 4 of its half, which is rank 2; rank 1 to number 1, itself.
  CHECK(test::messages_of(*trace)[0] == std::vector<std::string>{"MS 2 0 20"});
  CHECK(test::messages_of(*trace)[1] == std::vector<std::string>{"MS 1 0 20"});
  CHECK(facts_of(test::as_text(*trace), "MPI_Bcast") == "0 0 SS MPI_Bcast communicator=3 root=0 sent=16 received=0");
  const auto other =
      test::read_text(of_all("1026 a1", "10 2 \n21 1000 \n") + of_all("1113 a2", "10 1000 \n12 5 \n14 3 \n1a 1 \n"));
  CHECK(losses(*other).at("messages in communicators that are not followed (made otherwise than by MPI_Comm_dup or "
                          "MPI_Comm_split)") == 4);
  CHECK(test::messages_of(*other)[0].empty());
}

TEST_CASE("collectives have their root and the bytes that each rank contributes and receives") {
  const std::string one = "10 2 \n12 3 \n14 10 \n";
  const std::string two = one + "15 3 \n16 10 \n";
  const std::map<std::string, std::string> expected{
      {"1010 a\n10 2 \n", "MPI_Barrier communicator=0 sent=0 received=0"},
      {"1011 a\n19 0 \n" + one, "MPI_Bcast communicator=0 root=0 sent=24 received=0"},
      {"1104 a\n19 1 \n" + one, "MPI_Reduce communicator=0 root=1 sent=24 received=0"},
      {"1004 a\n" + one, "MPI_Allreduce communicator=0 sent=24 received=24"},
      {"1047 a\n19 0 \n" + two, "MPI_Gather communicator=0 root=0 sent=24 received=96"},
      {"1111 a\n19 2 \n" + two, "MPI_Scatter communicator=0 root=2 sent=0 received=24"},
      {"1002 a\n" + two, "MPI_Allgather communicator=0 sent=24 received=96"},
      {"1005 a\n" + two, "MPI_Alltoall communicator=0 sent=96 received=96"},
      {"1003 a\n16 10 \n1 1 2 3 4 \n" + one, "MPI_Allgatherv communicator=0 sent=24 received=80"},
      {"1048 a\n19 0 \n16 10 \n1 1 2 3 4 \n" + one, "MPI_Gatherv communicator=0 root=0 sent=24 received=80"},
      {"1112 a\n19 0 \n3 1 2 3 4 \n" + two, "MPI_Scatterv communicator=0 root=0 sent=80 received=24"},
      {"1006 a\n10 2 \n14 3 \n16 10 \n3 1 2 3 4 \n1 4 3 2 1 \n", "MPI_Alltoallv communicator=0 sent=40 received=80"},
      {"1105 a\n10 2 \n14 10 \n1 1 2 3 4 \n", "MPI_Reduce_scatter communicator=0 sent=80 received=8"},
      {"1110 a\n" + one, "MPI_Scan communicator=0 sent=24 received=24"},
  };
  for (const auto& [head, facts] : expected) {
    CAPTURE(head);
    const std::string text = test::as_text(*test::read_text("RANKS: 1 -1 0 4 1\nEVENT0: " + head));
    CHECK(facts_of(text, facts.substr(0, facts.find(' '))) == "0 0 SS " + facts);
  }
}

TEST_CASE("computing is the mean of the buckets of the call path that came before, within a call likewise") {
  // The mean that is written (9.00) counts the first value twice; the buckets have 2 and 4 of 8.
  const std::string histogram = "(8 9.00 0 1.00 3 12.50){0.00 1.00 2.00 3.00 4.00 4}{4.00 5.00 8.00 12.50 20.00 4}";
  const std::string content =
      of_all("1084 a1") + of_all("1010 a2", "COMP 4b-0: a1 " + histogram +
                                                "\nCOMP 4b-1: a2 (4 1.00 0 1.00 0 1.00){0.00 1.00 1.00 1.00 2.00 4}\n"
                                                "COMM 4b-0: a2 (4 0.25 0 0.25 0 0.25)\n" +
                                                loop(of("3"), of("1")) + "10 2 \n");
  CHECK(test::as_text(*test::read_text(content))
            .find("0 5000 SS MPI_Barrier communicator=0 sent=0 received=0\n0 5000 SE MPI_Barrier\n"
                  "0 6000 SS MPI_Barrier communicator=0 sent=0 received=0\n0 6250 SE MPI_Barrier\n"
                  "0 7250 SS MPI_Barrier") != std::string::npos);
  // Another path than those that the event knows.
  const auto unknown =
      test::read_text(of_all("1084 a1") + of_all("1010 a2", "COMP 4b-0: a9 " + histogram + "\n10 2 \n"));
  CHECK(losses(*unknown).at("times before calls whose call path has no histogram, taken as 0") == 4);
  // Counted instructions are a clock of their own, on which calls take no time; beside times they are left aside.
  std::string counted = content;
  for (std::size_t at = counted.find("COMP 4b"); at != std::string::npos; at = counted.find("COMP 4b", at))
    counted.replace(at, 7, "COMP 4c");
  const auto instructions = test::read_text(counted);
  CHECK(instructions->notes().clock == "instructions");
  CHECK(test::as_text(*instructions).find("0 7000 SE MPI_Barrier\n") != std::string::npos);
  const auto both = test::read_text(content + of_all("1010 a3", "COMP 4c-0: a2 " + histogram + "\n10 2 \n"));
  CHECK(both->notes().clock == "wall");
  CHECK(losses(*both).at("histograms of instructions, left aside for those of times") == 1);
}

TEST_CASE(
    "counts that are histograms are their means, derived datatypes bytes, and calls that are not followed counted") {
  const std::string histogram = "(8 9.00 0 1.00 3 12.50){0.00 1.00 2.00 3.00 4.00 4}{4.00 5.00 8.00 12.50 20.00 4}";
  const auto trace = test::read_text(of_all("1113 a1", "10 2 \n12 " + histogram + "\n14 1005 \n1b 7 \n1a 1 \n") +
                                     of_all("1103 a2", receive("3 ")) + of_all("1119 a3") +
                                     of_all("1113 a4", send("( 1 )[ 1 -1 0 3 1 ]\n1a ( -1 )[ 1 -1 3 1 0 ]")));
  CHECK(test::messages_of(*trace)[0] == std::vector<std::string>{"MS 1 7 5", "MS 1 7 20"});
  CHECK(losses(*trace) ==
        std::map<std::string, std::uint64_t>{{"events whose counts are histograms, taken as their means", 1},
                                             {"derived datatypes or unknown ones, taken as 1 byte an element", 4},
                                             {"messages with no rank of their communicator (MPI_PROC_NULL)", 1},
                                             {"traffic of MPI_Recv_init", 4},
                                             {"traffic of MPI_Start", 4}});
}

}  // namespace scalatrace_test
