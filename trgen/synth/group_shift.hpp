// SPDX-License-Identifier: Apache-2.0
// Group shift: nodes form groups of consecutive numbers, and every packet goes to a random node of the group that is a
// fixed number of groups further. The adversary of dragonflies, where it is called ADV+n: with minimal routing one
// bundle of links carries all packets of a group. The worst offset depends on routing and wiring.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

struct GroupShiftParams {
  static constexpr std::string_view name = "group-shift";
  static constexpr std::string_view doc = "a random node of the group that is a fixed number of groups further";
  static constexpr std::string_view cite = "J. Kim et al., Technology-driven, highly-scalable dragonfly topology, 2008";

  std::uint32_t group = 8;
  std::uint32_t offset = 1;

  template <class F>
  void fields(F& f) {
    f("group", group, "nodes of a group; for a dragonfly p times a").range(1, 4294967294U);
    f("offset", offset, "distance from the group of the source to that of the destination, in groups")
        .range(1, 4294967294U);
  }

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
