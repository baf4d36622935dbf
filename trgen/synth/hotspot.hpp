// SPDX-License-Identifier: Apache-2.0
// Hotspot: a fraction of all packets goes to a few nodes, the rest is uniform. A packet of a hot node that would go to
// itself goes to any other node. The hot nodes have equal shares, or `rates` (BookSim's list of nodes and rates). The
// original simulator has one hot node, node 0, and a fraction of 2%.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct HotspotParams {
  static constexpr std::string_view name = "hotspot";
  static constexpr std::string_view doc = "a fraction of the packets goes to hot nodes, the rest is uniform";
  static constexpr std::string_view cite =
      "G. Pfister, V. Norton, Hot spot contention and combining in multistage interconnection networks, 1985";

  std::vector<std::uint32_t> nodes{0};
  std::vector<double> rates{};
  double fraction = 0.02;

  template <class F>
  void fields(F& f) {
    f("nodes", nodes, "the hot nodes").size(1, 65536);
    f("rates", rates, "share of each hot node in any unit, such as [3, 1] (default: equal shares)").range(0.0, 1e12);
    f("fraction", fraction, "fraction of the packets that goes to hot nodes").range(0.0, 1.0);
  }

  std::string check(const NetworkFacts& facts) const;
  std::string unlike_original(const NetworkFacts&) const {
    if (nodes == std::vector<std::uint32_t>{0} && rates.empty() && fraction == 0.02) return {};
    return "the original simulator has one hot node, 0, with 2% of the packets; use nodes: [0] and fraction: 0.02";
  }
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
