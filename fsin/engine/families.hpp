// SPDX-License-Identifier: Apache-2.0
// Dispatch from the configured routing to its family in the catalogue: one branch per run.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fsin/engine/design.hpp"
#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {

/// The setup of the family of `params` in the design; nothing if the family is written for another kind of network,
/// which check() refuses. `geometry` outlives the result, and so does the network, which may be null before it is
/// built.
template <routing::RoutingFamily Family>
std::optional<routing::Setup<typename Family::Geometry>> setup_of(const Family& params, const Design& design,
                                                                  const topology::Geometry& geometry,
                                                                  const topology::Topology* built = nullptr) {
  const auto* network = topology::as<typename Family::Geometry>(geometry);
  if (network == nullptr) return std::nullopt;
  std::vector<routing::LinkPace> paces;
  if (built != nullptr) {
    for (unsigned c = 0; c < geometry.link_classes().size(); ++c) {
      const LinkTimes times = link_times(design, c);
      paces.push_back({times.phit_cycles, times.hop() + design.router.delay.cycles()});
    }
  }
  return routing::Setup<typename Family::Geometry>{
      .network = *network,
      .graph = built == nullptr ? nullptr : &built->graph,
      .vcs = design.router.virtual_channels,
      .asked = design.router.flow_control,
      .flow = design.router.flow_control.value_or(params.flow_control(*network)),
      .failures = built == nullptr ? nullptr : &built->failures,
      .paces = std::move(paces),
      .kept = built == nullptr ? nullptr : built->kept.get()};
}

/// Returns use(family, setup) for the configured routing, or `otherwise` if it is not written for this network.
template <class Answer, class Use>
Answer ask_family(const Design& design, Answer otherwise, Use use) {
  const topology::GeometryPointer geometry = topology::geometry_of(design.topology);
  return routing::Routings::visit(
      [&](const auto& params) -> Answer {
        const auto setup = setup_of(params, design, *geometry);
        return setup ? use(params, *setup) : otherwise;
      },
      design.routing);
}

/// Returns use(family, setup) for the configured routing, on a built network.
template <class Use>
auto with_family(const Design& design, const topology::Topology& topology, Use use) {
  return routing::Routings::visit(
      [&](const auto& params) {
        const auto setup = setup_of(params, design, *topology.geometry, &topology);
        if (!setup) throw std::logic_error("the routing is not written for this network, which check() refuses");
        return use(params, *setup);
      },
      design.routing);
}

}  // namespace fsin::engine
