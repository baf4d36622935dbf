// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/thread_count.hpp"

#include <doctest/doctest.h>

#include "fsin/experiment/read_experiment.hpp"
#include "tests/scratch.hpp"

using namespace fsin;
using namespace fsin::forecast;

namespace {

ThreadChoice choose(const std::string& text, unsigned wanted, unsigned side_by_side, unsigned cores) {
  const test::Scratch scratch;
  Diagnostics diagnostics;
  auto loaded = experiment::load_experiment(scratch.file("exp.yaml", "fsin: 1\n" + text), {}, diagnostics);
  REQUIRE_MESSAGE(loaded, diagnostics.text());
  const auto prepared = run::prepare(std::move(*loaded), false, diagnostics);
  REQUIRE_MESSAGE(prepared, diagnostics.text());
  return useful_threads(wanted, *prepared, side_by_side, cores);
}

std::string torus(const std::string& dims, const std::string& load) {
  return "network: {topology: {type: torus, dims: " + dims + "}}\nworkload: {type: synthetic, load: " + load + "}\n";
}

}  // namespace

TEST_CASE("where two threads were measured to help they are given, and more where there is more to do") {
  CHECK(choose(torus("64x64", "0.01"), 2, 1, 2).threads == 2);
  CHECK(choose(torus("64x64", "0.1"), 2, 1, 2).threads == 2);
  CHECK(choose(torus("40x40x40", "0.1"), 16, 1, 16).threads == 16);
  CHECK(choose(torus("40x40x40", "0.1"), 16, 1, 16).why.empty());
}

TEST_CASE("without work for them threads are fewer, and the reason is told") {
  CHECK(choose(torus("8x8", "0.4"), 8, 1, 16).threads == 1);
  CHECK(choose(torus("8x8", "1"), 2, 1, 2).threads == 1);
  const ThreadChoice some = choose(torus("64x64", "0.01"), 16, 1, 16);
  CHECK(some.threads == 2);
  CHECK(some.why.find("2 threads and not 16: 4096 nodes at this load make 81.") == 0);
}

TEST_CASE("a load that the network cannot carry makes no more work than it carries") {
  CHECK(choose(torus("32x32", "1"), 64, 1, 64).threads == choose(torus("32x32", "0.9"), 64, 1, 64).threads);
}

TEST_CASE("runs side by side share the cores") {
  CHECK(choose(torus("40x40x40", "0.1"), 8, 1, 4).threads == 4);
  CHECK(choose(torus("40x40x40", "0.1"), 8, 3, 4).threads == 1);
  CHECK(choose(torus("40x40x40", "0.1"), 8, 3, 4).why.find("8: 4 cores for 3 runs side by side;") != std::string::npos);
  CHECK(choose(torus("40x40x40", "0.1"), 8, 3, 0).threads == 8);
}
