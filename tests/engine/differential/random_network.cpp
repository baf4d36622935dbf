// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>
#include <vector>

namespace differential {
namespace {

using namespace fsin;

std::vector<unsigned> random_dims(Dice& dice) {
  const unsigned n = dice.one_of({1U, 1U, 2U, 2U, 2U, 3U, 3U, 4U, 5U, 6U});
  std::vector<unsigned> dims;
  unsigned nodes = 1;
  for (unsigned d = 0; d < n; ++d) {
    const unsigned most = n == 1 ? 12 : n == 2 ? 8 : n == 3 ? 5 : n == 4 ? 3 : 2;
    dims.push_back(dice.between(2, most));
    nodes *= dims.back();
  }
  if (nodes > 96) dims.resize(2);
  return dims;
}

void random_tree(Dice& dice, engine::Design& design) {
  topology::FatTreeParams tree;
  const auto shape =
      dice.one_of<std::pair<unsigned, unsigned>>({{2, 1}, {2, 3}, {4, 2}, {3, 3}, {2, 5}, {8, 2}, {5, 2}});
  tree.k = shape.first;
  tree.n = shape.second;
  design.topology = tree;
  using routing::Ascent;
  design.routing = routing::UpDownParams{
      dice.one_of({Ascent::adaptive, Ascent::random, Ascent::s_mod_k, Ascent::d_mod_k, Ascent::arithmetic})};
  design.router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U, 5U});
}

void random_grid_routing(Dice& dice, engine::Design& design, bool torus, std::size_t dimensions) {
  using router::FlowControl;
  router::RouterParams& router = design.router;
  if (dice.chance(50)) {
    routing::DorParams dor;
    if (dice.chance(30)) {
      for (unsigned d = 0; d < dimensions; ++d) dor.order.insert(dor.order.begin() + dice.below(d + 1), d);
    }
    design.routing = dor;
    router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U, 4U, 7U, 16U});
    router.flow_control =
        torus ? dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                             router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>})
              : router::flow_control<router::NoFlowControl>;
    if (router.flow_control == router::flow_control<router::Dateline>)
      router.virtual_channels = dice.one_of({2U, 4U, 6U});
    return;
  }
  using routing::selection;
  design.routing = routing::AdaptiveParams{
      dice.one_of({selection<routing::SmartSelection>, selection<routing::SmartSelection>,
                   selection<routing::RandomSelection>, selection<routing::MostFreeSelection>})};
  router.virtual_channels = dice.one_of({2U, 3U, 3U, 4U, 8U});
  router.flow_control =
      torus ? dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                           router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>})
            : dice.one_of({router::flow_control<router::Escape>, router::flow_control<router::NoFlowControl>});
  if (router.flow_control == router::flow_control<router::Dateline>)
    router.virtual_channels = dice.one_of({3U, 4U, 5U});
}

void random_grid(Dice& dice, engine::Design& design) {
  const std::vector<unsigned> dims = random_dims(dice);
  const bool torus = dice.chance(70);
  if (torus) {
    design.topology = topology::TorusParams{dims, !dice.chance(15)};
  } else {
    design.topology = topology::MeshParams{dims};
  }
  random_grid_routing(dice, design, torus, dims.size());
}

void random_dragonfly(Dice& dice, engine::Design& design) {
  topology::DragonflyParams dragonfly;
  dragonfly.p = dice.between(1, 2);
  dragonfly.a = dice.one_of({2U, 3U, 4U});
  dragonfly.h = dragonfly.a == 4 ? 1 : dice.between(1, 2);
  using topology::Wiring;
  dragonfly.wiring = dice.one_of({Wiring::relative, Wiring::absolute, Wiring::circulant});
  design.topology = dragonfly;
  if (dice.chance(40)) {
    design.routing = routing::DragonflyMinimalParams{};
    design.router.virtual_channels = dice.one_of({2U, 2U, 4U, 6U});
  } else {
    routing::DragonflyUgalParams ugal;
    ugal.threshold = dice.one_of({0U, 0U, 30U});
    design.routing = ugal;
    design.router.virtual_channels = dice.one_of({3U, 3U, 6U});
  }
}

/// Now and then any selection of the list, so that a new one is drawn without being named here.
void any_selection(std::uint64_t number, engine::Design& design) {
  auto* adaptive = std::get_if<routing::AdaptiveParams>(&design.routing);
  Dice dice(number ^ std::uint64_t{1} << 62U);
  if (adaptive == nullptr || !dice.chance(20)) return;
  constexpr std::uint32_t count = routing::Selections::names.size();
  adaptive->select = routing::Selections::names[dice.below(count)].value;
}

template <class... Functions>
struct Each : Functions... {
  using Functions::operator()...;
};

}  // namespace

void random_network(std::uint64_t number, Dice& dice, engine::Design& design) {
  // Of dice of its own, so that the other cases keep their numbers.
  if (Dice other(~number); other.chance(20)) return random_dragonfly(other, design);
  if (dice.chance(20)) return random_tree(dice, design);
  random_grid(dice, design);
  any_selection(number, design);
}

std::string describe_network(const engine::Design& design) {
  const std::string network = std::visit(
      Each{[](const topology::TorusParams& torus) {
             return fmt::format("{}{}", fmt::join(torus.dims, "x"), torus.bidirectional ? "" : " unidirectional");
           },
           [](const topology::MeshParams& mesh) { return fmt::format("{}", fmt::join(mesh.dims, "x")); },
           [](const topology::FatTreeParams& tree) { return fmt::format("{}-ary {}-tree", tree.k, tree.n); },
           [](const topology::DragonflyParams& dragonfly) {
             return fmt::format("({}, {}, {}) {}", dragonfly.p, dragonfly.a, dragonfly.h,
                                config::name_of(topology::wiring_names, dragonfly.wiring));
           },
           [](const auto&) { return std::string(); }},
      design.topology);
  const std::string routing = std::visit(
      Each{[](const routing::DorParams& dor) { return fmt::format("[{}]", fmt::join(dor.order, ",")); },
           [](const routing::AdaptiveParams& adaptive) {
             return std::string(config::name_of(routing::Selections::names, adaptive.select));
           },
           [](const routing::UpDownParams& up_down) {
             return std::string(config::name_of(routing::ascent_names, up_down.ascent));
           },
           [](const routing::DragonflyUgalParams& ugal) { return fmt::format("threshold {}", ugal.threshold); },
           [](const auto&) { return std::string(); }},
      design.routing);
  return fmt::format("{} {}, {} {}", topology::Topologies::name_of(design.topology), network,
                     routing::Routings::name_of(design.routing), routing);
}

}  // namespace differential
