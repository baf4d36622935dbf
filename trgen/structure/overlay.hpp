// SPDX-License-Identifier: Apache-2.0
// Lays trees of loops over each other, so that events which several of them have, in the same order, are there once.
//
// Two trees are aligned level by level. Events match when their codes are equal, and loops when they have as many
// iterations; the alignment that matches most events, those within loops included, is found by dynamic programming, as
// for two texts. What one tree has and the other has not stands at its place, for its own classes only.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/structure/track.hpp"

namespace trgen::structure {

struct OverlayNode {
  /// An event of one class.
  struct Source {
    std::uint32_t of_class = 0;
    std::uint32_t element = 0;
  };

  std::uint64_t count = 0;  ///< 0: an event
  std::uint32_t code = 0;
  std::vector<std::uint32_t> classes;  ///< that execute it, in ascending order
  std::vector<Source> sources;         ///< of an event: one for each class
  std::vector<OverlayNode> body;
};

/// The tree of one class.
std::vector<OverlayNode> overlay_of(const Shape& shape, const std::vector<std::uint32_t>& codes,
                                    std::uint32_t of_class);

/// Lays the second tree over the first one.
void lay_over(std::vector<OverlayNode>& tree, std::vector<OverlayNode> other);

}  // namespace trgen::structure
