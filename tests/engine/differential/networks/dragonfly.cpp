// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/dragonflies/dragonfly.hpp"

#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {
namespace {

using namespace fsin;

template <class Params>
Params with_detours(Dice& dice) {
  Params params;
  using routing::DragonflyVia;
  params.via = dice.one_of({DragonflyVia::group, DragonflyVia::router, DragonflyVia::any_group});
  params.within_group = dice.chance(30);
  if (dice.chance(15)) params.ladder = routing::LadderRule::global_hops;
  if constexpr (Params::adaptive) params.threshold = dice.one_of({0U, 0U, 30U});
  return params;
}

}  // namespace

/// Also with fewer virtual channels than keep it free of deadlock, and more than one set.
void dragonfly(Dice& dice, engine::Design& design) {
  topology::DragonflyParams dragonfly;
  dragonfly.p = dice.between(1, 2);
  dragonfly.a = dice.one_of({2U, 3U, 4U});
  dragonfly.h = dragonfly.a == 4 ? 1 : dice.between(1, 2);
  if (dice.chance(50)) {
    dragonfly.groups = dice.between(2, dragonfly.a * dragonfly.h + 1);
    if (dragonfly.groups <= 3) dragonfly.h = dice.between(1, 3);
  }
  using topology::Wiring;
  dragonfly.wiring = dice.one_of({Wiring::relative, Wiring::absolute, Wiring::circulant});
  design.topology = dragonfly;
  const unsigned kind = dice.below(5);
  if (kind == 0) {
    design.routing = routing::DragonflyMinimalParams{};
    design.router.virtual_channels = dice.one_of({2U, 2U, 4U, 6U});
  } else if (kind == 1) {
    design.routing = with_detours<routing::DragonflyValiantParams>(dice);
    design.router.virtual_channels = dice.one_of({3U, 4U, 4U, 6U, 8U});
  } else if (kind == 2 || kind == 3) {
    design.routing = with_detours<routing::DragonflyUgalParams>(dice);
    if (kind == 3) design.routing = with_detours<routing::DragonflyUgalGParams>(dice);
    design.router.virtual_channels = dice.one_of({3U, 4U, 4U, 6U});
  } else {
    design.routing = with_detours<routing::DragonflyParParams>(dice);
    design.router.virtual_channels = dice.one_of({4U, 5U, 5U, 8U, 10U});
  }
  if (dice.chance(8)) design.router.virtual_channels = dice.between(1, 3);
}

}  // namespace differential::networks
