// SPDX-License-Identifier: Apache-2.0
// ScalaTrace 2: faulty files, and those that ScalaTrace itself wrote.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "tests/trgen/formats/samples.hpp"
#include "tests/trgen/formats/scalatrace/scalatrace_text.hpp"
#include "trgen/commands/causal_check.hpp"

namespace scalatrace_faults_test {

using namespace trgen;
using namespace trgen::test::scalatrace;

TEST_CASE("a faulty file is refused, with the line") {
  const std::string ok = send("1 ");
  const std::map<std::string, std::string> faults{
      {of_all("1113 a", loop(of("1152921504606846976"), of("1")) + ok),
       "t.txt:3: the iterations of a loop must be 0 to 2147483647"},
      {of_all("1113 a", loop(of("2147483647"), of("1")) + loop(of("2147483647"), of("1"), 1) + ok),
       "t.txt:2: the loops would make rank 0 repeat more than 4294967296 times"},
      {of_all("1113 a", loop(of("2"), of("3")) + ok) + of_all("1113 b", ok),
       "t.txt:2: a loop reaches beyond the last event"},
      {of_all("1113 a", loop(of("2"), of("2")) + ok) + of_all("1113 b", loop(of("2"), of("2")) + ok) +
           of_all("1113 c", ok),
       "a loop of 2 events reaches beyond the loop around it"},
      {of_all("1113 a", "10 2 \n14 3 \n1a 1 \n"), "t.txt:2: MPI_Send of rank 0: its count (12) is missing"},
      {of_all("1113 a", send("(8 1.00 0 0.00 3 2.00){0.00 0.00 1.00 2.00 4.00 8}")),
       "t.txt:7: the destination is a histogram, which does not say what each call had"},
      {of_all("1113 a", "12 -5 \n10 2 \n14 3 \n1a 1 \n"), "its count is -5, which is no count"},
      {of_all("1011 a", "10 2 \n12 5 \n14 3 \n19 4 \n"), "its root is no rank of the communicator"},
      {of_all("1148 a", "1c 10000 \n"), "its request is 10000; requests are -1 to 9999"},
      {of_all("1113 a", "LOOP0: iter: 5 [ 1 -1 0 4 1 ] mem: ( 1 )[ 1 -1 0 4 1 ]\n" + ok),
       "t.txt:3: values of some ranks read '( <value> ... )[ <ranks> ]'"},
      {of_all("999 a"), "t.txt:2: the function of an event must be a number from 1000 to 1166"},
      {event("1 -1 0 99999999 1", "1010 a"), "t.txt:1: a list of ranks has more than 1048576 of them"},
      {event("1 -1 1048576 1 0", "1010 a"), "t.txt:1: rank 1048576 cannot be: ranks are 0 to 1048575"},
      {event("1 -1 3 2 -4", "1010 a"), "t.txt:1: rank -1 cannot be"},
      {event("1 -2 0 2 1", "1010 a"), "t.txt:1: a dimension of a list of ranks reads"},
      {event("1 -1 0 2 1 7", "1010 a"), "t.txt:1: a list of ranks has more numbers than its parts need"},
      {of_all("1010 a", "10 2 \nfour\n"), "t.txt:4: \"four\" is no line of an event"},
      {of_all("1010 a", "COMP 4b-0: a (4 1.00 0 1.00 0 1.00){0.00 1.00 1.00\n"), "t.txt:3: a faulty histogram"},
      {of_all("1010 a", "COMP 4b-0: a (4 -1.00 0 1.00 0 1.00)\n"), "t.txt:3: a faulty histogram"},
      {of_all("1010 a") + "RANKS: 1 -1 0 4 1\n", "the file seems to be cut short: ranks without their event"},
      {of_all("1010 a", "10 2 \n") + "RANKS: 1 -1 0", "the file seems to be cut short: its last line has no end"},
  };
  for (const auto& [content, expected] : faults) {
    CAPTURE(content);
    CHECK(test::fault_of(content).find(expected) != std::string::npos);
  }
  formats::OpenOptions few;
  few.most_calls = 100;
  CHECK(test::fault_of(of_all("1010 a", loop(of("30"), of("1")) + "10 2 \n"), few) ==
        "t.txt: it makes more than 100 calls");
}

TEST_CASE("every message in the files of ScalaTrace 2 of CG and LU is sent and received") {
  for (const std::string name : {"cg/A/4", "cg/A/8", "cg/A/16", "lu/A/4", "lu/A/8"}) {
    const std::string path = test::sample("scalatrace2/ti/" + name + "/trace");
    if (path.empty()) continue;
    CAPTURE(name);
    const auto trace = formats::open_trace(path);
    CHECK(trace->notes().clock == "instructions");
    CHECK(losses(*trace).empty());
    const commands::CheckResult result = commands::CausalCheck(*trace, 10).run();
    CHECK(result.problems.empty());
    CHECK(result.received == result.messages);
    if (name == "cg/A/4") CHECK(result.messages == 6720);
  }
}

}  // namespace scalatrace_faults_test
