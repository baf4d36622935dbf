// SPDX-License-Identifier: Apache-2.0
// The original simulator's patterns beside the textbook's: what each says of small networks.
#include <doctest/doctest.h>

#include <vector>

#include "trgen/synth/patterns.hpp"

namespace synth_original_patterns_test {

using namespace trgen::synth;

namespace {

NetworkFacts grid(std::vector<unsigned> dims, std::uint32_t terminals = 1) {
  NetworkFacts facts;
  facts.nodes = terminals;
  for (const unsigned k : dims) facts.nodes *= k;
  facts.dims = std::move(dims);
  facts.terminals = terminals;
  return facts;
}

std::vector<double> parts_of(const Pattern& pattern, std::uint32_t source, std::uint32_t nodes) {
  std::vector<double> parts(nodes);
  REQUIRE(pattern.parts(source, [&](std::uint32_t node, double part) { parts[node] += part; }));
  return parts;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("rsdist visits all others in turn, each node from one that it draws") {
  const auto pattern = RsdistParams{}.make(grid({4, 4}), 3);
  std::vector<bool> starts(16);
  for (std::uint32_t source = 0; source < 16; ++source) {
    std::vector<bool> seen(16);
    for (std::uint64_t k = 0; k < 15; ++k) {
      const std::uint32_t node = pattern->destination(source, {k, 0, 0});
      CHECK(node != source);
      CHECK_FALSE(seen[node]);
      seen[node] = true;
      if (k > 0) {
        const std::uint32_t before = pattern->destination(source, {k - 1, 0, 0});
        CHECK((node == (before + 1) % 16 || node == (before + 2) % 16));
      }
    }
    CHECK(pattern->destination(source, {15, 0, 0}) == pattern->destination(source, {0, 0, 0}));
    starts[(pattern->destination(source, {0, 0, 0}) + 16 - source) % 16] = true;
  }
  CHECK(std::count(starts.begin(), starts.end(), true) > 5);
}

TEST_CASE("in local traffic half of the offsets in a dimension are at most one, a quarter two or three") {
  const NetworkFacts ring = grid({64});
  const auto parts = parts_of(*LocalParams{}.make(ring, 1), 10, 64);
  const double itself = 0.5 / 3 + 1.0 / 8 / 64;
  CHECK(parts[10] == 0);
  CHECK(parts[11] == doctest::Approx((0.5 / 3 + 1.0 / 512) / (1 - itself)));
  CHECK(parts[9] == doctest::Approx(parts[11]));
  CHECK(parts[12] == doctest::Approx((0.25 / 4 + 1.0 / 512) / (1 - itself)));
  CHECK(parts[7] == doctest::Approx(parts[12]));
  CHECK(parts[17] == doctest::Approx((0.125 / 8 + 1.0 / 512) / (1 - itself)));
  CHECK(parts[40] == doctest::Approx(1.0 / 512 / (1 - itself)));
  CHECK(says(LocalParams{}.check(NetworkFacts{}), "needs coordinates"));
}

TEST_CASE("semi sends within the lower half of dimension X and keeps the others silent, at several terminals too") {
  for (const NetworkFacts& facts : {grid({4, 3}), grid({5, 2}, 3)}) {
    const unsigned half = facts.dims[0] / 2;
    const auto pattern = SemiParams{}.make(facts, 1);
    std::uint32_t senders = 0;
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      const bool lower = node / facts.terminals % facts.dims[0] < half;
      CHECK(pattern->silent(node) == !lower);
      senders += lower ? 1U : 0U;
    }
    const auto parts = parts_of(*pattern, 0, facts.nodes);
    for (std::uint32_t node = 1; node < facts.nodes; ++node) {
      CHECK(parts[node] == doctest::Approx(pattern->silent(node) ? 0 : 1.0 / (senders - 1)));
    }
  }
  CHECK(says(SemiParams{}.check(grid({2, 1})), "there is 1"));
}

TEST_CASE("bisection pairs all nodes but one of an odd number, differently for each seed") {
  for (const std::uint32_t nodes : {8U, 9U}) {
    const auto pattern = BisectionParams{}.make(grid({nodes}), 4);
    std::uint32_t silent = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const std::uint32_t partner = pattern->destination(node, {});
      CHECK(pattern->destination(partner, {}) == node);
      silent += pattern->silent(node) ? 1U : 0U;
    }
    CHECK(silent == nodes % 2);
  }
  unsigned alike = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    alike += BisectionParams{}.make(grid({8}), seed)->destination(0, {}) == 5 ? 1U : 0U;
  }
  CHECK(alike > 3);
  CHECK(alike < 30);
}

TEST_CASE("uniform with self draws its own node as often as any other") {
  const auto pattern = UniformWithSelfParams{}.make(grid({10}), 1);
  CHECK(pattern->to_self(3) == 0.1);
  std::vector<int> counts(10);
  for (std::uint32_t k = 0; k < 100000; ++k) ++counts[pattern->destination(3, {0, k * 42949U, 0})];
  for (const int count : counts) CHECK(count == doctest::Approx(10000).epsilon(0.01));
}

TEST_CASE("adversarial is group-shift with the groups of the topology, and refuses one without") {
  NetworkFacts dragonfly;
  dragonfly.nodes = 72;
  dragonfly.group = 8;
  AdversarialParams params;
  params.groups = 2;
  REQUIRE(params.check(dragonfly) == "");
  const auto parts = parts_of(*params.make(dragonfly, 1), 5, 72);
  for (std::uint32_t node = 0; node < 72; ++node) CHECK(parts[node] == (node / 8 == 2 ? 0.125 : 0));
  CHECK(says(params.check(grid({8, 8})), "use group-shift"));
  params.groups = 9;
  CHECK(says(params.check(dragonfly), "leads back"));
}

}  // namespace synth_original_patterns_test
