// SPDX-License-Identifier: Apache-2.0
// Bit reversal: bit i of the source becomes bit b-1-i of the destination. Nodes whose numbers are palindromes are
// silent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct BitReversalParams {
  static constexpr std::string_view name = "bit-reversal";
  static constexpr std::string_view doc = "bits of the node number in reverse order";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_power_of_two(name, facts); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    const unsigned bits = node_bits(facts.nodes);
    return make_fixed(facts.nodes, [bits](std::uint32_t s) {
      std::uint32_t reversed = 0;
      for (unsigned i = 0; i < bits; ++i) reversed |= ((s >> i) & 1U) << (bits - 1 - i);
      return reversed;
    });
  }
};

}  // namespace trgen::synth
