// SPDX-License-Identifier: Apache-2.0
// Common base of the algorithms of grids and of other direct networks: the remaining hops in each dimension, and the
// protection of their rings. Only the source of the hops of a packet differs: coordinates or a table.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/grids/cartesian.hpp"
#include "fsin/topology/grids/cayley.hpp"

namespace fsin::routing {

/// Signed remaining hops in each dimension.
struct GridState {
  std::array<std::int16_t, topology::max_dimensions> hops;
};

/// Numbers that do not change during a run, laid out for the hot path.
struct GridFacts {
  unsigned vcs = 1;
  unsigned dimensions = 0;
  std::array<std::uint8_t, topology::max_dimensions> order{};  ///< dimensions in the order they are travelled
};

/// Port by which a packet leaves in dimension `d`.
inline unsigned port_of(const GridState& state, unsigned d) { return 2 * d + (state.hops[d] < 0 ? 1U : 0U); }

/// First dimension of the travelling order with remaining hops; the packet is not at its destination.
inline unsigned first_dimension(const GridFacts& facts, const GridState& state) {
  unsigned i = 0;
  while (state.hops[facts.order[i]] == 0) ++i;
  return facts.order[i];
}

struct GridBase {
  using State = GridState;
  static constexpr bool routers_are_alike = true;

  GridFacts facts;
  // Exactly one of the two is set.
  const topology::Cartesian* grid = nullptr;
  const topology::Cayley* cayley = nullptr;

  /// The hops of a packet that enters: minimal; a coin decides between equally long directions round an even ring,
  /// thrown in the order of the dimensions. On other direct networks one of the minimal records of a table is drawn.
  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    if (grid == nullptr) return recorded(source, destination, draws);
    State state{};
    const std::uint16_t* from = grid->at(source);
    const std::uint16_t* to = grid->at(destination);
    for (unsigned d = 0; d < facts.dimensions; ++d) {
      const int k = static_cast<int>(grid->dims[d]);
      int hops = static_cast<int>(to[d]) - static_cast<int>(from[d]);
      if (grid->wraps) {
        if (hops < 0) hops += k;
        if (grid->bidirectional && (2 * hops > k || (2 * hops == k && draws.coin(d)))) hops -= k;
      }
      state.hops[d] = static_cast<std::int16_t>(hops);
    }
    return state;
  }
  static void advance(State& state, unsigned port) {
    state.hops[port >> 1] = static_cast<std::int16_t>(state.hops[port >> 1] + ((port & 1) != 0 ? 1 : -1));
  }
  template <class Visit>
  void likely_ports(const State& state, Visit visit) const {
    for (unsigned d = 0; d < facts.dimensions; ++d) {
      if (state.hops[d] != 0) visit(port_of(state, d));
    }
  }
  /// Position of a router along its ring or line of dimension `d`: its coordinate in a grid.
  unsigned place(std::uint32_t router, unsigned d) const {
    return grid != nullptr ? grid->at(router)[d] : cayley->place(router, d);
  }
  unsigned length(unsigned d) const { return grid != nullptr ? grid->dims[d] : cayley->length(d); }
  /// True while the remaining path in dimension `d` still crosses the wrap link (dateline between k-1 and 0).
  template <class View>
  bool crosses_dateline(const View& view, const State& state, unsigned d) const {
    const int end = static_cast<int>(place(view.router(), d)) + state.hops[d];
    return end < 0 || end >= static_cast<int>(length(d));
  }

 private:
  template <class Draws>
  State recorded(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const topology::MinimalRecords& records = cayley->records();
    const std::uint32_t difference = cayley->difference(source, destination);
    const unsigned count = records.count(difference);
    const std::int16_t* hops = records.hops(difference, count == 1 ? 0 : draws.uniform(count, 0));
    State state{};
    for (unsigned d = 0; d < facts.dimensions; ++d) state.hops[d] = hops[d];
    return state;
  }
};

/// Makes the base; `order` lists the first dimensions, the others follow in ascending order.
template <class Network>
GridBase make_grid_base(const Setup<Network>& setup, const std::vector<unsigned>& order = {}) {
  GridBase base{{}, topology::as<topology::Cartesian>(setup.network), topology::as<topology::Cayley>(setup.network)};
  base.facts.vcs = setup.vcs;
  base.facts.dimensions = setup.network.dimensions();
  std::iota(base.facts.order.begin(), base.facts.order.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < order.size(); ++i) base.facts.order[i] = static_cast<std::uint8_t>(order[i]);
  return base;
}

}  // namespace fsin::routing
