// SPDX-License-Identifier: Apache-2.0
// The routings that work from tables, over every topology of the catalogue: its default, where that is small, whatever
// is added to it, and a few other sizes.
#include <array>
#include <vector>

#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {
namespace {

using namespace fsin;
using Variant = topology::Topologies::variant;

constexpr double most_routers = 150;

std::vector<Variant> small_networks() {
  std::vector<Variant> small;
  const auto add = [&](const auto& params) {
    if (params.extent().routers <= most_routers) small.emplace_back(params);
  };
  topology::Topologies::for_each(add);
  for (const std::vector<unsigned>& dims : {std::vector<unsigned>{5}, {3, 3}, {4, 2, 3}}) {
    add(topology::TorusParams{dims, true});
    add(topology::MeshParams{dims});
  }
  add(topology::TorusParams{{4, 3}, false});
  add(topology::FatTreeParams{2, 3});
  add(topology::FatTreeParams{3, 2});
  add(topology::DragonflyParams{1, 3, 1});
  add(topology::DragonflyParams{2, 2, 2});
  return small;
}

template <class Params>
Params with_choice(Dice& dice, Params params) {
  using routing::PortChoice;
  params.choice = dice.one_of({PortChoice::first, PortChoice::flow, PortChoice::packet, PortChoice::adaptive});
  params.hash_seed = dice.below(3);
  return params;
}

using Draw = void (*)(Dice& dice, engine::Design& design);
constexpr std::array routings{
    +[](Dice& dice, engine::Design& design) { design.routing = with_choice(dice, routing::ShortestParams{}); },
    +[](Dice& dice, engine::Design& design) { design.routing = with_choice(dice, routing::SpanningTreeParams{}); },
};

/// Over one-way links there may be no legal way from every node to every other one.
bool has_all_ways(const engine::Design& design) {
  Diagnostics diagnostics;
  engine::check_built(design, topology::build(design.topology), diagnostics);
  return diagnostics.ok();
}

}  // namespace

void any_graph(Dice& dice, engine::Design& design) {
  const std::vector<Variant> small = small_networks();
  design.topology = small[dice.below(static_cast<std::uint32_t>(small.size()))];
  design.router.virtual_channels = dice.one_of({1U, 2U, 3U, 4U, 5U, 8U});
  routings[dice.below(routings.size())](dice, design);
  if (!has_all_ways(design)) design.routing = with_choice(dice, routing::ShortestParams{});
}

}  // namespace differential::networks
