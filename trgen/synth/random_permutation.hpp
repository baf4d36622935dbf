// SPDX-License-Identifier: Apache-2.0
// Random permutation: a derangement drawn once from the seed, all derangements being equally likely (shuffles are drawn
// until one has no fixed point).
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct RandomPermutationParams {
  static constexpr std::string_view name = "random-permutation";
  static constexpr std::string_view doc = "a random permutation without fixed points, drawn from the seed";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const {
    std::vector<std::uint32_t> table(facts.nodes);
    std::uint32_t attempt = 0;
    while (!shuffle(table, seed, attempt)) ++attempt;
    return std::make_unique<FixedPattern>(std::move(table));
  }

 private:
  /// False when some node stayed in its place; one shuffle in e = 2.7 has no such node.
  static bool shuffle(std::vector<std::uint32_t>& table, std::uint64_t seed, std::uint32_t attempt) {
    std::iota(table.begin(), table.end(), 0U);
    for (auto i = static_cast<std::uint32_t>(table.size()); i > 1; --i) {
      const std::uint32_t word = fsin::philox({seed, fsin::Purpose::permutation}, i, attempt)[0];
      std::swap(table[i - 1], table[fsin::scale_draw(word, i)]);
      if (table[i - 1] == i - 1) return false;
    }
    return table[0] != 0;
  }
};

}  // namespace trgen::synth
