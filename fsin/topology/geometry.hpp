// SPDX-License-Identifier: Apache-2.0
// What a routing algorithm may know of the shape of the network: coordinates, as plain data.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::topology {

inline constexpr unsigned max_dimensions = 8;
inline constexpr unsigned max_stages = 8;

/// Tori and meshes. Node id = x + kx*y + kx*ky*z + ...; output port 2*d is dimension d upward, 2*d+1 downward.
struct Cartesian {
  std::vector<unsigned> dims;              ///< nodes per dimension, X first
  bool wraps = true;                       ///< torus (true) or mesh
  bool bidirectional = true;               ///< false: only the upward port of each dimension exists
  std::vector<std::uint16_t> coordinates;  ///< node * dims.size() + d

  unsigned dimensions() const { return static_cast<unsigned>(dims.size()); }
  const std::uint16_t* at(std::size_t node) const { return &coordinates[node * dims.size()]; }
};

/// k-ary n-tree. Routers 0..k^n-1 are the network interfaces of the leaves; the switches follow, stage by stage from
/// the leaves up. Port numbers of a switch: 0..k-1 up, k..2k-1 down; of an interface: 0 up.
struct Tree {
  unsigned arity = 4;               ///< k
  unsigned stages = 3;              ///< n
  std::vector<std::uint8_t> level;  ///< per router: 0 for an interface, t+1 for a switch of stage t
};

using Geometry = std::variant<Cartesian, Tree>;

}  // namespace fsin::topology
