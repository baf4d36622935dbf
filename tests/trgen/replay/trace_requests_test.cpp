// SPDX-License-Identifier: Apache-2.0
// Long messages of a trace: the states say what waits for what. A message of 640 B over the ideal network is there 34
// cycles after it began to ask, and then ten packets long: 17 + 9 * 16 cycles.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"
#include "tests/trgen/trace_tools.hpp"

namespace trace_requests_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

Ran run_text(const std::string& text, std::uint64_t eager, IdealSettings how = {.most_cycles = 20000}) {
  const auto trace = trgen::test::read_text(text);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = cycle_clock();
  settings.costs.eager = eager;
  settings.outboxes = true;
  how.nodes = trace->ranks();
  return run_replay(*make_trace_replay(trace, settings, network_of(how.nodes)), how);
}

/// Both ranks of two do the same with each other: @ is the rank, & the other one.
std::string both(const std::string& of_rank) {
  std::string text;
  for (const char rank : {'0', '1'}) {
    for (const char each : of_rank)
      text += each == '@' ? rank : each == '&' ? static_cast<char>('0' + '1' - rank) : each;
  }
  return text;
}

}  // namespace

TEST_CASE("two ranks that exchange long messages wait for each other in MPI_Send, and in no other call") {
  const std::string receive = "@ 0 SS MPI_Recv\n@ 0 MR & 0 0 640\n@ 0 SE MPI_Recv\n";
  const Ran stuck = run_text(both("@ 0 SS MPI_Send\n@ 0 MS & 0 0 640\n@ 0 SE MPI_Send\n" + receive), 100);
  CHECK_FALSE(stuck.finished);
  CHECK(stuck.waiting.size() == 2);
  for (const std::string& text :
       {std::string("@ 0 SS MPI_Isend\n@ 0 MS & 0 0 640\n@ 0 SE MPI_Isend\n") + receive,
        std::string("@ 0 SS MPI_Sendrecv\n@ 0 MS & 0 0 640\n@ 0 MR & 0 0 640\n@ 0 SE MPI_Sendrecv\n"),
        std::string("@ 0 SS MPI_Allreduce\n@ 0 MS & 0 0 640\n@ 0 MR & 0 0 640\n@ 0 SE MPI_Allreduce\n"),
        std::string("@ 0 MS & 0 0 640\n@ 0 MR & 0 0 640\n")}) {
    CAPTURE(text);
    const Ran ran = run_text(both(text), 100);
    CHECK(ran.finished);
    CHECK(ran.entered.size() == 24);
    CHECK(ran.ranks[0].finished == 1 + 34 + 17 + 9 * 16);
  }
}

TEST_CASE("a message of MPI_Sendrecv is waited for at the end of the call, one of MPI_Isend is not") {
  const std::string receiver =
      "1 0 SS MPI_Recv\n1 0 SE MPI_Recv\n1 1000 SS MPI_Recv\n1 1000 MR 0 0 0 640\n1 1000 SE MPI_Recv\n";
  for (const bool waits : {false, true}) {
    const std::string name = waits ? "MPI_Sendrecv" : "MPI_Isend";
    const Ran ran = run_text("0 0 SS " + name + "\n0 0 MS 1 0 0 640\n0 0 SE " + name + "\n" + receiver, 100);
    CHECK(ran.finished);
    CHECK(ran.ranks[0].finished == (waits ? 1000 + 1 + 17 + 9 + 1 : 0));
  }
}

TEST_CASE("receives of MPI_Irecv are posted there, so that a blocking send of the second does not wait for the first") {
  const std::string receiver =
      "1 0 SS MPI_Irecv\n1 0 SE MPI_Irecv\n1 0 SS MPI_Irecv\n1 0 SE MPI_Irecv\n"
      "1 0 SS MPI_Wait\n1 0 MR 0 1 0 640\n1 0 SE MPI_Wait\n1 0 SS MPI_Wait\n1 0 MR 0 2 0 640\n1 0 SE MPI_Wait\n";
  const std::string waitall = "1 0 SS MPI_Waitall\n1 0 MR 0 1 0 640\n1 0 MR 0 2 0 640\n1 0 SE MPI_Waitall\n";
  const std::string sender =
      "0 0 SS MPI_Send\n0 0 MS 1 2 0 640\n0 0 SE MPI_Send\n0 0 SS MPI_Send\n0 0 MS 1 1 0 640\n0 0 SE MPI_Send\n";
  for (const std::string& each : {receiver, waitall}) {
    const Ran ran = run_text(sender + each, 100);
    CHECK(ran.finished);
    CHECK(ran.report.messages_delivered == 2);
  }
  // Without MPI_Irecv the program itself would wait for ever, and so does its replay.
  CHECK_FALSE(run_text(sender + "1 0 SS MPI_Recv\n1 0 MR 0 1 0 640\n1 0 SE MPI_Recv\n"
                                "1 0 SS MPI_Recv\n1 0 MR 0 2 0 640\n1 0 SE MPI_Recv\n",
                       100)
                  .finished);
}

TEST_CASE("an early MPI_Irecv lets a long message come during the burst before the wait") {
  const std::string sender = "0 0 SS MPI_Send\n0 0 MS 1 0 0 640\n0 0 SE MPI_Send\n";
  const std::string receiver =
      "1 0 SS MPI_Irecv\n1 0 SE MPI_Irecv\n1 1000 SS MPI_Wait\n1 1000 MR 0 0 0 640\n1 1000 SE MPI_Wait\n";
  const Ran ran = run_text(sender + receiver, 100);
  CHECK(ran.finished);
  CHECK(ran.entered.back().cycle == 44);
  CHECK(ran.ranks[1].finished == 1001);
}

}  // namespace trace_requests_test
