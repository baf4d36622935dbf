// SPDX-License-Identifier: Apache-2.0
// Bounds of Slim Fly and PolarFly under uniform load: shortest ways, each of several with equal probability.
#include <fmt/format.h>

#include <algorithm>

#include "fsin/routing/shortest.hpp"
#include "fsin/topology/switches/polar_fly.hpp"
#include "fsin/topology/switches/slim_fly.hpp"
#include "tests/model/bounds.hpp"
#include "tests/model/minimal_loads.hpp"

namespace model {
namespace {

using namespace fsin;

BoundCase shortest_case(std::string network, const topology::AnyTopology& topology, const Neighbours& graph,
                        unsigned terminals) {
  BoundCase result;
  result.network = std::move(network);
  result.routing = "shortest";
  result.pattern = "uniform";
  result.design.topology = topology;
  routing::ShortestParams shortest;
  shortest.choice = routing::PortChoice::packet;
  result.design.routing = shortest;
  result.design.router.virtual_channels = 8;
  result.design.router.queue.value = 32;
  result.design.packet_phits = 4;
  result.load.cycles = 4000;
  result.bound = std::min(1.0, 1 / minimal_loads(graph, terminals).most);
  return result;
}

}  // namespace

BoundCases slim_fly_bounds() {
  BoundCases cases;
  for (const auto& [q, terminals] : {std::pair{5U, 4U}, {7U, 6U}}) {
    cases.push_back(shortest_case(fmt::format("Slim Fly, q = {}", q), topology::SlimFlyParams{q, terminals, 1},
                                  slim_fly(q), terminals));
  }
  return cases;
}

BoundCases polar_fly_bounds() {
  BoundCases cases;
  for (const auto& [q, terminals] : {std::pair{5U, 3U}, {7U, 4U}}) {
    cases.push_back(shortest_case(fmt::format("PolarFly, q = {}", q), topology::PolarFlyParams{q, terminals, 1},
                                  polar_fly(q), terminals));
  }
  return cases;
}

}  // namespace model
