// SPDX-License-Identifier: Apache-2.0
// Closed forms beside what an engine measures. The tests demand that every check holds; docs/validation.md shows them.
#pragma once

#include <string>
#include <vector>

#include "tests/model/network.hpp"

namespace model {

struct Check {
  std::string what;
  std::string expected;  ///< closed form, with the tolerance where it is not exact
  std::string measured;
  bool holds = false;
};
using Checks = std::vector<Check>;

/// Exact, packet by packet: latency of one packet in an empty network, for every pair of nodes.
Checks zero_load_latency(EngineKind kind);
/// Exact: a message of several packets.
Checks message_latency(EngineKind kind);
/// Within 1%: waiting in front of one link (Geo/D/1), one consumption port for all, Little's law.
Checks queueing(EngineKind kind);
/// Channel loads of dimension-order routing against their enumeration.
Checks channel_loads(EngineKind kind);
/// Without a bubble rings lock up; with it they carry what the original carried.
Checks deadlock(EngineKind kind);
/// Minimal paths, books that balance, order within a flow: under load.
Checks invariants(EngineKind kind);
/// Average distance and diameter of built networks (breadth-first search) against closed forms. No engine involved.
Checks distances();

}  // namespace model
