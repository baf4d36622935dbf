// SPDX-License-Identifier: Apache-2.0
// Neighbour: coordinate + 1 modulo k in every dimension.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct NeighbourParams {
  static constexpr std::string_view name = "neighbour";
  static constexpr std::string_view doc = "the node one step further in every dimension";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_coordinates(name, facts); }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    return make_fixed(facts.nodes,
                      [&facts](std::uint32_t s) { return move_coordinates(s, facts, [](unsigned) { return 1U; }); });
  }
};

}  // namespace trgen::synth
