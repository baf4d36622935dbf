// SPDX-License-Identifier: Apache-2.0
// Executions of an event that draw from spreads of their own: the very first one, and the first one of each pass of the
// innermost loop.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/structure/track.hpp"

namespace trgen::structure {

enum class Pass : std::uint8_t { very_first, first, other };
inline constexpr std::size_t pass_groups = 3;

/// The shape of an alternative that is drawn, and who draws: the first execution (all, where the shape is empty), then
/// its elements.
struct DrawOrder {
  Shape shape;
  std::vector<Pass> parts;
};

/// The order of `runs` executions in passes of `turns` (0 or 1: no passes are told apart). `very_first`: the first
/// execution has a spread of its own; else it is the first one of a pass where there are passes, or one as all others.
inline DrawOrder draw_order(std::uint64_t runs, std::uint64_t turns, bool very_first) {
  const bool passes = turns > 1;
  DrawOrder made{.shape = {}, .parts = {very_first ? Pass::very_first : passes ? Pass::first : Pass::other}};
  if (passes) {
    made.shape = {{turns - 1, 1}, {}};
    made.parts.push_back(Pass::other);
    if (const std::uint64_t more = runs / turns - 1; more > 0) {
      made.shape.insert(made.shape.end(), {{more, 3}, {}, {turns - 1, 1}, {}});
      made.parts.insert(made.parts.end(), {Pass::first, Pass::other});
    }
  } else if (very_first && runs > 1) {
    made.shape = {{runs - 1, 1}, {}};
    made.parts.push_back(Pass::other);
  }
  return made;
}

}  // namespace trgen::structure
