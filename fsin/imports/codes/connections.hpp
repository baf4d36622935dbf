// SPDX-License-Identifier: Apache-2.0
// The files of connections of CODES's dragonflies: 32-bit numbers, little-endian, a record for each link and direction.
// That of a group holds for all groups (source, destination, and in some models a kind); that between groups has the
// numbers of routers in the whole network (source, destination). A record that is there n times is n parallel links.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct ConnectedGroups {
  std::uint64_t routers = 0;  ///< of a group
  std::uint64_t groups = 0;
  std::uint64_t terminals = 0;       ///< of a router
  std::uint64_t with_terminals = 0;  ///< routers of a group that have some, the first ones
  std::size_t numbers_within = 3;    ///< of a record of the file of a group
  std::string terminal_values{}, local_values{}, global_values{};  ///< attributes of the links, " bandwidth=..."
};

/// The edge list; empty after an error, which stands at the key that names the file.
std::string edges_of_connections(const ConnectedGroups& shape, const std::string& within, const Mark& within_at,
                                 const std::string& between, const Mark& between_at, Diagnostics& diagnostics);

}  // namespace fsin::imports
