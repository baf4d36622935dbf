// SPDX-License-Identifier: Apache-2.0
// Tornado: almost half-way round every dimension, so that all traffic of a ring turns the same way. The original
// simulator works on the node number instead: packets move along X only and spill into the next row. `linear` selects
// that rule.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct TornadoParams {
  static constexpr std::string_view name = "tornado";
  static constexpr std::string_view doc = "ceil(k/2) - 1 nodes further in every dimension of k nodes";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.2";

  bool linear = false;

  template <class F>
  void fields(F& f) {
    f("linear", linear, "use the original simulator's rule: node number plus (kx - 1) / 2, modulo the number of nodes");
  }

  std::string check(const NetworkFacts& facts) const { return check_coordinates(name, facts); }
  std::string unlike_original(const NetworkFacts&) const {
    return linear ? "" : "the tornado of the original simulator works on node numbers; use linear: true";
  }

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    if (linear) {
      const std::uint64_t step = (facts.dims[0] - 1) / 2;
      return make_fixed(facts.nodes, [step, nodes = facts.nodes](std::uint32_t s) {
        return static_cast<std::uint32_t>((s + step) % nodes);
      });
    }
    return make_fixed(facts.nodes, [&facts](std::uint32_t s) {
      return move_coordinates(s, facts, [](unsigned k) { return (k + 1) / 2 - 1; });
    });
  }
};

}  // namespace trgen::synth
