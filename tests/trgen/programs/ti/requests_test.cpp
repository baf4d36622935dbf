// SPDX-License-Identifier: Apache-2.0
// Which requests the waits and tests of a time-independent trace complete.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/trgen/programs/ti/ti_text.hpp"

namespace requests_test {

using namespace trgen::test;

namespace {

/// What rank 1 does in these tests does not matter.
Words of_rank_0(const std::string& text) { return operations_in("#ranks 2\n" + text); }

}  // namespace

TEST_CASE("a wait completes the first request of its source, destination and tag") {
  CHECK(
      of_rank_0("0 irecv 1 1 8\n0 irecv 1 2 8\n0 irecv 1 1 8\n0 isend 1 1 8\n0 wait 1 0 2\n0 wait 1 0 1\n0 wait 0 1 1\n"
                "0 waitall 1\n") == Words{"0: receive from 1 tag 1 8 B", "1: receive from 1 tag 2 8 B",
                                          "2: receive from 1 tag 1 8 B", "3: send to 1 tag 1 8 B", "wait 1+1",
                                          "wait 0+1", "wait 3+1", "wait 2+1"});
}

TEST_CASE("numbers of requests are used again, so that a long trace needs few") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "0 irecv 1 1 8\n0 isend 1 1 8\n0 waitall 2\n";
  for (int i = 0; i < 1000; ++i)
    text += "0 irecv 1 1 8\n0 wait 1 0 1\n0 irecv 1 1 8\n0 isend 1 1 8\n0 wait 0 1 1\n0 wait 1 0 1\n";
  const auto made = make_ti("#ranks 2\n" + text);
  REQUIRE(made.program);
  CHECK(made.program->most_requests() == 2);
}

TEST_CASE("the last test of a request for which nothing waits is where the program found it complete") {
  CHECK(of_rank_0("0 irecv 1 1 8\n0 test 1 0 1\n0 compute 5\n0 test 1 0 1\n0 compute 6\n") ==
        Words{"0: receive from 1 tag 1 8 B", "wait 0+0", "compute 5", "wait 0+1", "compute 6"});
  CHECK(of_rank_0("0 irecv 1 1 8\n0 test 1 0 1\n0 compute 5\n0 wait 1 0 1\n") ==
        Words{"0: receive from 1 tag 1 8 B", "wait 0+0", "compute 5", "wait 0+1"});
}

TEST_CASE("tests of pending requests and MPI_Iprobe take the time that is said") {
  trgen::programs::ti::TimeIndependentParams params;
  params.test_time = fsin::Nanoseconds{700};
  params.probe_time = fsin::Nanoseconds{30};
  const auto made = make_ti(
      "#ranks 2\n0 irecv 1 1 8\n0 test 1 0 1\n0 testall\n0 wait 1 0 1\n0 test 1 0 1\n0 testall\n0 iprobe\n"
      "0 probe\n1 send 0 1 8\n",
      params);
  REQUIRE_MESSAGE(made.program, made.messages);
  CHECK(operations_of(*made.program, 0) ==
        Words{"0: receive from 1 tag 1 8 B", "compute 700", "wait 0+0", "compute 700", "wait 0+1", "compute 30"});
}

TEST_CASE("the last test of several requests is where the program found them complete") {
  CHECK(of_rank_0("0 irecv 1 1 8\n0 irecv 1 2 8\n0 testall\n0 compute 5\n0 testall\n0 compute 6\n") ==
        Words{"0: receive from 1 tag 1 8 B", "1: receive from 1 tag 2 8 B", "wait 0+0", "wait 1+0", "compute 5",
              "wait 0+1", "wait 1+1", "compute 6"});
  CHECK(of_rank_0("0 irecv 1 1 8\n0 testany\n0 compute 5\n0 irecv 1 1 8\n0 waitall 1\n") ==
        Words{"0: receive from 1 tag 1 8 B", "wait 0+1", "compute 5", "0: receive from 1 tag 1 8 B", "wait 0+1"});
}

TEST_CASE("a rank that completes its requests by tests alone keeps a bounded number of them") {
  std::string text = "#ranks 2\n";
  for (int i = 0; i < 20'000; ++i) text += "0 irecv 1 1 8\n0 test 1 0 1\n";
  const auto made = make_ti(text);
  REQUIRE(made.program);
  CHECK(made.program->most_requests() <= 4097);
  const Words words = operations_of(*made.program, 0);
  CHECK(std::count(words.begin(), words.end(), "wait 0+1") > 1);
}

TEST_CASE("after as many waits for any as there are requests, all are complete") {
  CHECK(of_rank_0("0 irecv 1 1 8\n0 irecv 1 2 8\n0 waitAny 2\n0 waitAny 2\n0 irecv 1 3 8\n0 wait 1 0 3\n") ==
        Words{"0: receive from 1 tag 1 8 B", "1: receive from 1 tag 2 8 B", "wait any 0+2", "wait any 0+2",
              "0: receive from 1 tag 3 8 B", "wait 0+1"});
}

TEST_CASE("a request of the name of one that a wait for any may have completed begins when that one is complete") {
  CHECK(of_rank_0("0 irecv 1 1 8\n0 irecv 1 2 8\n0 waitAny 2\n0 irecv 1 2 8\n0 waitall 2\n") ==
        Words{"0: receive from 1 tag 1 8 B", "1: receive from 1 tag 2 8 B", "wait any 0+2", "wait 1+1",
              "1: receive from 1 tag 2 8 B", "wait 0+2"});
}

TEST_CASE("requests for which nothing waits are waited for at the end") {
  CHECK(of_rank_0("0 irecv 1 1 8\n0 compute 5\n0 finalize\n") ==
        Words{"0: receive from 1 tag 1 8 B", "compute 5", "wait 0+1"});
}

TEST_CASE("requests and communicators that lines name by numbers") {
  CHECK(of_rank_0("#comm 3 0-1\n0 irecv 1 1 8 6 req=4 comm=3\n0 isend 1 1 8 6 req=7\n0 waitany 4 req=4-7\n"
                  "0 waitall 2 req=4-7\n0 wait 1 0 1 req=4\n") ==
        Words{"4: receive from 1 tag 1 8 B on 48", "7: send to 1 tag 1 8 B", "wait any 4+4", "wait 4+4", "wait 4+1"});
}

TEST_CASE("sends for which nothing waits are told only in a trace that waits for sends") {
  const auto told = [](const std::string& text) {
    return make_ti("#ranks 2\n1 irecv 0 1 8\n1 wait 0 1 1\n" + text).messages;
  };
  const std::string left = "requests for which nothing waits, waited for at the end";
  CHECK(told("0 isend 1 1 8\n0 isend 1 2 8\n").empty());
  CHECK(told("0 isend 1 1 8\n0 irecv 1 2 8\n").find("1 " + left) != std::string::npos);
  CHECK(told("0 isend 1 1 8\n0 wait 0 1 1\n0 isend 1 2 8\n").find("1 " + left) != std::string::npos);
  CHECK(told("0 isend 1 1 8\n0 waitall 1\n0 isend 1 2 8\n").find("1 " + left) != std::string::npos);
}

}  // namespace requests_test
