// SPDX-License-Identifier: Apache-2.0
// The remaining path of a packet on a HyperX, in the form common to all routings of it: for each dimension, the
// distance to its target in coordinates, modulo the side; 0 is aligned. The port of a switch determines the dimension
// and the distance of a hop, so that no coordinate is ever looked up.
#pragma once

#include <cstdint>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/hyperx.hpp"

namespace fsin::routing {

using HyperXOffsets = topology::HyperX::Offsets;

inline unsigned unaligned(const HyperXOffsets& left) {
  unsigned count = 0;
  for (const unsigned offset : left) count += unsigned{offset != 0};
  return count;
}

/// Subtracts a hop by `port` from the remaining path. True if it was a hop between switches.
inline bool cross(const topology::HyperX& network, unsigned port, HyperXOffsets& left, unsigned& dimension) {
  const topology::HyperX::Hop hop = network.hop(port);
  if (hop.offset == 0) return false;
  dimension = hop.dimension;
  const unsigned before = left[dimension];
  const unsigned side = before < hop.offset ? network.dimension(dimension).side : 0;
  left[dimension] = static_cast<std::uint8_t>(before + side - hop.offset);
  return true;
}

}  // namespace fsin::routing
