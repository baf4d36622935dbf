// SPDX-License-Identifier: Apache-2.0
// Matrix transpose: bit i of the source becomes bit i + b/2 modulo b of the destination, b being even. Nodes on the
// diagonal are silent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct TransposeParams {
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view doc = "node number rotated by half its bits; on a square the matrix transpose";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_power_of_two(name, facts, true); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    const unsigned bits = node_bits(facts.nodes);
    return make_fixed(facts.nodes, [bits](std::uint32_t s) { return rotate_bits(s, bits, bits / 2); });
  }
};

}  // namespace trgen::synth
