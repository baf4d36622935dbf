// SPDX-License-Identifier: Apache-2.0
// Valiant routing on a dragonfly: every packet for another group first goes to a third group, or to a given switch of
// it, drawn when it enters. L. Valiant, G. Brebner, STOC 1981; Kim et al., ISCA 2008, section 4.
//
// The group of the detour is neither the source's nor the destination's, each other one equally likely. `via: group`:
// the packet goes on from the switch where it arrives; with traffic from each group to the h-th next one all detours
// then meet on few local links. `via: router`: it first crosses that group to a switch drawn among all, which spreads
// the traffic over the local links too. `via: any-group`: as `group`, but drawn among all g groups, as in INSEE; a
// packet that draws the group of its source or of its destination takes the minimal path. Under a group shift the
// minimal global link then carries 2 of g packets, as much as detours put on every other global link; with `group` it
// carries none. Packets within a group go straight, or, `within_group`, over another switch of the group. If several
// links join two groups, the switch where a packet turns to another group takes one on a shortest path there, each such
// link with equal probability. Where links have failed from the start, the detour is the first intact one from that
// drawn on; where there is none, the minimal path, if need be with two local links in a row.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/routing/algorithms/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"

namespace fsin::routing {

struct DragonflyValiant : DragonflyMinimal {
  bool over_switch = false;
  bool among_all = false;
  bool within_group = false;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state = straight(destination, draws);
    state.leg = draw_detour(network->place(source), state, draws);
    return state;
  }
  template <class View>
  void decide(const View& view, State& state) const {
    if (view.layer() == 0) return;
    const Place here = network->place(view.router());
    const bool turns = turn(here, state);
    if (!network->several()) return;
    if (turns || at_source(view) || view.in_port() >= network->first_global()) choose_link(view, here, state, 0);
  }

  // A bundle of nodes (fsin/routing/bundles.hpp) is a group: on a detour over another group, all nodes of the group of
  // the destination are equivalent. A decision of UGAL can go either way whatever the node is: the two paths have
  // different first queues, or the same one, behind which the detour is never shorter. If groups are joined by several
  // links, a packet takes one for which its whole path is shortest, so that the node does make a difference.
  std::uint32_t bundle(std::uint32_t destination) const { return network->place(destination).group; }
  bool blind(const State& state) const {
    const bool undecided = state.decisions != 0 && state.globals == 0;
    const bool on_detour = state.leg != State::Leg::destination || undecided;
    return on_detour && state.via != state.group && !network->several();
  }
  static State without_detour(State state) {
    go_home(state);
    return state;
  }
  State redirected(State state, std::uint32_t destination) const {
    const Place to = network->place(destination);
    state.index = to.index;
    state.terminal = to.terminal;
    return state;
  }
  /// True on a detour over a given switch, before the packet is in its group: the choice of that switch makes no
  /// difference yet.
  bool far(const State& state) const { return over_switch && state.globals == 0 && blind(state); }
  State first_end(State state) const {
    if (far(state)) state.via_index = 0;
    return state;
  }
  template <class Visit>
  void every_end(State state, Visit visit) const {
    if (state.leg != State::Leg::router) return visit(state);
    for (unsigned index = 0; index < network->a; ++index) {
      state.via_index = static_cast<std::uint8_t>(index);
      visit(state);
    }
  }

 protected:
  /// Draws the detour and returns its first stop; `destination` if there is no detour.
  template <class Draws>
  State::Leg draw_detour(const Place& from, State& state, const Draws& draws) const {
    if (from.group == state.group) {
      if (!within_group || from.index == state.index || network->a < 3) {
        return links ? stop_within(from, state) : State::Leg::destination;
      }
      state.via_index = static_cast<std::uint8_t>(draw_third(network->a, from.index, state.index, draws, 1));
      if (links && !third_switch(from, state, 2)) return stop_within(from, state);
      return State::Leg::router;
    }
    if (network->groups < 3) return links ? two_in_a_row(from, state) : State::Leg::destination;
    const unsigned via =
        among_all ? draws.uniform(network->groups, 1) : draw_third(network->groups, from.group, state.group, draws, 1);
    if (links) return intact_detour(from, state, via, over_switch ? draws.uniform(network->a, 2) : any);
    if (via == from.group || via == state.group) return State::Leg::destination;
    state.via = static_cast<std::uint16_t>(via);
    if (!over_switch) return State::Leg::group;
    state.via_index = static_cast<std::uint8_t>(draws.uniform(network->a, 2));
    return State::Leg::router;
  }

 private:
  static constexpr unsigned any = topology::Dragonfly::any;

  /// The first intact path from that drawn on: the groups in ascending order, in each the switches. Between groups,
  /// of a network with faults.
  State::Leg intact_detour(const Place& from, State& state, unsigned drawn, unsigned drawn_index) const {
    for (unsigned i = 0, via = drawn; i < network->groups; ++i, via = via + 1 < network->groups ? via + 1 : 0) {
      if (via == from.group || via == state.group) {
        if (among_all && links->way(from, state.group, state.index)) return State::Leg::destination;
        continue;
      }
      if (!over_switch) {
        if (!links->detour(from, via, any, state.group, state.index)) continue;
        state.via = static_cast<std::uint16_t>(via);
        return State::Leg::group;
      }
      for (unsigned j = 0, index = drawn_index; j < network->a; ++j, index = index + 1 < network->a ? index + 1 : 0) {
        if (!links->detour(from, via, index, state.group, state.index)) continue;
        state.via = static_cast<std::uint16_t>(via);
        state.via_index = static_cast<std::uint8_t>(index);
        return State::Leg::router;
      }
    }
    return two_in_a_row(from, state);
  }

  /// Where no path is left that crosses one local link at a time: two in a row, over the first other switch of the
  /// group of the source or, behind the global link, of the destination. They are on the channels of a detour that is
  /// not taken: l l . g l of l g l g l, turn() leaving out the first global channel, and l g l . l.
  State::Leg two_in_a_row(const Place& from, State& state) const {
    const bool has_channels =
        ladder.step != 0 && last_local + 1U >= ladder.locals && last_global + 1U >= ladder.globals;
    if (!has_channels || links->way(from, state.group, state.index)) return State::Leg::destination;
    const auto over = [&](unsigned group, unsigned index) {
      state.via = static_cast<std::uint16_t>(group);
      state.via_index = static_cast<std::uint8_t>(index);
      return State::Leg::router;
    };
    for (unsigned index = 0; index < network->a; ++index) {
      if (index == from.index || !links->local(from.group, from.index, index)) continue;
      const Place third{from.group, static_cast<std::uint8_t>(index), 0};
      if (links->way(third, state.group, state.index)) return over(from.group, index);
    }
    for (unsigned index = 0; index < network->a; ++index) {
      if (index == state.index || !links->local(state.group, index, state.index)) continue;
      if (links->way(from, state.group, index)) return over(state.group, index);
    }
    return State::Leg::destination;
  }

  /// Uniform on 0..n-1 without two given different numbers.
  template <class Draws>
  static unsigned draw_third(unsigned n, unsigned one, unsigned other, const Draws& draws, unsigned word) {
    unsigned third = draws.uniform(n - 2, word);
    if (third >= std::min(one, other)) ++third;
    if (third >= std::max(one, other)) ++third;
    return third;
  }
};

inline DragonflyValiant make_dragonfly_valiant(const Setup<topology::Dragonfly>& setup, const DragonflyDetours& detours,
                                               bool progressive) {
  return {make_dragonfly_minimal(setup, detours.ladder_of(progressive)), detours.via == DragonflyVia::router,
          detours.via == DragonflyVia::any_group, detours.within_group};
}

template <class Use>
auto with_algorithm(const DragonflyValiantParams& params, const Setup<topology::Dragonfly>& setup, Use use) {
  return use(make_dragonfly_valiant(setup, params, false));
}

}  // namespace fsin::routing
