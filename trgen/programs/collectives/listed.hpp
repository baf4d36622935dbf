// SPDX-License-Identifier: Apache-2.0
// Algorithms whose rounds are easier to list in order than to number: the list is counted, or searched for one round.
//
// The algorithm A has a function list(call, v, visit), which calls visit(fill) for each round of rank v in order, where
// fill(out) appends the transfers of that round. Finding a round costs as much as counting to it, so this is for
// algorithms of few rounds.
#pragma once

#include <cstdint>

#include "trgen/programs/collectives/round.hpp"

namespace trgen::programs::collectives {

template <class A>
struct Listed {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    std::uint32_t count = 0;
    A::list(call, v, [&count](const auto&) { ++count; });
    return count;
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    std::uint32_t at = 0;
    A::list(call, v, [&](const auto& fill) {
      if (at++ == number) fill(out);
    });
  }
};

}  // namespace trgen::programs::collectives
