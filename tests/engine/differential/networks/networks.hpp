// SPDX-License-Identifier: Apache-2.0
// Networks beyond grids and fat-trees, drawn at random: a function for each kind, in a file of its own, that sets
// topology, routing, virtual channels and flow control. Small, so that the reference stepper takes milliseconds.
#pragma once

#include <array>
#include <string_view>

#include "fsin/engine/design.hpp"
#include "tests/engine/differential/dice.hpp"

namespace differential::networks {

void any_graph(Dice& dice, fsin::engine::Design& design);
void direct(Dice& dice, fsin::engine::Design& design);
void dragonfly(Dice& dice, fsin::engine::Design& design);
void grids(Dice& dice, fsin::engine::Design& design);
void hyperx(Dice& dice, fsin::engine::Design& design);
/// Routings by tables that choose the link with the least backlog, also over parallel links.
void least_backlog(Dice& dice, fsin::engine::Design& design);
/// Routings by tables over links of different weight.
void weighed(Dice& dice, fsin::engine::Design& design);
/// PAR and UGAL-G by tables.
void decisions(Dice& dice, fsin::engine::Design& design);
/// Routings whose tables follow faults in the course of the run.
void rerouting(Dice& dice, fsin::engine::Design& design);

struct Draw {
  std::string_view name;  ///< for --network
  void (*draw)(Dice& dice, fsin::engine::Design& design);
};
inline constexpr std::array draws{
    Draw{"any-graph", any_graph}, Draw{"direct", direct}, Draw{"dragonfly", dragonfly},
    Draw{"grids", grids},         Draw{"hyperx", hyperx},
};
/// Drawn on demand only, so that the other cases keep their numbers.
inline constexpr std::array demanded_draws{Draw{"least-backlog", least_backlog}, Draw{"weighed", weighed},
                                           Draw{"decisions", decisions}, Draw{"rerouting", rerouting}};

}  // namespace differential::networks
