// SPDX-License-Identifier: Apache-2.0
// Direct networks beyond tori and meshes, with the routings that travel by hops left in each dimension.
#include <algorithm>

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/topology/grids/circulant.hpp"
#include "fsin/topology/grids/hexagonal_torus.hpp"
#include "fsin/topology/grids/hypercube.hpp"
#include "fsin/topology/grids/midimew.hpp"
#include "fsin/topology/grids/twisted_torus.hpp"
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {
namespace {

using namespace fsin;

topology::TwistedTorusParams random_twisted_torus(Dice& dice) {
  topology::TwistedTorusParams torus;
  torus.dims = {dice.between(2, 8), dice.between(2, 5)};
  if (dice.chance(40)) torus.dims = {dice.between(2, 6), dice.between(2, 4), dice.between(2, 3)};
  if (dice.chance(60)) torus.skew_yx = dice.below(torus.dims[0] + 2);
  if (torus.dims.size() > 2) {
    torus.skew_zx = dice.below(torus.dims[0]);
    torus.skew_zy = dice.below(torus.dims[1]);
  }
  return torus;
}

topology::CirculantParams random_circulant(Dice& dice) {
  topology::CirculantParams circulant;
  circulant.nodes = dice.between(3, 60);
  circulant.jumps = {1};
  for (unsigned i = dice.below(4); i > 0; --i) {
    const unsigned jump = 1 + dice.below(circulant.nodes / 2);
    if (std::count(circulant.jumps.begin(), circulant.jumps.end(), jump) == 0) circulant.jumps.push_back(jump);
  }
  return circulant;
}

void random_shape(Dice& dice, engine::Design& design) {
  switch (dice.below(5)) {
    case 0:
      design.topology = topology::HypercubeParams{dice.between(1, 6)};
      break;
    case 1:
      design.topology = topology::HexagonalTorusParams{{dice.between(2, 7), dice.between(2, 7)}};
      break;
    case 2:
      design.topology = random_circulant(dice);
      break;
    case 3:
      design.topology = topology::MidimewParams{dice.between(5, 60)};
      break;
    default:
      design.topology = random_twisted_torus(dice);
  }
}

}  // namespace

void direct(Dice& dice, engine::Design& design) {
  random_shape(dice, design);
  const bool rings = topology::geometry_of(design.topology)->lanes() == topology::Lanes::rings;
  const bool adaptive = dice.chance(50);
  router::RouterParams& router = design.router;
  if (adaptive) {
    using routing::selection;
    design.routing = routing::AdaptiveParams{
        dice.one_of({selection<routing::SmartSelection>, selection<routing::SmartSelection>,
                     selection<routing::RandomSelection>, selection<routing::MostFreeSelection>})};
    router.virtual_channels = dice.one_of({2U, 3U, 3U, 4U});
  } else {
    design.routing = routing::DorParams{};
    router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U});
  }
  if (!rings) {
    router.flow_control = adaptive ? router::flow_control<router::Escape> : router::flow_control<router::NoFlowControl>;
    return;
  }
  router.flow_control =
      dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                   router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>});
  if (router.flow_control == router::flow_control<router::Dateline>) router.virtual_channels = adaptive ? 3 : 2;
}

}  // namespace differential::networks
