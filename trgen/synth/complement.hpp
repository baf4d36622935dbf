// SPDX-License-Identifier: Apache-2.0
// Bit complement: every bit of the source is inverted, so that each packet crosses the middle of every dimension.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct ComplementParams {
  static constexpr std::string_view name = "complement";
  static constexpr std::string_view doc = "all bits of the node number inverted";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_power_of_two(name, facts); }
  static std::string unlike_original(const NetworkFacts&) { return {}; }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    const std::uint32_t mask = facts.nodes - 1;
    return make_fixed(facts.nodes, [mask](std::uint32_t s) { return ~s & mask; });
  }
};

}  // namespace trgen::synth
