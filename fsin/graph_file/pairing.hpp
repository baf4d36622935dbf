// SPDX-License-Identifier: Apache-2.0
// Roles of the edges of a listing, as links in both directions or in one: opposite edges with equal attributes become
// one link, and edges listed twice are found.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/graph_file/wiring.hpp"

namespace fsin::graph_file {

enum class Role : std::uint8_t {
  both_ways,
  one_way,
  merged,  ///< the opposite of an earlier edge, which is now `both_ways`
};

struct Pairs {
  std::vector<Role> roles;                  ///< by edge
  std::vector<std::uint32_t> back_weights;  ///< by edge: weight of the opposite direction, where it leads both ways
};

/// The roles of all edges. Errors: the same link listed twice, unless parallel links are asked for; an edge without an
/// opposite, where the reading demands that all have one.
Pairs roles_of(const Listing& listing, const Reading& reading, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
