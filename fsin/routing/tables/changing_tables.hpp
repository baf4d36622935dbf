// SPDX-License-Identifier: Apache-2.0
// The tables of all phases of a run, in their order (topology::Failures::reroutes).
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

struct ChangingTables {
  std::vector<RouteTables> phases;  ///< at least one
  /// For each phase neighbours_of() the links that work in some cycle of it: those that a packet may cross under its
  /// tables. Empty where there is only one phase, that of a network without changes.
  std::vector<std::vector<std::uint32_t>> neighbours;

  bool change() const { return phases.size() > 1; }
};

}  // namespace fsin::routing
