// SPDX-License-Identifier: Apache-2.0
// Dimension order, in an order of dimensions that is drawn for each packet: minimal, and oblivious of the load.
//
//   orders: two         ascending or descending: XY or YX in two dimensions, which is O1TURN. D. Seo, A. Ali,
//                       W.-T. Lim, N. Rafique, M. Thottethodi, Near-optimal worst-case throughput routing for
//                       two-dimensional mesh networks, ISCA 2005
//   orders: rotations   XYZ, YZX or ZXY, one for each dimension that can be first (`double` of the original simulator)
//   orders: all         every permutation, of at most four dimensions (`hexa` of the original simulator)
//
// Each order has a class of virtual channels of its own (grid_steps.hpp), which no packet leaves, so that as many
// classes as orders are free of deadlock, as dimension order is: of one channel each on a mesh and with bubbles, of two
// with a dateline.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "fsin/routing/algorithms/grid_steps.hpp"
#include "fsin/routing/o1turn.hpp"

namespace fsin::routing {

struct OneTurn {
  struct State {
    std::uint32_t destination;
    std::uint8_t coins;
    std::uint8_t order;
    std::uint16_t unused;  ///< states are compared by their bytes
  };
  static constexpr bool remembers = false;

  GridSteps steps;
  ChannelClasses channels;
  unsigned count = 1;
  std::array<DimensionOrder, ChannelClasses::most> orders{};

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const topology::Cartesian& grid = steps.grid();
    const unsigned coins = steps.coins(grid.at(source), grid.at(destination), draws, 0);
    return {destination, static_cast<std::uint8_t>(coins), static_cast<std::uint8_t>(draws.uniform(count, 0)), 0};
  }
  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    return channels.request(view, step(view, state), state.order);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    channels.candidates(view, step(view, state), state.order, visit);
  }
  static void advance(State&, unsigned /*port*/) {}

 private:
  template <class View>
  GridStep step(const View& view, const State& state) const {
    const std::uint16_t* here = steps.grid().at(view.router());
    const std::uint16_t* to = steps.grid().at(state.destination);
    const std::uint8_t* d = orders[state.order].data();
    while (here[*d] == to[*d]) ++d;
    return steps.step(here, to, *d, state.coins);
  }
};

template <class Use>
auto with_algorithm(const OneTurnParams& params, const Setup<topology::Cartesian>& setup, Use use) {
  const std::vector<DimensionOrder> all = params.orders_of(setup.network.dimensions());
  const auto count = static_cast<unsigned>(all.size());
  OneTurn turn{GridSteps(setup.network), ChannelClasses(setup.vcs, count, setup.rings_are_cut()), count, {}};
  std::copy(all.begin(), all.end(), turn.orders.begin());
  return use(turn);
}

}  // namespace fsin::routing
