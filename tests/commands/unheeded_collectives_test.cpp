// SPDX-License-Identifier: Apache-2.0
// Values that are set for collectives and that calls do not follow: one rule for programs, traces and jobs. The rule of
// trgen convert is in tests/trgen/commands_test.cpp.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/commands/run_json.hpp"

namespace unheeded_collectives_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* ring_of_four =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}, packet: 4 KiB, phit: 64 B}\n"
    "workload:\n  type: program\n  kernel: {type: collective, operation: reduce-scatter, bytes: 64 KiB}\n";

/// A text trace of 4 ranks that call MPI_Allreduce once with each number of bytes, without the messages.
std::string regular_trace(const std::vector<std::string>& bytes) {
  std::string trace = "#insee-trace 1\n#ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    int time = 0;
    for (const std::string& each : bytes) {
      trace += std::to_string(rank) + " " + std::to_string(++time) + " SS MPI_Allreduce communicator=0 sent=" + each +
               " received=" + each + "\n";
      trace += std::to_string(rank) + " " + std::to_string(++time) + " SE MPI_Allreduce\n";
    }
  }
  return trace;
}

}  // namespace

TEST_CASE("an algorithm of a collective that is never called is told, with the key of the one that is") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(ring_of_four) + "  collectives: {reduce_scatter: pairwise}\n");
  const Result result = run_json(scratch, {});
  CHECK(result.ran.code == 0);
  CHECK(has(result.ran.err,
            "exp.yaml:6:33: warning: workload.collectives.reduce_scatter has no effect: the program "
            "calls no MPI_Reduce_scatter that moves data (it calls MPI_Reduce_scatter_block, key "
            "reduce_scatter_block); remove it"));
  REQUIRE(result.json["unheeded"].size() == 1);
  CHECK(result.json["unheeded"][0]["key"] == "workload.collectives.reduce_scatter");
  CHECK(has(run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"}).out,
            "unheeded     workload.collectives.reduce_scatter has no effect: "));
  CHECK(has(run_fsin_in(scratch.path(), {"check", "exp.yaml"}).err, "reduce_scatter has no effect"));
  scratch.file("exp.yaml", std::string(ring_of_four) + "  collectives: {reduce_scatter_block: pairwise}\n");
  const Result heeded = run_json(scratch, {});
  CHECK(heeded.ran.err.empty());
  CHECK(heeded.json["unheeded"].empty());
}

TEST_CASE("an algorithm that can do none of the calls is refused, with those that can") {
  const Scratch scratch;
  const auto refused = [&](const std::string& kernel, const std::string& collectives, unsigned nodes) {
    scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: torus, dims: [" + std::to_string(nodes) +
                                 "]}}\nworkload: {type: program, kernel: {type: collective, " + kernel +
                                 "}, collectives: {" + collectives + "}}\n");
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
    CHECK(ran.code == 2);
    CHECK(has(ran.err, "which can do none of the calls: "));
    CHECK(has(ran.err, "; algorithms that can: "));
    return ran.err;
  };
  CHECK(has(refused("operation: allreduce, bytes: 1 MiB", "allreduce: torus-ring, torus: 4x4", 15),
            "the product of the dimensions of torus is not the number of ranks"));
  CHECK(has(refused("operation: allgather, bytes: 5 KiB", "allgather: recursive-doubling", 5),
            "it needs a power of two of ranks"));
  CHECK(has(refused("operation: barrier", "barrier: two-proc", 4), "it needs 2 ranks"));
  refused("operation: allreduce, bytes: 16 B", "allreduce: ring", 8);
}

TEST_CASE("an algorithm that cannot do some of the calls is told with their number, and what does them") {
  const Scratch scratch;
  scratch.file("p.yaml",
               "trgen-program: 1\nranks: 4\nprogram:\n  - allreduce: {bytes: 1 MiB}\n  - allreduce: {bytes: 8}\n");
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\n"
               "workload: {type: trace, file: t.ti, collectives: {library: mpich, allreduce: ring}}\n");
  std::string trace;
  for (int rank = 0; rank < 4; ++rank) {
    for (const char* line : {"init", "allreduce 8000 0", "allreduce 1 0", "finalize"})
      trace += std::to_string(rank) + " " + line + "\n";
  }
  scratch.file("t.ti", trace);
  const Result result = run_json(scratch, {});
  CHECK_MESSAGE(result.ran.code == 0, result.ran.err);
  REQUIRE(result.json["unheeded"].size() == 1);
  CHECK(result.json["unheeded"][0]["key"] == "workload.collectives.allreduce");
  CHECK(has(result.json["unheeded"][0]["why"], "names ring, which cannot do 1 of 2 calls ("));
  CHECK(has(result.json["unheeded"][0]["why"], "an algorithm of mpich's choice does them"));
}

TEST_CASE("what is set for the collectives of a regular trace follows the same rule as that of a program") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\n"
               "workload: {type: trace, file: t.txt, collectives: {library: mpich, allreduce: ring}}\n");
  scratch.file("t.txt", regular_trace({"64000", "8"}));
  const Result some = run_json(scratch, {"workload.collectives.alltoall=pairwise", "workload.collectives.chains=3"});
  CHECK_MESSAGE(some.ran.code == 0, some.ran.err);
  REQUIRE(some.json["unheeded"].size() == 3);
  const auto why = [&](const std::string& key) {
    for (const Json& each : some.json["unheeded"]) {
      if (each["key"] == "workload.collectives." + key) return each["why"].get<std::string>();
    }
    return std::string();
  };
  CHECK(has(why("allreduce"), "names ring, which cannot do 1 of 2 calls ("));
  CHECK(has(why("alltoall"), "has no effect: the expanded part of the trace calls no MPI_Alltoall"));
  CHECK(has(why("chains"), "has no effect on the algorithms that are set here"));
  CHECK(has(some.ran.err, "exp.yaml:3:"));  // the place of the key
  CHECK(count(some.ran.err, "names ring") == 1);

  scratch.file("t.txt", regular_trace({"8"}));
  const Ran none = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(none.code == 2);
  CHECK(has(none.err, "collectives.allreduce names ring, which can do none of the calls: "));
  CHECK(has(none.err, "; algorithms that can: "));

  scratch.file("t.txt",
               "#ranks 2\n0 1 SS MPI_Send\n0 1 MS 1 0 0 8\n0 2 SE MPI_Send\n1 1 SS MPI_Recv\n"
               "1 2 MR 0 0 0 8\n1 2 SE MPI_Recv\n");
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\n"
               "workload: {type: trace, file: t.txt, collectives: {library: mpich}}\n");
  const Result nothing = run_json(scratch, {});
  REQUIRE(nothing.json["unheeded"].size() == 1);
  CHECK(nothing.json["unheeded"][0]["key"] == "workload.collectives.library");
  CHECK(has(nothing.json["unheeded"][0]["why"], "has no effect: no collective is expanded"));
}

TEST_CASE("what is set for the collectives of jobs is told with the job, whether it is a program or a trace") {
  const Scratch scratch;
  scratch.file("t.txt", regular_trace({"64000", "8"}));
  const auto jobs = [&](const std::string& allreduce) {
    scratch.file("exp.yaml",
                 "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\nworkload:\n  type: jobs\n  jobs:\n"
                 "    - {workload: {type: program, kernel: {type: collective, operation: bcast, bytes: 64 KiB, ranks: "
                 "4}, collectives: {bcast: k-nomial, chains: 3}}}\n"
                 "    - {workload: {type: trace, file: t.txt, collectives: {library: mpich, " +
                     allreduce + "}}}\n");
  };
  jobs("allreduce: ring");
  const Result told = run_json(scratch, {});
  CHECK_MESSAGE(told.ran.code == 0, told.ran.err);
  REQUIRE(told.json["unheeded"].size() == 2);
  CHECK(told.json["unheeded"][0]["key"] == "workload.jobs[0].workload.collectives.chains");
  CHECK(told.json["unheeded"][1]["key"] == "workload.jobs[1].workload.collectives.allreduce");
  CHECK(count(told.ran.err, "names ring") == 1);
  CHECK(has(told.ran.err, "exp.yaml:6:"));
  jobs("allreduce: torus-ring, torus: 5x3");
  const Ran refused = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "jobs, entry 2: "));
  CHECK(has(refused.err, "which can do none of the calls: "));
}

TEST_CASE("tuning that no algorithm uses is told, and tuning that one uses is not") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [16]}}\nworkload: {type: program, kernel: {type: "
               "collective, operation: bcast, bytes: 64 KiB}, collectives: {bcast: k-nomial, radix: 3}}\n");
  CHECK(run_json(scratch, {}).json["unheeded"].empty());
  const Result segment = run_json(scratch, {"workload.collectives.chains=3"});
  REQUIRE(segment.json["unheeded"].size() == 1);
  CHECK(segment.json["unheeded"][0]["key"] == "workload.collectives.chains");
  CHECK(has(segment.ran.err, "override 'workload.collectives.chains=3': warning: "));
}

}  // namespace unheeded_collectives_test
