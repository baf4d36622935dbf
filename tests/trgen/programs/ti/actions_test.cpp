// SPDX-License-Identifier: Apache-2.0
// What each action of a time-independent trace does: messages and computing.
#include <doctest/doctest.h>

#include "tests/trgen/programs/ti/ti_text.hpp"

namespace actions_test {

using namespace trgen::test;

TEST_CASE("messages have the sizes of their types") {
  CHECK(operations_in("0 send 1 7 10\n1 recv 0 7 10\n") == Words{"send to 1 tag 7 10 B"});
  CHECK(operations_in("0 send 1 7 10 1\n1 recv 0 7 10 1\n") == Words{"send to 1 tag 7 40 B"});
  CHECK(operations_in("0 init 1\n0 send 1 7 10\n1 recv 0 7 80\n") == Words{"send to 1 tag 7 80 B"});
  CHECK(operations_in("0 recv 1 7 10 3\n1 send 0 7 20\n") == Words{"receive from 1 tag 7 20 B"});
  CHECK(operations_in("0 Bsend 1 7 1e1 0\n1 recv 0 7 80\n") == Words{"send to 1 tag 7 80 B"});
}

TEST_CASE("the dialect of the papers has no tags, and its waits are for the request that was started last") {
  CHECK(operations_in("p0 Isend p1 5\np0 Irecv p1 1e3\np0 wait\np0 compute 7\np0 waitAll\np0 allReduce 10 20\n"
                      "p1 recv p0 5\np1 send p0 1e3\np1 allReduce 10 20\n") ==
        Words{"0: send to 1 tag 0 5 B", "1: receive from 1 tag 0 1000 B", "wait 1+1", "compute 7", "wait 0+1",
              "allreduce 10 B root 0", "compute 20"});
}

TEST_CASE("a message to or from nobody, which is written -333, is no message") {
  CHECK(operations_in("0 send -333 7 2 1\n0 isend -333 7 2 1\n0 wait 0 -333 7\n0 compute 1\n") == Words{"compute 1"});
}

TEST_CASE("receives from any source or with any tag stay open") {
  const auto made = make_ti("0 recv -333 -444 8\n0 irecv -333 3 8\n0 wait -333 0 3\n1 send 0 1 8\n1 send 0 3 8\n");
  REQUIRE(made.program);
  CHECK(operations_of(*made.program, 0) ==
        Words{"receive from any tag any 8 B", "0: receive from any tag 3 8 B", "wait 0+1"});
  CHECK(made.program->receives_any());
  CHECK_FALSE(make_ti("0 send 1 1 8\n1 recv 0 1 8\n").program->receives_any());
  // A buffer may be larger than the message that it takes, which the rules of MPI match.
  CHECK(make_ti("0 send 1 1 8\n1 recv 0 1 64\n").program->receives_any());
}

TEST_CASE("a send and receive at once are started together, the receive first") {
  CHECK(operations_in("0 sendRecv 10 1 5 1 1 0\n1 sendRecv 10 0 5 0 0 1\n") ==
        Words{"0: receive from 1 tag 0 40 B", "1: send to 1 tag 0 40 B", "wait 0+1", "wait 1+1"});
}

TEST_CASE("persistent requests are posted where they are started, a receive with the source that its wait names") {
  CHECK(
      operations_in("0 Start 1 9 24 1\n0 Start 0 8 12 1\n0 wait 0 1 9\n0 wait 1 0 8\n1 recv 0 9 24\n1 send 0 8 12\n") ==
      Words{"0: send to 1 tag 9 24 B", "1: receive from 1 tag 8 12 B", "wait 0+1", "wait 1+1"});
  CHECK_FALSE(make_ti("0 Start 0 8 12 1\n0 compute 5\n0 wait 1 0 8\n1 send 0 8 12\n").program->receives_any());
  CHECK(operations_in("0 Start 0 8 12 1\n0 waitall 1\n1 send 0 8 12\n") ==
        Words{"0: receive from any tag 8 12 B", "wait 0+1"});
}

TEST_CASE("a synchronous send is known for one, and its receives are matched as in MPI") {
  const auto made = make_ti("0 Ssend 1 7 8\n0 ISsend 1 8 8\n0 wait 0 1 8\n1 recv 0 7 8\n1 recv 0 8 8\n");
  REQUIRE(made.program);
  CHECK(operations_of(*made.program, 0) ==
        Words{"send synchronously to 1 tag 7 8 B", "0: send synchronously to 1 tag 8 8 B", "wait 0+1"});
  CHECK(made.program->receives_any());
  CHECK_FALSE(made.program->only_blocks());
  CHECK(made.messages.empty());
}

TEST_CASE("several persistent requests at once are those that were started one by one before") {
  const auto made = make_ti(
      "0 Start 1 9 24 1\n0 Start 0 8 12 1\n0 waitall 2\n0 Startall\n0 compute 5\n0 wait 0 1 9\n0 wait 1 0 8\n"
      "1 irecv 0 9 24\n1 isend 0 8 12\n1 waitall 2\n1 irecv 0 9 24\n1 isend 0 8 12\n1 waitall 2\n");
  REQUIRE_MESSAGE(made.program, made.messages);
  CHECK(operations_of(*made.program, 0) == Words{"0: send to 1 tag 9 24 B", "1: receive from any tag 8 12 B",
                                                 "wait 0+2", "0: send to 1 tag 9 24 B", "1: receive from 1 tag 8 12 B",
                                                 "compute 5", "wait 0+1", "wait 1+1"});
  CHECK(made.messages.find("1 starts of several persistent requests (Startall), taken as of all") != std::string::npos);
}

TEST_CASE("where no line names persistent requests that are started together, a wait may") {
  const auto made = make_ti("0 Startall\n0 wait 0 1 9\n0 wait 1 0 8\n1 recv 0 9 24\n1 send 0 8 12\n");
  REQUIRE_MESSAGE(made.program, made.messages);
  CHECK(operations_of(*made.program, 0) == Words{"send to 1 tag 9 0 B", "receive from 1 tag 8 0 B"});
  CHECK(made.messages.find("2 sizes of messages, taken as 0") != std::string::npos);
}

TEST_CASE("computing lasts as long as the rate says, sleeping as long as it says itself") {
  trgen::programs::ti::TimeIndependentParams params;
  params.rate = "2 Gf/s";
  CHECK(operations_in("0 compute 1000\n0 sleep 1.5e-6\n0 location a.c 7\n0 compute 0\n", params) ==
        Words{"compute 500", "compute 1500"});
  CHECK(operations_in("#clock ns\n0 compute 1000\n") == Words{"compute 1000"});
  params.rate = "500 Mips";
  CHECK(operations_in("#clock instructions\n0 compute 1000\n", params) == Words{"compute 2000"});
}

TEST_CASE("what the trace does not know is counted, with what was assumed and how to say it") {
  const auto made =
      make_ti("0 send 1 11 3 -1\n0 send 1 1 1\n0 probe 1 2\n0 Startall\n0 put 1 2\n1 recv 0 11 3 -1\n1 recv 0 1 -1\n");
  REQUIRE(made.program);
  for (const char* each : {"2 sizes of derived datatypes, taken as 1 byte an element (derived_type_size sets it)",
                           "1 sizes of messages, taken as 0", "1 probes, left out",
                           "1 starts of several persistent requests", "1 one-sided and other calls"}) {
    CHECK(made.messages.find(each) != std::string::npos);
    CHECK(made.program->name().find(each) != std::string::npos);
  }
  trgen::programs::ti::TimeIndependentParams params;
  params.derived_type_size = fsin::Bytes{64};
  CHECK(operations_in("0 send 1 11 3 -1\n1 recv 0 11 3 -1\n", params) == Words{"send to 1 tag 11 192 B"});
}

}  // namespace actions_test
