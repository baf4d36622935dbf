// SPDX-License-Identifier: Apache-2.0
// Collectives of a regular trace, expanded by fsin and trgen.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace collectives_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* experiment =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
    "workload: {type: trace, file: t.ti, collectives: {library: mpich}}\n";

/// A barrier, an allreduce of 8,000 bytes and an alltoall of 400 bytes on 16 ranks.
std::string regular_trace() {
  std::string text;
  for (int rank = 0; rank < 16; ++rank) {
    for (const std::string line : {"init", "barrier", "allreduce 8000 0", "alltoall 400 400", "finalize"}) {
      text += std::to_string(rank) + " " + line + "\n";
    }
  }
  return text;
}

Json run_with(const Scratch& scratch, const std::string& setting) {
  const Ran ran = run_fsin_in(scratch.path(), {"run", "e.yaml", setting, "-q", "--json", "-"});
  CHECK_MESSAGE(ran.code == 0, ran.err);
  return Json::parse(ran.out, nullptr, false);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a regular trace is replayed with the messages of the algorithms that are chosen") {
  const Scratch scratch;
  scratch.file("e.yaml", experiment);
  scratch.file("t.ti", regular_trace());
  // 16 x 4 of the barrier, 16 x 8 of Rabenseifner's allreduce, 16 x 15 of the alltoall without those of a rank to
  // itself
  const Json library = run_with(scratch, "measure.seed=1");
  CHECK(library["messages"]["delivered"] == 16 * 4 + 16 * 8 + 16 * 15);
  CHECK(library["ranks"]["finished"] == 16);
  const Json ring = run_with(scratch, "workload.collectives.allreduce=ring");
  CHECK(ring["messages"]["delivered"] == 16 * 4 + 16 * 30 + 16 * 15);
  CHECK(ring["fingerprint"] != library["fingerprint"]);
  const Json bruck = run_with(scratch, "workload.collectives.alltoall=bruck");
  CHECK(bruck["messages"]["delivered"] == 16 * 4 + 16 * 8 + 16 * 4);
  CHECK(run_with(scratch, "measure.seed=1")["fingerprint"] == library["fingerprint"]);
}

TEST_CASE("an algorithm that an operation does not have is refused where it is written, with the nearest") {
  const Scratch scratch;
  scratch.file("e.yaml", experiment);
  scratch.file("t.ti", regular_trace());
  const Ran wrong = run_fsin_in(scratch.path(), {"run", "e.yaml", "workload.collectives.allreduce=rign"});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "allreduce has no algorithm \"rign\"; did you mean \"ring\"?"));
  const Ran other = run_fsin_in(scratch.path(), {"check", "e.yaml", "workload.collectives.bcast=ring"});
  CHECK(other.code == 2);
  CHECK(has(other.err, "\"ring\" is an algorithm of"));
}

TEST_CASE("fsin check tells whose algorithms are used, and a region is one of the expanded trace") {
  const Scratch scratch;
  scratch.file("e.yaml", experiment);
  scratch.file("t.ti", regular_trace());
  const Ran checked = run_fsin_in(scratch.path(), {"check", "e.yaml", "workload.collectives.allreduce=ring"});
  CHECK(has(checked.out, "collectives   expanded as of mpich,allreduce=ring"));
  const Json part = run_with(scratch, "workload.region.from=marker MPI_Alltoall 1");
  CHECK(part["messages"]["delivered"] == 16 * 15);
}

}  // namespace collectives_test
