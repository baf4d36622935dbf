// SPDX-License-Identifier: Apache-2.0
// Valiant routing on a dragonfly: every packet for another group first goes to a third group, or to a given switch of
// it, drawn when it enters. L. Valiant, G. Brebner, STOC 1981; Kim et al., ISCA 2008, section 4.
//
// The group of the detour is neither the source's nor the destination's, each other one equally likely. `via: group`:
// the packet goes on from the switch where it arrives; with traffic from each group to the h-th next one all detours
// then meet on few local links. `via: router`: it first crosses that group to a switch drawn among all, which spreads
// the traffic over the local links too. `via: any-group`: as `group`, but drawn among all g groups, as by INSEE; a
// packet that draws the group of its source or of its destination goes the minimal way. Of a group shift the minimal
// global link then carries 2 in g packets, what detours put on every other one; with `group` it carries none. Packets
// within a group go straight, or, `within_group`, over another switch of the group. Where several links join two
// groups, the switch where a packet turns to another group takes one by which the way there is shortest, each such link
// with equal probability.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/routing/dragonfly_minimal.hpp"

namespace fsin::routing {

enum class DragonflyVia : std::uint8_t { group, router, any_group };
inline constexpr std::array dragonfly_via_names{
    config::Named{DragonflyVia::group, "group", "a detour leads over any switch of a random group"},
    config::Named{DragonflyVia::router, "router", "a detour leads over a random switch of a random group"},
    config::Named{DragonflyVia::any_group, "any-group",
                  "as group, drawn among all groups; a packet that draws its source's or destination's takes none"},
};

/// Keys that all routings with detours have.
struct DragonflyDetours {
  DragonflyVia via = DragonflyVia::group;
  bool within_group = false;
  LadderRule ladder = LadderRule::position;

  template <class F>
  void detour_fields(F& f) {
    f("via", via, "where a detour leads").names(dragonfly_via_names);
    f("within_group", within_group, "true: packets within a group take detours too, over another switch of it");
    f("ladder", ladder, "what the virtual channel of a packet follows from").names(ladder_names);
  }
  DragonflyLadder ladder_of(bool progressive) const {
    return dragonfly_ladder({true, via == DragonflyVia::router, progressive}, ladder);
  }
};

struct DragonflyValiant : DragonflyMinimal {
  bool over_switch = false;
  bool among_all = false;
  bool within_group = false;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state = DragonflyMinimal::start(source, destination, draws);
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

 protected:
  /// Draws the detour and says what it leads to; `destination` where there is none.
  template <class Draws>
  State::Leg draw_detour(const Place& from, State& state, const Draws& draws) const {
    if (from.group == state.group) {
      if (!within_group || from.index == state.index || network->a < 3) return State::Leg::destination;
      state.via_index = static_cast<std::uint8_t>(draw_third(network->a, from.index, state.index, draws, 1));
      return State::Leg::router;
    }
    if (network->groups < 3) return State::Leg::destination;
    const unsigned via =
        among_all ? draws.uniform(network->groups, 1) : draw_third(network->groups, from.group, state.group, draws, 1);
    if (via == from.group || via == state.group) return State::Leg::destination;
    state.via = static_cast<std::uint16_t>(via);
    if (!over_switch) return State::Leg::group;
    state.via_index = static_cast<std::uint8_t>(draws.uniform(network->a, 2));
    return State::Leg::router;
  }
  /// True where the switch of the detour has been reached, from which the packet goes to its destination.
  static bool turn(const Place& here, State& state) {
    const bool there = state.leg == State::Leg::router && here.group == state.via && here.index == state.via_index;
    if (there) go_home(state);
    return there;
  }

 private:
  /// 0..n-1 but for two different numbers, all equally likely.
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

struct DragonflyValiantParams : DragonflyFamily, DragonflyDetours {
  static constexpr std::string_view name = "dragonfly-valiant";
  static constexpr std::string_view doc = "always through a random third group (Valiant)";
  static constexpr std::string_view cite = "Valiant & Brebner, STOC 1981; Kim, Dally, Scott & Abts, ISCA 2008";
  static constexpr bool adaptive = false;

  template <class F>
  void fields(F& f) {
    detour_fields(f);
  }
  unsigned parallel_channels(const Setup<topology::Dragonfly>& setup) const {
    return std::max(1U, setup.vcs / ladder_of(false).locals);
  }
  void check(const Setup<topology::Dragonfly>& setup, Report& report) const {
    check_dragonfly(setup, ladder_of(false), name, report);
  }
  template <class Use>
  auto with(const Setup<topology::Dragonfly>& setup, Use use) const {
    return use(make_dragonfly_valiant(setup, *this, false));
  }
};

}  // namespace fsin::routing
