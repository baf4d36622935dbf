// SPDX-License-Identifier: Apache-2.0
// Minimal routing on a dragonfly: at most one local link, one global link, one local link (Kim et al., ISCA 2008).
//
// If several links join two groups, the switch of the source takes one on a shortest path, each such link with equal
// probability, drawn when the switch first serves the header. Virtual channels: dragonfly_ladder.hpp, two on local
// links, one on global ones. Links that have failed from the start are avoided as far as this sequence permits: by
// another of several global links, and within a group over other switches, on the channels of its local links. More of
// them, in whole sets, are copies; a packet draws its copy when it enters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/faults/dragonfly_links.hpp"
#include "fsin/routing/faults/for_faults.hpp"

namespace fsin::routing {

struct DragonflyState {
  /// Next stop of the packet.
  enum class Leg : std::uint8_t { destination, group, router };

  std::uint16_t group;     ///< group of the destination
  std::uint16_t via;       ///< group of the detour
  std::uint16_t link;      ///< number of the next global link among those that join the two groups
  std::uint8_t index;      ///< index of the destination's switch in its group
  std::uint8_t terminal;   ///< terminal of the destination at its switch
  std::uint8_t via_index;  ///< index of the switch of the detour
  std::uint8_t base;       ///< first virtual channel of the packet's copy
  std::uint8_t local;      ///< channel of the next local link
  std::uint8_t globals;    ///< global links crossed, which is the channel of the next one
  Leg leg;                 ///< `group`: any switch of the group of the detour; `router`: the switch of the detour
  std::uint8_t decisions;  ///< decisions left in which the packet may still be sent on its detour
};

/// Minimal routing, and the base of the other routings of a dragonfly.
struct DragonflyMinimal {
  using State = DragonflyState;
  using Place = topology::Dragonfly::Place;
  static constexpr bool remembers = false;

  static bool keeps_symmetry() { return true; }
  static bool terminals_are_equal() { return true; }

  const topology::Dragonfly* network = nullptr;
  unsigned vcs = 2;
  unsigned copies = 1;
  DragonflyLadder ladder;
  /// Highest channel of local links: with too few channels, several places of the ladder share it.
  std::uint8_t last_local = 1;
  std::uint8_t last_global = 0;
  std::shared_ptr<const DragonflyLinks> links{};  ///< null without faults

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state = straight(destination, draws);
    if (links) state.leg = stop_within(network->place(source), state);
    return state;
  }
  /// The state of a packet that takes the minimal path.
  template <class Draws>
  State straight(std::uint32_t destination, const Draws& draws) const {
    const Place to = network->place(destination);
    State state{};
    state.group = state.via = to.group;
    state.index = to.index;
    state.terminal = to.terminal;
    state.base = static_cast<std::uint8_t>(copies == 1 ? 0 : ladder.locals * draws.uniform(copies, 0));
    return state;
  }
  void advance(State& state, unsigned port) const {
    if (port >= network->first_global()) {
      state.local = ladder.after[state.globals & 1U];
      ++state.globals;
      state.link = 0;
      if (state.leg == State::Leg::group) go_home(state);
    } else if (port >= network->first_local()) {
      state.local = static_cast<std::uint8_t>(state.local + ladder.step);
    }
  }
  template <class View>
  void decide(const View& view, State& state) const {
    if (links && view.layer() != 0) turn(network->place(view.router()), state);
    if (network->several() && at_source(view)) choose_link(view, network->place(view.router()), state, 0);
  }

  /// The port towards the next stop; at the switch of the destination, the port to the destination.
  template <class View>
  unsigned port(const View& view, const State& state) const {
    if (view.layer() == 0) return 0;
    const Place here = network->place(view.router());
    const unsigned toward = next_group(state);
    if (here.group == toward) {
      const unsigned index = state.leg == State::Leg::destination ? state.index : state.via_index;
      return here.index == index ? state.terminal : network->local_port(here.index, index);
    }
    const topology::Dragonfly::Plug gate = network->plug(network->link_to(here.group, toward, state.link));
    return here.index == gate.index ? gate.port : network->local_port(here.index, gate.index);
  }
  template <class View>
  std::int32_t channel(const View& view, const State& state) const {
    const unsigned out = port(view, state);
    return static_cast<std::int32_t>(out * vcs + state.base + rung(out, state));
  }
  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const std::int32_t out = channel(view, state);
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    visit(channel(view, state));
  }

 protected:
  /// Ends the detour. Its data is cleared, so that the analysis of deadlock has fewer states.
  static void go_home(State& state) {
    state.leg = State::Leg::destination;
    state.via = state.group;
    state.via_index = state.decisions = 0;
  }
  static unsigned next_group(const State& state) {
    return state.leg == State::Leg::destination ? state.group : state.via;
  }
  template <class View>
  bool at_source(const View& view) const {
    return view.layer() == 1 && view.in_port() < network->first_local();
  }
  /// True if the switch of the detour has been reached, from which the packet goes to its destination. If that is a
  /// switch of the group of the source, its next local link has the channel behind the first global one.
  bool turn(const Place& here, State& state) const {
    const bool there = state.leg == State::Leg::router && here.group == state.via && here.index == state.via_index;
    if (!there) return false;
    if (here.group != state.group) state.globals = 1;
    go_home(state);
    if (links) state.leg = stop_within(here, state);
    return true;
  }

  /// Where the local link to a destination in this group has failed: sets the next switch over which a packet goes
  /// instead, the first from via_index on by which it has the fewest links to go, if there are channels for as many in
  /// a row. The result is its next stop.
  State::Leg stop_within(const Place& from, State& state) const {
    const bool cut = from.group == state.group && !links->local(state.group, from.index, state.index);
    if (!cut || ladder.step == 0 || last_local + 1U < ladder.locals) return State::Leg::destination;
    for (unsigned most = 2; state.local + most <= last_local + 1U; ++most) {
      if (third_switch(from, state, most)) return State::Leg::router;
    }
    return State::Leg::destination;
  }
  /// The first switch of the group from via_index on over which at most so many intact links lead to the destination.
  bool third_switch(const Place& from, State& state, unsigned most) const {
    for (unsigned i = 0, index = state.via_index; i < network->a; ++i, index = index + 1 < network->a ? index + 1 : 0) {
      if (index == from.index || index == state.index) continue;
      if (!links->local(state.group, from.index, index)) continue;
      if (!links->within(state.group, index, state.index, most - 1)) continue;
      state.via_index = static_cast<std::uint8_t>(index);
      return true;
    }
    state.via_index = 0;
    return false;
  }

  /// Chooses the link by which the packet leaves this group, if it does; `draw` is the number of the draw.
  template <class View>
  void choose_link(const View& view, const Place& here, State& state, std::uint32_t draw) const {
    const unsigned toward = next_group(state);
    if (here.group == toward) return;
    const unsigned index = state.leg == State::Leg::destination ? state.index
                           : state.leg == State::Leg::router    ? state.via_index
                                                                : topology::Dragonfly::any;
    const auto drawn = [&](unsigned n) { return n == 1 ? 0 : view.uniform(n, draw); };
    state.link = static_cast<std::uint16_t>(links ? intact_link(here, toward, index, state, drawn)
                                                  : network->shortest_link(here, toward, index, drawn));
  }
  /// Of the links on shortest paths the first from the drawn one on by which the whole path is intact; if there is
  /// none, the first of all links. The drawn one where no path is intact.
  template <class Draw>
  unsigned intact_link(const Place& here, unsigned toward, unsigned index, const State& state, Draw draw) const {
    const auto leads = [&](unsigned number) {
      if (state.leg == State::Leg::destination) return links->leg(here, toward, index, number);
      return links->first_leg(here, toward, index, number, state.group, state.index);
    };
    const topology::LinkNumbers numbers = network->shortest(here, toward, index).numbers;
    const unsigned count = numbers.count(), drawn = draw(count);
    for (unsigned i = 0, n = drawn; i < count; ++i, n = n + 1 < count ? n + 1 : 0) {
      if (leads(numbers.pick(n))) return numbers.pick(n);
    }
    for (unsigned number = 0, all = network->links_between(here.group, toward); number < all; ++number) {
      if (leads(number)) return number;
    }
    return numbers.pick(drawn);
  }

  /// The channel within the packet's copy. A link to or from a terminal takes the channel of its group, because nothing
  /// behind it waits.
  unsigned rung(unsigned out, const State& state) const {
    if (out >= network->first_global()) return std::min(state.globals, last_global);
    return std::min(out >= network->first_local() ? state.local : state.globals, last_local);
  }
};

inline DragonflyMinimal make_dragonfly_minimal(const Setup<topology::Dragonfly>& setup, const DragonflyLadder& ladder) {
  const auto last = [&](unsigned channels) { return static_cast<std::uint8_t>(std::min(channels, setup.vcs) - 1); };
  return {.network = &setup.network,
          .vcs = setup.vcs,
          .copies = std::max(1U, setup.vcs / ladder.locals),
          .ladder = ladder,
          .last_local = last(ladder.locals),
          .last_global = last(ladder.globals),
          .links = for_faults<DragonflyLinks>(setup, "dragonfly links", [&](const topology::PortGraph& graph) {
            return DragonflyLinks(setup.network, graph);
          })};
}

template <class Use>
auto with_algorithm(const DragonflyMinimalParams& params, const Setup<topology::Dragonfly>& setup, Use use) {
  return use(make_dragonfly_minimal(setup, params.channels()));
}

}  // namespace fsin::routing
