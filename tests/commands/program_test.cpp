// SPDX-License-Identifier: Apache-2.0
// `workload: {type: program}`: a generated program gives what the trace that `trgen generate` writes of it gives.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace program_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

const std::string network = "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n";

Json result_of(const Scratch& scratch, const std::string& workload, const std::vector<std::string>& words = {}) {
  scratch.file("exp.yaml", network + "workload: " + workload + "\n");
  std::vector<std::string> all{"run", "exp.yaml", "-q", "--json", "-"};
  all.insert(all.end(), words.begin(), words.end());
  const Ran ran = run_fsin_in(scratch.path(), all);
  REQUIRE_MESSAGE(!ran.out.empty(), ran.err);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("every kernel as a program gives the fingerprint of its generated trace") {
  for (const auto& kernel : trgen::kernels::kernels) {
    CAPTURE(kernel.name);
    const Scratch scratch;
    const auto trace = trgen::kernels::make_kernel_trace(
        kernel, {.ranks = 16, .bytes = 500, .iterations = 3, .compute_ns = 2000, .seed = 7});
    trgen::formats::write_trace(*trace, (scratch.path() / "generated.txt").string());
    const std::string replay = "cpu: {scale: 2}, placement: random";
    const Json of_file = result_of(scratch, "{type: trace, file: generated.txt, " + replay + "}");
    const Json of_program = result_of(
        scratch,
        fmt::format("{{type: program, kernel: {{type: {}, ranks: 16, bytes: 500 B, iterations: 3, compute: 2 us, "
                    "seed: 7}}, {}}}",
                    kernel.name, replay));
    CHECK(of_file["outcome"] == "finished");
    for (const char* figure : {"outcome", "fingerprint", "cycles", "messages", "packets", "latency", "ranks"}) {
      CAPTURE(figure);
      CHECK(of_program[figure] == of_file[figure]);
    }
  }
}

TEST_CASE("a program has a rank on every node unless it says how many, and can be swept and checked") {
  const Scratch scratch;
  const Json all = result_of(scratch, "{type: program, kernel: ring}");
  CHECK(all["messages"]["sent"] == 16);
  CHECK(result_of(scratch, "{type: program, kernel: ring}", {"ranks=5", "iterations=4"})["messages"]["sent"] == 20);
  const Ran checked = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(checked.code == 0);
  CHECK(checked.out.find("program       kernel ring: 16 ranks, ") != std::string::npos);
  scratch.file("exp.yaml", network + "workload: {type: program}\nsweep: {grid: {kernel: [ring, butterfly]}}\n");
  const Ran swept = run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q"});
  CHECK(swept.code == 0);
  CHECK(swept.out.find("butterfly") != std::string::npos);
}

TEST_CASE("the length of a program costs no memory") {
  const Scratch scratch;
  const auto peak = [&](const std::string& iterations) {
    return result_of(scratch, "{type: program, kernel: stencil}",
                     {"measure.max_cycles=20000", "iterations=" + iterations})["host"]["peak_rss_bytes"]
        .get<double>();
  };
  CHECK(peak("1000000000") < peak("50") + 4e6);
}

TEST_CASE("a program computes by default, and as long as cpu.scale says") {
  const Scratch scratch;
  const auto computed = [&](const std::vector<std::string>& overrides) {
    return result_of(scratch, "{type: program, kernel: {type: ring, compute: 1 us, iterations: 3}}",
                     overrides)["ranks"]["compute_seconds"]
        .get<double>();
  };
  CHECK(computed({}) == doctest::Approx(3e-6).epsilon(0.02));
  CHECK(computed({"cpu.scale=2"}) == doctest::Approx(6e-6).epsilon(0.02));
  CHECK(computed({"order=asap"}) == 0);
}

TEST_CASE("what a program cannot be is refused with its key") {
  const Scratch scratch;
  const auto said = [&](const std::string& workload) {
    scratch.file("exp.yaml", network + "workload: " + workload + "\n");
    return run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"}).err;
  };
  CHECK(said("{type: program, kernel: {type: butterfly, ranks: 12}}")
            .find("kernel butterfly needs a power of two of ranks, 2 or more, not 12; set "
                  "workload.kernel.ranks") != std::string::npos);
  CHECK(said("{type: program, kernel: {type: ring, ranks: 17}}")
            .find("program of 17 ranks on 16 nodes: every rank needs a node of its own") != std::string::npos);
  CHECK(said("{type: program, kernel: rnig}").find("ring") != std::string::npos);
}

}  // namespace program_test
