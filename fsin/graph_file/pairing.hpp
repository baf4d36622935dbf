// SPDX-License-Identifier: Apache-2.0
// Which edges of a listing are links in both directions, and which lead in one: opposite edges that are alike become
// one link, and edges that say the same twice are found.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/graph_file/wiring.hpp"

namespace fsin::graph_file {

enum class Role : std::uint8_t {
  both_ways,
  one_way,
  merged,  ///< the opposite of an edge before it, which is now `both_ways`
};

/// By edge. Errors: the same link listed twice, unless parallel links are asked for; an edge without an opposite, where
/// the reading says that all have one.
std::vector<Role> roles_of(const Listing& listing, const Reading& reading, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
