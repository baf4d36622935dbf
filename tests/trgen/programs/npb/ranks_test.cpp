// SPDX-License-Identifier: Apache-2.0
// Which numbers of ranks are legal, and that programs on all of them keep the contract.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "tests/trgen/programs/program_run.hpp"

namespace ranks_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::npb;

/// Legal numbers of ranks up to 128 by the definitions, written down once more.
bool is_legal(Code code, std::uint32_t ranks) {
  const bool power = (ranks & (ranks - 1)) == 0;
  const auto root = static_cast<std::uint32_t>(std::lround(std::sqrt(ranks)));
  std::uint32_t y = root;
  switch (code) {
    case Code::bt:
    case Code::sp:
      return root * root == ranks && root <= 4;  // 12 points in cells of 3
    case Code::lu:
      for (y = 128; y * y > ranks || ranks % y != 0;) --y;
      return ranks / y <= 2 * y && ranks / y <= 4;
    case Code::dt:
      return ranks >= 5;
    case Code::ep:
      return true;
    default:
      return power;
  }
}

void check_program(const NpbParams& params) {
  const auto program = make(params);
  REQUIRE(program);
  CAPTURE(program->name());
  const ProgramRun run = run_program(*program);
  CHECK(run.fault == "");
}

}  // namespace

TEST_CASE("every legal number of ranks up to 128 keeps the contract, and every other one is refused") {
  for (const CodeEntry& code : codes) {
    CAPTURE(code.name);
    for (std::uint32_t ranks = 1; ranks <= 128; ++ranks) {
      CAPTURE(ranks);
      const NpbParams params = npb(code.value, Class::S, ranks, 2);
      std::string faults;
      const auto program = make(params, &faults);
      REQUIRE((program != nullptr) == is_legal(code.value, ranks));
      REQUIRE((faults == "") == is_legal(code.value, ranks));
      if (program) CHECK(run_program(*program).fault == "");
    }
  }
}

TEST_CASE("other classes, uneven parts and large grids keep the contract") {
  check_program(npb(Code::bt, Class::W, 49, 1));
  check_program(npb(Code::sp, Class::W, 121, 1));
  check_program(npb(Code::sp, Class::A, 400, 1));
  check_program(npb(Code::lu, Class::W, 110, 1));
  check_program(npb(Code::lu, Class::A, 18 * 21, 1));
  check_program(npb(Code::cg, Class::S, 2048, 1));
  check_program(npb(Code::cg, Class::A, 1024, 1));
  check_program(npb(Code::mg, Class::S, 4096, 1));
  check_program(npb(Code::mg, Class::W, 2048, 1));
  check_program(npb(Code::ft, Class::W, 1024, 1));
  check_program(npb(Code::ft, Class::S, 512, 1));
  check_program(npb(Code::is, Class::A, 512, 3));
  check_program(npb(Code::ep, Class::S, 200));
}

TEST_CASE("one iteration, the first of which is also the last, keeps the contract") {
  for (const CodeEntry& code : codes) {
    if (code.value != Code::dt) check_program(npb(code.value, Class::W, 4, 1));
  }
}

TEST_CASE("dt: each graph and class keeps the contract on as many ranks as it has tasks, and idle ones") {
  for (const Graph graph : {Graph::black_hole, Graph::white_hole, Graph::shuffle}) {
    for (const Class size : {Class::S, Class::W, Class::A, Class::B, Class::C}) {
      NpbParams params = npb(Code::dt, size, 448);
      params.graph = graph;
      check_program(params);
    }
  }
}

TEST_CASE("a refused number of ranks names the reason and the nearest legal ones") {
  std::string faults;
  CHECK_FALSE(make(npb(Code::cg, Class::W, 63), &faults));
  CHECK(faults == "ranks: npb cg, class W, needs a power of two of ranks, not 63 ranks; the nearest are 32 and 64\n");
  CHECK_FALSE(make(npb(Code::bt, Class::W, 81), &faults));
  CHECK(faults.find("at most 64 ranks for its 24 points, not 81 ranks; the nearest is 64") != std::string::npos);
  CHECK_FALSE(make(npb(Code::lu, Class::A, 3), &faults));
  CHECK(faults.find("the nearest are 2 and 4") != std::string::npos);
  CHECK_FALSE(make(npb(Code::is, Class::W, 2048), &faults));
  CHECK(faults.find("runs on 1 to 1024 ranks") != std::string::npos);
  CHECK_FALSE(make(npb(Code::dt, Class::W, 4), &faults));
  CHECK(faults.find("each of the 11 tasks of graph bh, not 4 ranks; the nearest is 11") != std::string::npos);
}

TEST_CASE("class F and a million ranks are legal where the definitions allow them") {
  CHECK(Cg::fault({.size = Class::F, .ranks = 1U << 20}) == "");
  CHECK(Mg::fault({.size = Class::F, .ranks = 1U << 20}) == "");
  CHECK(Ft::fault({.size = Class::F, .ranks = 1U << 20}) == "");
  CHECK(Ep::fault({.size = Class::F, .ranks = 1'000'000}) == "");
  CHECK(Bt::fault({.size = Class::F, .ranks = 853 * 853}) == "");
  CHECK(Bt::fault({.size = Class::F, .ranks = 854 * 854}) != "");
  CHECK(Lu::fault({.size = Class::F, .ranks = 853 * 850}) == "");
  CHECK(Lu::fault({.size = Class::F, .ranks = 1U << 20}) != "");
}

TEST_CASE("no legal number of ranks is above the bound of a code, and a refusal of 4 billion ranks is quick") {
  for (const CodeEntry& code : codes) {
    CAPTURE(code.name);
    for (const Class size : {Class::S, Class::W, Class::A}) {
      const Settings settings{.size = size, .ranks = 4'000'000'000U};
      const NearestRanks nearest = nearest_ranks(code, settings);
      REQUIRE(nearest.below.has_value());
      CHECK(*nearest.below <= code.bound(settings));
      CHECK(code.fault({.size = size, .ranks = *nearest.below}) == "");
    }
  }
}

}  // namespace ranks_test
