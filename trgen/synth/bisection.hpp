// SPDX-License-Identifier: Apache-2.0
// The original simulator's bisection: the nodes in a random order, drawn once; the first and the last send to each
// other, the second and the last but one, and so on. With an odd number of nodes one is silent.
#pragma once

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct BisectionParams {
  static constexpr std::string_view name = "bisection";
  static constexpr std::string_view doc = "random pairs of nodes, drawn once, that send to each other";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 2); }
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
