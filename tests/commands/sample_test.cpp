// SPDX-License-Identifier: Apache-2.0
// measure.sample: a program of which the first rounds are simulated, and what is said of the others.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace sample_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

Json result_of(const Scratch& scratch, const std::string& kernel, std::vector<std::string> words) {
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: program, kernel: " +
                   kernel + "}\n");
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  const Ran ran = run_fsin_in(scratch.path(), words);
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  return Json::parse(ran.out);
}

constexpr const char* sampled = "measure.sample.precision=0.02";

}  // namespace

TEST_CASE("the time of a program follows from its first rounds, within its interval or a thousandth") {
  const Scratch scratch;
  for (const char* kernel :
       {"{type: stencil, ranks: 16, bytes: 2 KiB, iterations: 200, compute: 3 us}",
        "{type: npb, kernel: bt, class: S, ranks: 16, iterations: 60}",
        "{type: npb, kernel: lu, class: S, ranks: 16, iterations: 50}", "{type: hpcg, ranks: 16, iterations: 50}"}) {
    const Json whole = result_of(scratch, kernel, {});
    const Json part = result_of(scratch, kernel, {sampled});
    CAPTURE(kernel);
    REQUIRE(part.contains("sampling"));
    CHECK_FALSE(whole.contains("sampling"));
    const Json& sampling = part["sampling"];
    CHECK(sampling["settled"] == true);
    CHECK(sampling["simulated"].get<int>() < sampling["rounds"].get<int>());
    CHECK(part["cycles"].get<double>() < 0.7 * whole["cycles"].get<double>());
    const double cycles = whole["cycles"].get<double>();
    const double off = std::abs(sampling["cycles"].get<double>() - cycles);
    CHECK(off <= std::max(sampling["half_width"].get<double>(), 0.002 * cycles));
  }
}

TEST_CASE("both engines, and several threads, see the same rounds") {
  const Scratch scratch;
  const std::string kernel = "{type: npb, kernel: bt, class: S, ranks: 16, iterations: 60}";
  const Json event = result_of(scratch, kernel, {sampled});
  for (const auto& how : {std::vector<std::string>{sampled, "--engine", "reference"}, {sampled, "--threads", "2"}}) {
    const Json other = result_of(scratch, kernel, how);
    CHECK(other["sampling"] == event["sampling"]);
    CHECK(other["fingerprint"] == event["fingerprint"]);
  }
}

TEST_CASE("with few rounds all are simulated, and the result says so") {
  const Scratch scratch;
  const Json result = result_of(scratch, "{type: npb, kernel: bt, class: S, ranks: 16, iterations: 20}", {sampled});
  CHECK(result["sampling"]["simulated"] == 20);
  CHECK(result["sampling"]["settled"] == false);
  CHECK(result["sampling"]["cycles"] == result["cycles"]);
}

TEST_CASE("what has no rounds cannot be sampled") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n");
  Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", sampled});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("only programs say where their rounds begin") != std::string::npos);
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\nworkload: {type: program, kernel: "
               "{type: collective, operation: barrier, iterations: 1}}\n");
  ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", sampled});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("has no loop whose rounds could be left out") != std::string::npos);
}

}  // namespace sample_test
