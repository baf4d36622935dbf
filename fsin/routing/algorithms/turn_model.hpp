// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing on meshes by turn models: enough turns are forbidden that no cycle of waiting packets can
// close, so that one virtual channel is enough and none is an escape. C. J. Glass, L. M. Ni, The turn model for
// adaptive routing, ISCA 1992 (J. ACM 41(5), 1994); G.-M. Chiu, The odd-even turn model, IEEE TPDS 11(7), 2000.
//
// Each of the three models of Glass and Ni is a set of directions that come first: as long as a packet has remaining
// hops in one of them it takes only those, in any order, and then the others, in any order.
//
//   west-first       downward in every dimension but the last (X- in two dimensions; "all-but-one-negative-first")
//   negative-first   downward in every dimension
//   north-last       all but upward in every dimension after the first (all but Y+; "all-but-one-positive-last")
//   odd-even         two dimensions: turns out of X+ only in columns of odd X (and where the packet entered),
//                    turns into X- only in columns of even X
//   all-turns        every minimal path: can deadlock; also on a torus
//
// Proof that the first three are free of deadlock: with negative-first the sum of the coordinates only falls in the
// first phase and only rises in the second. With west-first the same holds for the sum over all dimensions but the
// last; it is unchanged only by hops in the last dimension, which do not reverse on a minimal path. north-last is its
// mirror image.
#pragma once

#include <bit>
#include <cstdint>

#include "fsin/routing/algorithms/grid.hpp"
#include "fsin/routing/turn_model.hpp"

namespace fsin::routing {

struct TurnModel : GridBase {
  static constexpr bool remembers = false;

  std::uint32_t first_ports = 0;  ///< mask of the ports that are taken before all others
  bool odd_even = false;
  TurnSelection select = TurnSelection::random;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const std::uint32_t ports = permitted(view, state);
    return select == TurnSelection::random ? any(view, ports) : most_free(view, ports);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    for (std::uint32_t ports = permitted(view, state); ports != 0; ports &= ports - 1) {
      for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(first_channel(ports) + static_cast<std::int32_t>(vc));
    }
  }

 private:
  /// The first channel of the lowest port of the mask.
  std::int32_t first_channel(std::uint32_t ports) const {
    return static_cast<std::int32_t>(static_cast<unsigned>(std::countr_zero(ports)) * facts.vcs);
  }
  template <class View>
  std::uint32_t permitted(const View& view, const State& state) const {
    if (odd_even) return permitted_by_columns(view, state);
    std::uint32_t ports = 0;
    for (unsigned d = 0; d < facts.dimensions; ++d) {
      if (state.hops[d] != 0) ports |= 1U << port_of(state, d);
    }
    const std::uint32_t first = ports & first_ports;
    return first != 0 ? first : ports;
  }
  /// The function ROUTE of Chiu's figure 4. "In the column of the source" is: did not arrive here by X+.
  template <class View>
  std::uint32_t permitted_by_columns(const View& view, const State& state) const {
    const int x = state.hops[0], y = state.hops[1];
    const std::uint32_t along_x = x == 0 ? 0 : 1U << port_of(state, 0);
    const std::uint32_t along_y = y == 0 ? 0 : 1U << port_of(state, 1);
    if (x == 0 || y == 0) return along_x | along_y;
    const unsigned column = grid->at(view.router())[0];
    const bool odd = column % 2 != 0;
    if (x < 0) return along_x | (odd ? 0 : along_y);
    const bool came_eastward = !view.from_injection() && view.in_port() == 0;
    const bool may_turn = odd || !came_eastward;
    const bool may_go_on = x != 1 || !odd;  // no turn in the column of the destination if it is even
    return (may_turn ? along_y : 0) | (may_go_on ? along_x : 0);
  }
  template <class View>
  Choice any(View& view, std::uint32_t ports) const {
    unsigned open = 0;
    for (std::uint32_t rest = ports; rest != 0; rest &= rest - 1) {
      open += static_cast<unsigned>(std::popcount(view.open(first_channel(rest), facts.vcs)));
    }
    if (open == 0) return {};
    unsigned skip = view.uniform(open, 0);
    for (std::uint32_t rest = ports;; rest &= rest - 1) {
      unsigned channels = view.open(first_channel(rest), facts.vcs);
      const auto count = static_cast<unsigned>(std::popcount(channels));
      if (skip >= count) {
        skip -= count;
        continue;
      }
      for (; skip != 0; --skip) channels &= channels - 1;
      return {first_channel(rest) + std::countr_zero(channels)};
    }
  }
  template <class View>
  Choice most_free(const View& view, std::uint32_t ports) const {
    Choice choice;
    unsigned least = ~0U;
    for (std::uint32_t rest = ports; rest != 0; rest &= rest - 1) {
      for (unsigned open = view.open(first_channel(rest), facts.vcs); open != 0; open &= open - 1) {
        const std::int32_t out = first_channel(rest) + std::countr_zero(open);
        const unsigned phits = view.phits_ahead(out);
        if (phits >= least) continue;
        least = phits;
        choice.out = out;
      }
    }
    return choice;
  }
};

/// Mask of the ports that are taken before all others.
inline std::uint32_t first_ports(Turns model, unsigned dimensions) {
  std::uint32_t ports = 0;
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::uint32_t up = 1U << 2 * d, down = up << 1U;
    if (model == Turns::negative_first || (model == Turns::west_first && d + 1 < dimensions)) ports |= down;
    if (model == Turns::north_last) ports |= down | (d == 0 ? up : 0);
  }
  return ports;
}

template <class Use>
auto with_algorithm(const TurnModelParams& params, const Setup<topology::Cartesian>& setup, Use use) {
  return use(TurnModel{make_grid_base(setup), first_ports(params.model, setup.network.dimensions()),
                       params.model == Turns::odd_even, params.select});
}

}  // namespace fsin::routing
