// SPDX-License-Identifier: Apache-2.0
// The original simulator's semi: only the nodes of the lower half of dimension X send, each to any other node of that
// half. The other nodes are silent.
#pragma once

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct SemiParams {
  static constexpr std::string_view name = "semi";
  static constexpr std::string_view doc = "only nodes with x < kx / 2 send, uniformly among themselves";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
