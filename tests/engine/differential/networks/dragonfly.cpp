// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {

using namespace fsin;

void dragonfly(Dice& dice, engine::Design& design) {
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

}  // namespace differential::networks
