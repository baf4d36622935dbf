// SPDX-License-Identifier: Apache-2.0
// From the configured routing to the algorithm struct that an engine is compiled with: one branch a run.
#pragma once

#include <variant>

#include "fsin/engine/route_maker.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine {

template <class Use>
auto with_dor(const Design& design, routing::Facts facts, Use use) {
  if (flow_control_of(design) == router::FlowControl::dateline) return use(routing::DorDateline{{facts}});
  return use(routing::DorParallel{{facts}});
}

template <class Use>
auto with_adaptive(const Design& design, const routing::AdaptiveParams& params, routing::Facts facts, Use use) {
  const routing::AdaptiveBase base{{facts}, flow_control_of(design) == router::FlowControl::dateline ? 2U : 1U};
  switch (params.select) {
    case routing::Select::random:
      return use(routing::AdaptiveRandom{base});
    case routing::Select::most_free:
      return use(routing::AdaptiveMostFree{base});
    case routing::Select::smart:
      break;
  }
  return use(routing::AdaptiveSmart{base});
}

template <class Use>
auto with_up_down(const routing::UpDownParams& params, routing::Facts facts, Use use) {
  switch (params.ascent) {
    case routing::Ascent::random:
      return use(routing::TreeRandom{{facts}});
    case routing::Ascent::s_mod_k:
    case routing::Ascent::d_mod_k:
      return use(routing::TreeFixed{{facts}});
    case routing::Ascent::arithmetic:
      return use(routing::TreeShifted{{facts}});
    case routing::Ascent::adaptive:
      break;
  }
  return use(routing::TreeAdaptive{{facts}});
}

/// Calls use(algorithm) with the struct that implements design.routing.
template <class Use>
auto with_algorithm(const Design& design, const topology::Topology& topology, Use use) {
  const unsigned vcs = design.router.virtual_channels;
  if (const auto* dor = std::get_if<routing::DorParams>(&design.routing)) {
    return with_dor(design, make_facts(topology, vcs, dor->order), use);
  }
  const routing::Facts facts = make_facts(topology, vcs, {});
  if (const auto* adaptive = std::get_if<routing::AdaptiveParams>(&design.routing)) {
    return with_adaptive(design, *adaptive, facts, use);
  }
  return with_up_down(std::get<routing::UpDownParams>(design.routing), facts, use);
}

inline RouteMaker make_route_maker(const Design& design, const topology::Topology& topology) {
  const auto* tree = std::get_if<routing::UpDownParams>(&design.routing);
  const bool source =
      tree != nullptr && (tree->ascent == routing::Ascent::s_mod_k || tree->ascent == routing::Ascent::arithmetic);
  const bool destination = tree != nullptr && tree->ascent == routing::Ascent::d_mod_k;
  return {topology, source, destination};
}

}  // namespace fsin::engine
