// SPDX-License-Identifier: Apache-2.0
// The programs of SCOTCH (Debian: scotch), run in a temporary folder, and the text files that they read and write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/replay/placements/affinity.hpp"

namespace trgen::replay {

/// What ranks are mapped onto: vertices with links, of which those of `places` take a rank each.
struct Target {
  std::string named;  ///< a shape that SCOTCH knows itself, such as "torus3D 8 8 8"; empty: what follows
  std::vector<std::vector<std::uint32_t>> links;  ///< by vertex
  std::vector<std::uint32_t> places;              ///< in ascending order
};

/// Whether the programs can be found.
bool has_scotch();

/// By rank, the vertex that it is mapped onto; several ranks may have one. Nothing after a problem, which `why` says.
std::optional<std::vector<std::uint32_t>> map_with_scotch(const Affinity& affinity, std::uint32_t ranks,
                                                          const Target& target, std::string& why);

}  // namespace trgen::replay
