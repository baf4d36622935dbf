// SPDX-License-Identifier: Apache-2.0
// Butterfly: most and least significant bit swapped; half of the nodes are silent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct ButterflyParams {
  static constexpr std::string_view name = "butterfly";
  static constexpr std::string_view doc = "first and last bit of the node number swapped";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_power_of_two(name, facts); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    const unsigned top = node_bits(facts.nodes) - 1;
    return make_fixed(facts.nodes, [top](std::uint32_t s) {
      const std::uint32_t differs = ((s >> top) ^ s) & 1U;
      return top == 0 ? s : s ^ (differs << top) ^ differs;
    });
  }
};

}  // namespace trgen::synth
