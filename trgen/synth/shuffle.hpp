// SPDX-License-Identifier: Apache-2.0
// Perfect shuffle: the bits of the source rotated left by one. Nodes 0 and N-1 are silent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct ShuffleParams {
  static constexpr std::string_view name = "shuffle";
  static constexpr std::string_view doc = "node number rotated left by one bit";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_power_of_two(name, facts); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    const unsigned bits = node_bits(facts.nodes);
    return make_fixed(facts.nodes, [bits](std::uint32_t s) { return rotate_bits(s, bits, bits == 1 ? 0 : 1); });
  }
};

}  // namespace trgen::synth
