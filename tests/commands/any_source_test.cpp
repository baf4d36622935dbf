// SPDX-License-Identifier: Apache-2.0
// Traces with calls that cost something, and with receives from any source, as a user runs them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace any_source_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

std::string experiment(const std::string& more) {
  return "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\nworkload: {type: trace, file: t.txt" + more +
         "}\n";
}

/// Rank 0 serves rank 1 and then rank 4, both one hop away; the states say that it would serve any. Rank 1 computes.
std::string master_and_slaves(const std::string& last_receive = "4 0 0 64 any=source") {
  return "0 0 SS MPI_Recv ANY_SOURCE\n0 1 MR 1 0 0 64 any=source\n0 2 SE MPI_Recv\n"
         "0 2 SS MPI_Recv ANY_SOURCE\n0 3 MR " +
         last_receive +
         "\n0 4 SE MPI_Recv\n"
         "1 0 SS MPI_Init\n1 0 SE MPI_Init\n1 100000 SS MPI_Send\n1 100001 MS 0 0 0 64\n1 100002 SE MPI_Send\n"
         "4 0 SS MPI_Send\n4 1 MS 0 0 0 64\n4 2 SE MPI_Send\n";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("overheads of a trace, and the round trip of a long message, take the cycles that they should") {
  const Scratch scratch;
  scratch.file("t.txt", "0 0 MS 1 0 0 64\n1 0 MR 0 0 0 64\n");
  const auto cycles = [&](const std::string& mpi) {
    scratch.file("exp.yaml", experiment(mpi));
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    return Json::parse(ran.out)["cycles"].get<std::uint64_t>();
  };
  const std::uint64_t without = cycles("");
  // A phit of 4 B takes 32 ns at 1 Gb/s.
  CHECK(cycles(", mpi: {send_overhead: 320 ns}") == without + 10);
  CHECK(cycles(", mpi: {receive_overhead: 640 ns}") == without + 20 - 1);  // its first cycle is that of the receive
  CHECK(cycles(", mpi: {eager: 64 B}") == without);
  CHECK(cycles(", mpi: {eager: 63 B}") == without + 2 * (without - 2));  // entered in 1, received in the last but one
}

TEST_CASE("receives from any source take what comes first, and the result says where that was not recorded") {
  const Scratch scratch;
  scratch.file("t.txt", master_and_slaves());
  scratch.file("exp.yaml", experiment(", cpu: {scale: 1.0}"));
  const Ran recorded = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
  REQUIRE_MESSAGE(recorded.code == 0, recorded.err);
  CHECK_FALSE(Json::parse(recorded.out)["workload"].contains("any_source"));
  Json first;
  for (const char* how : {"--engine=event", "--engine=reference", "--threads=2"}) {
    CAPTURE(how);
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "any_source=wildcard", how, "-q", "--json", "-"});
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    const Json any = Json::parse(ran.out)["workload"]["any_source"];
    CHECK(any["receives"] == 2);
    CHECK(any["departures"] == 2);
    REQUIRE(any["first"].size() == 2);
    CHECK(any["first"][0]["rank"] == 0);
    CHECK(any["first"][0]["record"] == 2);
    CHECK(any["first"][0]["recorded"] == 1);
    CHECK(any["first"][0]["actual"] == 4);
    if (first.is_null()) first = any;
    CHECK(any == first);
  }
  const Ran text = run_fsin_in(scratch.path(), {"run", "exp.yaml", "any_source=wildcard", "-q"});
  CHECK(has(text.out, "any source   2 receives took the message that came first, 2 of them another one than was "));
  CHECK(has(text.out, "rank 0, record 2: from rank 4 instead of rank 1, in cycle "));
  CHECK(has(text.out, "what ranks do after such a receive was recorded after another outcome"));
}

TEST_CASE("a run that waits for a message that was taken names the departure") {
  const Scratch scratch;
  scratch.file("t.txt", master_and_slaves("4 0 0 64"));  // the second receive is from rank 4 only
  scratch.file("exp.yaml", experiment(", cpu: {scale: 1.0}"));
  CHECK(run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"}).code == 0);
  const Ran stuck = run_fsin_in(scratch.path(), {"run", "exp.yaml", "any_source=wildcard", "-q"});
  CHECK(stuck.code == 1);
  CHECK(has(stuck.out, "deadlock"));
  CHECK(has(stuck.out,
            "1 of 1 receives from any source took another message than the recorded one, the first in cycle "));
  CHECK(has(stuck.out, "rank 0, record 2, took that of rank 4 instead of rank 1; "));
}

TEST_CASE("keys that would do nothing are refused where they are written") {
  const Scratch scratch;
  scratch.file("t.txt", master_and_slaves());
  const auto complaint = [&](const std::string& more) {
    scratch.file("exp.yaml", experiment(more));
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(has(complaint(", mpi: {progress: calls}"), "progress in calls has no effect, since no message asks"));
  CHECK(has(complaint(", order: asap, any_source: wildcard"), "order asap ignores receives, from any source too"));
  CHECK(has(complaint(", order: asap, mpi: {eager: 1 KiB}"), "order asap posts no receives"));
}

}  // namespace any_source_test
