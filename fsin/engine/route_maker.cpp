// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/route_maker.hpp"

#include <numeric>

namespace fsin::engine {

RouteMaker::RouteMaker(const topology::Topology& topology, bool source_digits, bool destination_digits)
    : cartesian_(std::get_if<topology::Cartesian>(&topology.geometry)),
      tree_(std::get_if<topology::Tree>(&topology.geometry)),
      source_digits_(source_digits),
      destination_digits_(destination_digits) {}

routing::Route RouteMaker::over_tree(std::uint32_t source, std::uint32_t destination) const {
  routing::Route route{};
  std::uint32_t s = source;
  std::uint32_t d = destination;
  const unsigned k = tree_->arity;
  for (unsigned t = 0; t < tree_->stages; ++t) {
    const auto up = source_digits_ ? s % k : destination_digits_ ? d % k : 0;
    if (t + 1 < topology::max_stages) route.tree.up[t] = static_cast<std::uint8_t>(up);
    route.tree.down[t] = static_cast<std::uint8_t>(d % k);
    s /= k;
    d /= k;
    if (s == d && route.tree.turn == 0) route.tree.turn = static_cast<std::uint8_t>(t + 1);
  }
  return route;
}

routing::Facts make_facts(const topology::Topology& topology, unsigned vcs, const std::vector<unsigned>& order) {
  routing::Facts facts;
  facts.vcs = vcs;
  std::iota(facts.order.begin(), facts.order.end(), std::uint8_t{0});
  if (const auto* grid = std::get_if<topology::Cartesian>(&topology.geometry)) {
    facts.dimensions = grid->dimensions();
    for (std::size_t i = 0; i < order.size(); ++i) facts.order[i] = static_cast<std::uint8_t>(order[i]);
  } else {
    facts.arity = std::get<topology::Tree>(topology.geometry).arity;
  }
  return facts;
}

}  // namespace fsin::engine
