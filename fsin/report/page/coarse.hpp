// SPDX-License-Identifier: Apache-2.0
// A large network on paper as its groups: a dot for each, and one line for all links from a group to another. Links
// inside a group are not drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::report::page {

struct CoarseDrawing {
  topology::Drawing drawing;  ///< routers are groups, none of them a node
  /// By link of the original: the link that stands for it, or nothing where it stays in a group.
  std::vector<std::optional<std::uint32_t>> stands_for;
};

/// Nothing where the drawing has no groups, or a router is in none.
std::optional<CoarseDrawing> coarse(const topology::Drawing& drawing);

}  // namespace fsin::report::page
