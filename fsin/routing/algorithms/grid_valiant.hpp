// SPDX-License-Identifier: Apache-2.0
// Two-phase randomised routing on tori and meshes: in dimension order to an intermediate node that is drawn for each
// packet, and from there in dimension order to the destination.
//
//   within: network    any node, source and destination among them, with equal probability: every pattern loads the
//                      links like two uniform ones. L. G. Valiant, G. J. Brebner, STOC 1981; Valiant, SIAM J. Comput.
//                      11(2), 1982
//   within: quadrant   any node on a minimal path, so that the whole path is minimal (ROMM). T. Nesson, S. L. Johnsson,
//                      SPAA 1995
//
// Each phase has a class of virtual channels (grid_steps.hpp): a class is travelled in one dimension order, and the
// first leads to the second only, so that two classes are free of deadlock: one channel each on a mesh and with
// bubbles, two each with a dateline. A packet that reaches its destination in its first phase is delivered there.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/routing/algorithms/grid_steps.hpp"
#include "fsin/routing/grid_valiant.hpp"

namespace fsin::routing {

struct GridValiant {
  struct State {
    std::uint32_t destination;
    std::uint32_t via;
    std::uint8_t coins[2];  ///< coins of the two phases
    std::uint8_t phase;
    std::uint8_t unused;  ///< states are compared by their bytes
  };
  static constexpr bool remembers = false;

  GridSteps steps;
  ChannelClasses channels;
  Within within = Within::network;
  unsigned dimensions = 0;
  std::uint32_t nodes = 1;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const topology::Cartesian& grid = steps.grid();
    const std::uint16_t* from = grid.at(source);
    const std::uint16_t* to = grid.at(destination);
    if (within == Within::quadrant) {
      const unsigned coins = steps.coins(from, to, draws, 0);
      const std::uint32_t via = on_minimal_way(from, to, coins, draws);
      return {destination, via, {static_cast<std::uint8_t>(coins), static_cast<std::uint8_t>(coins)}, 0, 0};
    }
    const std::uint32_t via = draws.uniform(nodes, 0);
    const auto first = static_cast<std::uint8_t>(steps.coins(from, grid.at(via), draws, 0));
    const auto second = static_cast<std::uint8_t>(steps.coins(grid.at(via), to, draws, topology::max_dimensions));
    return {destination, via, {first, second}, 0, 0};
  }
  template <class View>
  void decide(const View& view, State& state) const {
    if (view.router() == state.via) state.phase = 1;
  }
  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    return channels.request(view, step(view, state), state.phase);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    channels.candidates(view, step(view, state), state.phase, visit);
  }
  static void advance(State&, unsigned /*port*/) {}

 private:
  template <class View>
  GridStep step(const View& view, const State& state) const {
    const std::uint16_t* here = steps.grid().at(view.router());
    const std::uint16_t* to = steps.grid().at(state.phase == 0 ? state.via : state.destination);
    unsigned d = 0;
    while (here[d] == to[d]) ++d;
    return steps.step(here, to, d, state.coins[state.phase]);
  }
  /// The intermediate node of `quadrant`: one draw for all dimensions, once per packet.
  template <class Draws>
  std::uint32_t on_minimal_way(const std::uint16_t* from, const std::uint16_t* to, unsigned coins,
                               const Draws& draws) const {
    std::array<int, topology::max_dimensions> hops{};
    std::uint32_t choices = 1;
    for (unsigned d = 0; d < dimensions; ++d) {
      hops[d] = steps.hops(from, to, d, coins);
      choices *= static_cast<std::uint32_t>(hops[d] < 0 ? 1 - hops[d] : 1 + hops[d]);
    }
    std::uint32_t drawn = draws.uniform(choices, 0), via = 0, stride = 1;
    for (unsigned d = 0; d < dimensions; ++d) {
      const auto k = static_cast<int>(steps.grid().dims[d]);
      const auto n = static_cast<std::uint32_t>(hops[d] < 0 ? 1 - hops[d] : 1 + hops[d]);
      const auto gone = static_cast<int>(drawn % n);
      drawn /= n;
      int at = static_cast<int>(from[d]) + (hops[d] < 0 ? -gone : gone);
      at += at < 0 ? k : at >= k ? -k : 0;
      via += static_cast<std::uint32_t>(at) * stride;
      stride *= static_cast<std::uint32_t>(k);
    }
    return via;
  }
};

template <class Use>
auto with_algorithm(const GridValiantParams& params, const Setup<topology::Cartesian>& setup, Use use) {
  GridValiant valiant{GridSteps(setup.network), ChannelClasses(setup.vcs, 2, setup.rings_are_cut()), params.within,
                      setup.network.dimensions(), 1};
  for (const unsigned k : setup.network.dims) valiant.nodes *= k;
  return use(valiant);
}

}  // namespace fsin::routing
