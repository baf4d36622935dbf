// SPDX-License-Identifier: Apache-2.0
// Bounds of balanced dragonflies (p = h, a = 2 h): minimal routing, Valiant over a group, any group and a router;
// uniform load, ADV+1 and ADV+h, from each group to the n-th next one. Kim et al., ISCA 2008.
#include <fmt/format.h>

#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/model/bounds.hpp"
#include "tests/routing/dragonfly_fixture.hpp"
#include "trgen/synth/group_shift.hpp"

namespace model {
namespace {

using fsin::routing::DragonflyMinimalParams;
using fsin::routing::DragonflyValiantParams;
using fsin::routing::DragonflyVia;

constexpr unsigned channels = 12;  ///< six, four and three sets of those that the routings need

/// `ladder`: virtual channels that a packet needs. `shift`: n of ADV+n, 0 for uniform load.
template <class Routing>
BoundCase dragonfly_case(std::string routing_name, unsigned h, const Routing& routing, unsigned ladder,
                         unsigned shift) {
  BoundCase result;
  const fsin::topology::DragonflyParams params{h, 2 * h, h};
  result.network = fmt::format("dragonfly ({}, {}, {})", h, 2 * h, h);
  result.routing = std::move(routing_name);
  result.pattern = shift == 0 ? "uniform" : fmt::format("ADV+{}", shift);
  result.design.topology = params;
  result.design.routing = routing;
  result.design.router.virtual_channels = channels;
  result.design.router.queue.value = 32;
  result.design.packet_phits = 4;
  result.load.cycles = 6000;
  if (shift != 0) result.load.pattern = trgen::synth::GroupShiftParams{2 * h * h, shift};
  const fsin::topology::Topology built = params.build();
  const auto flows =
      shift == 0 ? dragonfly_fixture::uniform_flows(built) : dragonfly_fixture::shifted_flows(built, shift);
  const std::vector<double> loads = dragonfly_fixture::busiest(routing, built, flows, ladder);
  result.bound = 1 / std::max({1.0, loads[1], loads[2]});
  return result;
}

void add_dragonfly(BoundCases& cases, unsigned h, unsigned shift) {
  DragonflyValiantParams over_group, over_any, over_router;
  over_any.via = DragonflyVia::any_group;
  over_router.via = DragonflyVia::router;
  cases.push_back(dragonfly_case("minimal", h, DragonflyMinimalParams{}, 2, shift));
  cases.push_back(dragonfly_case("Valiant, via group", h, over_group, 3, shift));
  // Beyond, packets that draw no detour get past the full local links, and more is accepted than equal shares allow.
  if (shift <= 1) cases.push_back(dragonfly_case("Valiant, via any-group", h, over_any, 3, shift));
  cases.push_back(dragonfly_case("Valiant, via router", h, over_router, 4, shift));
}

}  // namespace

BoundCases dragonfly_bounds() {
  BoundCases cases;
  for (const unsigned shift : {0U, 1U, 2U}) add_dragonfly(cases, 2, shift);
  add_dragonfly(cases, 3, 3);
  return cases;
}

}  // namespace model
