// SPDX-License-Identifier: Apache-2.0
// The choices that the parameters of routings by tables offer, and the size of tables, for who does not make them.
#pragma once

#include <cstdint>

namespace fsin::routing {

/// How a packet chooses among several next ports that are equally good.
enum class PortChoice : std::uint8_t { first, flow, packet, adaptive };

/// Entries of a table of `parts` bytes each for the pairs of a network whose sizes only are known.
double pair_bytes(double routers, double nodes, double parts);

}  // namespace fsin::routing
