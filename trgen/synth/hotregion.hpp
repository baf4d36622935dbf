// SPDX-License-Identifier: Apache-2.0
// Hot region: a quarter of the packets goes to the first eighth of the nodes, the rest is uniform.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct HotregionParams {
  static constexpr std::string_view name = "hotregion";
  static constexpr std::string_view doc =
      "25% of the packets go to the first eighth of the nodes, the rest are uniform";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const { return check_nodes(name, facts, 16); }
  static std::string unlike_original(const NetworkFacts& facts);
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
