// SPDX-License-Identifier: Apache-2.0
// The routings of tori and meshes that random_network.cpp does not draw, and the variants of datelines.
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/grid_valiant.hpp"
#include "fsin/routing/o1turn.hpp"
#include "fsin/routing/turn_model.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {

using namespace fsin;

namespace {

std::vector<unsigned> grid_dims(Dice& dice) {
  return dice.one_of<std::vector<unsigned>>(
      {{4}, {7}, {4, 4}, {5, 3}, {2, 6}, {6, 5}, {8, 4}, {3, 3, 3}, {4, 2, 3}, {2, 4, 4}, {2, 3, 2, 3}});
}

void classed_grid(Dice& dice, engine::Design& design) {
  const bool torus = dice.chance(60);
  const std::vector<unsigned> dims = grid_dims(dice);
  if (torus) {
    design.topology = topology::TorusParams{dims, !dice.chance(15)};
  } else {
    design.topology = topology::MeshParams{dims};
  }
  if (dice.chance(50)) {
    routing::GridValiantParams valiant;
    valiant.within = dice.one_of({routing::Within::network, routing::Within::quadrant});
    design.routing = valiant;
  } else {
    routing::OneTurnParams turn;
    turn.orders = dice.one_of({routing::Orders::two, routing::Orders::rotations, routing::Orders::all});
    design.routing = turn;
  }
  design.router.virtual_channels = dice.one_of({1U, 2U, 2U, 3U, 4U, 6U, 8U});
  if (!torus) return;
  design.router.flow_control =
      dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                   router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>});
  if (design.router.flow_control == router::flow_control<router::Dateline>) {
    design.router.virtual_channels = dice.one_of({2U, 4U, 4U, 6U, 8U});
  }
}

void turn_model(Dice& dice, engine::Design& design) {
  using routing::Turns;
  routing::TurnModelParams model;
  std::vector<unsigned> dims = grid_dims(dice);
  model.model = dice.one_of({Turns::west_first, Turns::negative_first, Turns::north_last, Turns::odd_even,
                             Turns::odd_even, Turns::all_turns});
  if (model.model == Turns::odd_even) dims = dice.one_of<std::vector<unsigned>>({{4, 4}, {7, 3}, {2, 6}, {8, 8}});
  model.select = dice.one_of({routing::TurnSelection::random, routing::TurnSelection::most_free});
  design.topology = topology::MeshParams{dims};
  if (model.model == Turns::all_turns && dice.chance(30)) design.topology = topology::TorusParams{dims, true};
  design.routing = model;
  design.router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U, 5U});
  design.router.flow_control = router::flow_control<router::NoFlowControl>;
}

void dateline_variant(Dice& dice, engine::Design& design) {
  using routing::Dateline;
  design.topology = topology::TorusParams{grid_dims(dice), !dice.chance(15)};
  design.router.flow_control = router::flow_control<router::Dateline>;
  if (dice.chance(60)) {
    routing::DorParams dor;
    dor.dateline = dice.one_of({Dateline::trc, Dateline::improved, Dateline::textbook});
    design.routing = dor;
    design.router.virtual_channels = dice.one_of({2U, 2U, 4U, 6U});
  } else {
    routing::AdaptiveParams adaptive;
    adaptive.select =
        routing::selection_names()[dice.below(static_cast<std::uint32_t>(routing::selection_names().size()))].value;
    adaptive.dateline = Dateline::improved;
    design.routing = adaptive;
    design.router.virtual_channels = dice.one_of({3U, 4U, 5U});
  }
}

}  // namespace

void grids(Dice& dice, engine::Design& design) {
  const unsigned kind = dice.below(10);
  if (kind < 4) return classed_grid(dice, design);
  if (kind < 7) return turn_model(dice, design);
  dateline_variant(dice, design);
}

}  // namespace differential::networks
