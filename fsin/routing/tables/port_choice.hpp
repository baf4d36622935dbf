// SPDX-License-Identifier: Apache-2.0
// The choices of ports offered by the parameters of routings by tables, and the estimated size of the tables.
#pragma once

#include <cstdint>

namespace fsin::routing {

/// Choice of a packet among several next ports that are equally good.
enum class PortChoice : std::uint8_t { first, flow, packet, adaptive, emptiest };

/// Bytes of a table with `parts` bytes for each pair, for a network of which only the sizes are known.
double pair_bytes(double routers, double nodes, double parts);

}  // namespace fsin::routing
