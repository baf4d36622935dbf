// SPDX-License-Identifier: Apache-2.0
// Traces that cannot be run: what is said, and where.
#include <doctest/doctest.h>

#include "tests/trgen/programs/ti/ti_text.hpp"

namespace refusal_test {

using namespace trgen::test;

namespace {

std::string refused(const std::string& text) {
  const Made made = make_ti(text);
  CHECK(made.program == nullptr);
  return made.messages;
}

bool says(const std::string& text, const std::string& what) {
  const std::string messages = refused(text);
  INFO(messages);
  return messages.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("a fault is told with its line and column, and how the action reads") {
  CHECK(says("0 init\n0 send 1 x 8\n",
             "run.ti:2:10: faulty send: \"x\" is not a number; it reads '<rank> send "
             "<destination> <tag> <count> [type]'"));
  CHECK(says("0 init\n0 sned 1 1 8\n", "run.ti:2:3: unknown action \"sned\"; did you mean \"send\"?"));
  CHECK(says("0 init\nq send 1 1 8\n", "run.ti:2:1: \"q\" is not a rank"));
  CHECK(says("0 compute -4\n", "run.ti:1:11: faulty compute: -4 is no count"));
  CHECK(says("0 bcast\n", "run.ti:1:8: faulty bcast: an argument is missing"));
  CHECK(says("0 bcast 8 5\n", "the root 5, but the communicator has 1 ranks"));
}

TEST_CASE("ranks that are not there") {
  CHECK(says("#ranks 2\n0 send 2 1 8\n", "run.ti:2:8: faulty send: rank 2, but the trace has 2 ranks"));
  CHECK(says("0 send 7 1 8\n", "run.ti:1: a message to or from rank 7, but there are 1 ranks"));
  CHECK(says("0 Start 0 1 8\n0 wait 7 0 1\n", "run.ti:2: a message to or from rank 7, but there are 1 ranks"));
  CHECK(says("#ranks 2\n0 Start 0 1 8\n0 test 5 0 1\n", "run.ti:3:8: faulty test: rank 5, but the trace has 2 ranks"));
  CHECK(says("0 bcast 8 0\n1e0 bcast 8 0\n2e0 ibarrier\n", "run.ti"));
  CHECK(says("#ranks 2\n3 init\n", "rank 3, but the trace has 2 ranks"));
  CHECK(says("#comm 1 0,9\n0 barrier\n", "names rank 9, but there are 1 ranks"));
}

TEST_CASE("ranks that call different collectives, which a trace of sub-communicators has") {
  CHECK(says("0 barrier\n0 allreduce 8 0\n1 barrier\n1 bcast 8\n",
             "as number 2, rank 0 calls MPI_Allreduce of 8 B (root 0), and rank 1 MPI_Bcast of 8 B (root 0)"));
  CHECK(says("0 barrier\n1 init\n", "as number 1, rank 0 calls MPI_Barrier (root 0), and rank 1 nothing"));
  CHECK(says("0 allgatherv 1 1 2\n1 allgatherv 2 1 3\n", "sizes of blocks, differ"));
  CHECK(says("#comm 4 0-1\n0 barrier comm=4\n1 init\n", "the ranks of communicator 4 do not call the same"));
}

TEST_CASE("communicators and requests that are not named right") {
  CHECK(says("0 barrier comm=3\n", "rank 0 is in no communicator 3; name its ranks in a line before, #comm 3 <ranks>"));
  CHECK(says("#comm 0 0\n0 barrier\n", "numbers are 1 to"));
  CHECK(says("#comm 3 0,0\n0 barrier\n", "rank 0 is in it twice"));
  CHECK(says("#comm x 0\n0 barrier\n", "no communicator; it reads '#comm <number> <ranks>'"));
  CHECK(says("0 irecv 0 1 8 6 req=x\n", "req=x is no number of a request"));
  CHECK(says("0 irecv 0 1 8 6 req=1\n0 irecv 0 1 8 6\n", "it has no number, req=N"));
  CHECK(says("0 irecv 0 1 8 6\n0 irecv 0 1 8 6 req=1\n", "other requests of the rank have none"));
  CHECK(says("0 irecv 0 1 8 6 req=1\n0 waitany 2 req=1,2\n", "is no range of requests"));
}

TEST_CASE("files that are no traces") {
  CHECK(says("# nothing\n", "there is no action in it"));
  trgen::programs::ti::TimeIndependentParams params;
  params.file = "/nowhere/run.lst";
  CHECK(make_ti(params).messages.find("/nowhere/run.lst") != std::string::npos);
  const fsin::test::Scratch scratch;
  params.file = scratch.file("run.lst", "rank-0.ti\nrank-1.ti\n");
  CHECK(make_ti(params).messages.find("there is no file \"rank-0.ti\"") != std::string::npos);
}

TEST_CASE("a trace that says it is incomplete runs with a warning, or is refused for that reason") {
  const auto made = make_ti("#clock ns\n#ranks 2\n#incomplete 1 ended in MPI_Recv\n0 send 1 1 8\n1 init\n");
  CHECK(made.program);
  CHECK(made.messages.find("1 ranks end before their program did (#incomplete), and who waits for them waits for "
                           "ever") != std::string::npos);
  CHECK(
      says("#ranks 2\n#incomplete 1 ended in MPI_Recv\n0 barrier\n1 init\n",
           "the trace is incomplete: 1 of 2 ranks end before their program did (rank 1: ended in MPI_Recv); the ranks "
           "of communicator 0 do not call the same collectives"));
  CHECK_FALSE(says("#ranks 2\n#incomplete 1\n0 barrier\n1 init\n", "add comm=N"));
  CHECK(says("#incomplete x\n0 init\n", "the line reads '#incomplete <ranks> <why>'"));
}

}  // namespace refusal_test
