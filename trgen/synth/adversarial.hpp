// SPDX-License-Identifier: Apache-2.0
// Adversarial (ADV+n): group-shift with the groups of the topology itself.
#pragma once

#include "trgen/synth/group_shift.hpp"

namespace trgen::synth {

struct AdversarialParams {
  static constexpr std::string_view name = "adversarial";
  static constexpr std::string_view doc =
      "a random node of the group of the topology that is a fixed number of groups further (ADV+n of dragonflies)";
  static constexpr std::string_view cite = "J. Kim et al., Technology-driven, highly-scalable dragonfly topology, 2008";

  std::uint32_t groups = 1;

  template <class F>
  void fields(F& f) {
    f("groups", groups, "distance from the group of the source to that of the destination, in groups")
        .range(1, 4294967294U);
  }

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const {
    return GroupShiftParams{facts.group, groups}.make(facts, seed);
  }
};

}  // namespace trgen::synth
