// SPDX-License-Identifier: Apache-2.0
// The routings that work from tables, over every topology of the catalogue: its default, where that is small, whatever
// is added to it, and a few other sizes.
#include <array>
#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/routing/escape_tree.hpp"
#include "fsin/routing/graph_par.hpp"
#include "fsin/routing/graph_ugal_g.hpp"
#include "fsin/routing/graph_valiant.hpp"
#include "fsin/routing/k_paths.hpp"
#include "fsin/routing/layered.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/spanning_tree.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {
namespace {

using namespace fsin;
using Variant = topology::AnyTopology;

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
  params.choice = dice.one_of({PortChoice::first, PortChoice::flow, PortChoice::packet, PortChoice::emptiest});
  params.hash_seed = dice.below(3);
  return params;
}

template <class Params>
Params with_weighed_detours(Dice& dice) {
  Params params = with_choice(dice, Params{});
  params.threshold = dice.one_of({0U, 0U, 30U});
  params.queues = dice.one_of({routing::QueuesWeighed::next, routing::QueuesWeighed::backlog});
  return params;
}

void ugal_g(Dice& dice, engine::Design& design) {
  design.routing = with_weighed_detours<routing::GraphUgalGParams>(dice);
}
void par(Dice& dice, engine::Design& design) {
  auto params = with_weighed_detours<routing::GraphParParams>(dice);
  params.decisions = dice.one_of({2U, 2U, 3U, 5U});
  design.routing = params;
}

using Draw = void (*)(Dice& dice, engine::Design& design);
constexpr std::array routings{
    +[](Dice& dice, engine::Design& design) { design.routing = with_choice(dice, routing::ShortestParams{}); },
    +[](Dice& dice, engine::Design& design) { design.routing = with_choice(dice, routing::SpanningTreeParams{}); },
    +[](Dice& dice, engine::Design& design) { design.routing = with_choice(dice, routing::GraphValiantParams{}); },
    +[](Dice& dice, engine::Design& design) { design.routing = with_weighed_detours<routing::GraphUgalParams>(dice); },
    +[](Dice& dice, engine::Design& design) {
      routing::PathsParams paths;
      paths.k = dice.between(1, 4);
      paths.choice = dice.one_of({routing::PathChoice::packet, routing::PathChoice::flow});
      design.routing = paths;
    },
    +[](Dice&, engine::Design& design) { design.routing = routing::LayeredParams{}; },
    +[](Dice& dice, engine::Design& design) {
      routing::EscapeTreeParams escape;
      escape.returns = dice.chance(40);
      design.routing = escape;
    },
    +[](Dice& dice, engine::Design& design) { ugal_g(dice, design); },
    +[](Dice& dice, engine::Design& design) { par(dice, design); },
};

/// Over one-way links there may be no legal way from every node to every other one.
bool has_all_ways(const engine::Design& design) {
  Diagnostics diagnostics;
  engine::check_built(design, topology::build(design.topology), diagnostics);
  return diagnostics.ok();
}

/// Two to five switches in a ring or a row, joined by one to five links each, in a file's graph.
topology::GraphParams parallel_links(Dice& dice) {
  graph_file::Wiring wiring;
  const std::uint32_t switches = dice.between(2, 5);
  const std::uint32_t joints = switches > 2 && dice.chance(50) ? switches : switches - 1;
  for (std::uint32_t i = 0; i < switches; ++i) {
    wiring.names.push_back("s" + std::to_string(i));
    wiring.terminals.push_back(dice.between(1, 4));
  }
  wiring.classes.push_back({true, {}});
  for (std::uint64_t bandwidth : {1U, 2U, 3U}) wiring.classes.push_back({false, {BitRate{bandwidth}, {}}});
  for (std::uint32_t i = 0; i < joints; ++i) {
    for (unsigned n = dice.between(1, 3); n > 0; --n) {
      const auto link_class = static_cast<std::uint8_t>(dice.between(1, 3));
      const auto count = static_cast<std::uint8_t>(dice.between(1, 2));
      const std::uint32_t weight = 1000 * dice.between(1, 3), back = 1000 * dice.between(1, 3);
      wiring.links.push_back({i, (i + 1) % switches, link_class, count, weight, back});
    }
  }
  return topology::GraphParams(std::make_shared<const topology::FileGraph>(std::move(wiring)));
}

template <class Use>
void set_in_family(engine::Design& design, Use use) {
  routing::Routings::visit(
      [&]<class Family>(const Family& family) {
        Family changed = family;
        use(changed);
        design.routing = changed;
      },
      routing::AnyRouting(design.routing));
}

void tabled(Dice& dice, engine::Design& design) {
  design.topology = parallel_links(dice);
  if (dice.chance(40)) {
    const std::vector<Variant> small = small_networks();
    design.topology = small[dice.below(static_cast<std::uint32_t>(small.size()))];
  }
  design.router.virtual_channels = dice.one_of({1U, 2U, 3U, 4U, 5U, 8U});
  routings[dice.below(routings.size())](dice, design);
}

}  // namespace

void least_backlog(Dice& dice, engine::Design& design) {
  tabled(dice, design);
  bool chooses = false;
  set_in_family(design, [&](auto& family) {
    if constexpr (std::derived_from<std::remove_reference_t<decltype(family)>, routing::ChoiceOfPort>) {
      family.choice = routing::PortChoice::adaptive;
      chooses = true;
    }
  });
  if (chooses && has_all_ways(design)) return;
  routing::ShortestParams shortest;
  shortest.choice = routing::PortChoice::adaptive;
  design.routing = shortest;
}

void weighed(Dice& dice, engine::Design& design) {
  tabled(dice, design);
  const bool has_weights = design.topology.get_if<topology::GraphParams>() != nullptr;
  const auto weight = has_weights && dice.chance(40)
                          ? routing::Weight::file
                          : dice.one_of({routing::Weight::bandwidth, routing::Weight::delay});
  set_in_family(design, [&](auto& family) {
    if constexpr (std::derived_from<std::remove_reference_t<decltype(family)>, routing::WeightOfLinks>) {
      family.weight = weight;
    }
  });
  if (has_all_ways(design)) return;
  routing::ShortestParams shortest;
  shortest.weight = has_weights ? weight : routing::Weight::bandwidth;
  design.routing = shortest;
}

/// Decisions at several switches, and by the queues of all of them, with as many channels as they need and with fewer.
void decisions(Dice& dice, engine::Design& design) {
  tabled(dice, design);
  if (dice.chance(60)) {
    const std::vector<Variant> small = small_networks();
    design.topology = small[dice.below(static_cast<std::uint32_t>(small.size()))];
  }
  design.router.virtual_channels = dice.one_of({1U, 2U, 4U, 5U, 8U, 10U});
  (dice.chance(50) ? ugal_g : par)(dice, design);
  if (!has_all_ways(design)) design.routing = with_choice(dice, routing::ShortestParams{});
}

/// Routings whose tables follow faults in the course of the run.
void rerouting(Dice& dice, engine::Design& design) {
  tabled(dice, design);
  design.router.virtual_channels = dice.one_of({1U, 2U, 4U, 5U, 8U, 14U});
  do {
    routings[dice.below(routings.size())](dice, design);
  } while (!routing::reroutes(design.routing));
  const bool balances = dice.chance(20), weighs = dice.chance(30);
  set_in_family(design, [&](auto& family) {
    using Family = std::remove_reference_t<decltype(family)>;
    if constexpr (std::derived_from<Family, routing::ChoiceOfPort>) {
      if (balances) family.choice = routing::PortChoice::adaptive;
    }
    if constexpr (std::derived_from<Family, routing::WeightOfLinks>) {
      if (weighs) family.weight = routing::Weight::bandwidth;
    }
  });
  if (!has_all_ways(design)) design.routing = with_choice(dice, routing::ShortestParams{});
}

void any_graph(Dice& dice, engine::Design& design) {
  const std::vector<Variant> small = small_networks();
  design.topology = small[dice.below(static_cast<std::uint32_t>(small.size()))];
  design.router.virtual_channels = dice.one_of({1U, 2U, 3U, 4U, 5U, 8U});
  routings[dice.below(routings.size())](dice, design);
  if (!has_all_ways(design)) design.routing = with_choice(dice, routing::ShortestParams{});
}

}  // namespace differential::networks
