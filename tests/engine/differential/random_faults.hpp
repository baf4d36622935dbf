// SPDX-License-Identifier: Apache-2.0
// Links and routers that fail in a case, drawn at random.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/engine/design.hpp"

namespace differential {

struct FaultDemands {
  bool faults = false;    ///< there are some, always
  bool reroutes = false;  ///< and the tables follow them; of a routing that does so
};

/// Now and then, or always where it is demanded, some links and routers of the built network fail: from the start where
/// the routing goes with that, else in the course of the run. Of a routing whose tables can follow them they often do.
/// `number` is that of the case.
void random_faults(std::uint64_t number, const FaultDemands& demands, const fsin::engine::Design& design,
                   fsin::topology::Topology& topology);

/// ", 3 links fail in cycle 1, 2 in cycle 400"; empty without faults.
std::string describe_faults(const fsin::topology::Topology& topology);

}  // namespace differential
