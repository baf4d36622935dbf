// SPDX-License-Identifier: Apache-2.0
// UGAL-L on a dragonfly: the packet takes the minimal path, or a detour drawn at random (dragonfly_valiant.hpp),
// depending on the switch's own queues. A. Singh, PhD thesis, Stanford 2005; Kim et al., ISCA 2008, section 4.
//
// The switch of the source decides once, when it first serves the header: minimal if
//
//   q_min H_min <= q_val H_val + threshold
//
// q: phits in the next queue of the first hop, on the channel that the packet would take; H: links between switches on
// the path. dragonfly_par.hpp lets the next switch of the same group decide again; dragonfly_ugal_g.hpp also uses the
// queues of other switches (UGAL-G). Where faults have cut the minimal path, the packet takes its detour at once.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/routing/algorithms/dragonfly_valiant.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"

namespace fsin::routing {

/// Base of the adaptive routings. `opportunities`: number of switches that may send the packet on its detour: 1, that
/// of the source, or 2.
struct DragonflyAdaptive : DragonflyValiant {
  static constexpr bool is_shared = true;  ///< dragonfly-ugal and dragonfly-par
  unsigned threshold = 0;
  std::uint8_t opportunities = 1;

  /// Draws the detour when the packet enters; decide() takes it or not.
  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state = straight(destination, draws);
    const Place from = network->place(source);
    const State::Leg leg = draw_detour(from, state, draws);
    if (links && !links->way(from, state.group, state.index)) {
      state.leg = leg;
      return state;
    }
    state.decisions = leg == State::Leg::destination ? std::uint8_t{0} : opportunities;
    return state;
  }

  template <class View>
  void decide(const View& view, State& state) const {
    decide_by(view, state, [&](const State& way) { return view.phits_ahead(channel(view, way)); });
  }

 protected:
  /// Decides between the paths; `queued` returns the phits ahead of the packet on a path.
  template <class View, class Queued>
  void decide_by(const View& view, State& state, Queued queued) const {
    if (view.layer() == 0) return;
    const Place here = network->place(view.router());
    if (at_source(view)) {
      if (network->several()) choose_link(view, here, state, 0);
    } else if (state.decisions != 0 && (state.globals != 0 || here.group == state.group)) {
      go_home(state);
    }
    if (state.decisions != 0) {
      --state.decisions;
      consider(view, here, state, queued);
      return;
    }
    const bool turns = turn(here, state);
    if (!network->several()) return;
    if (turns || view.in_port() >= network->first_global()) choose_link(view, here, state, 0);
  }

 private:
  template <class View, class Queued>
  void consider(const View& view, const Place& here, State& state, Queued queued) const {
    State detour = state;
    detour.decisions = 0;
    const bool within = state.via == state.group;
    detour.leg = within || over_switch ? State::Leg::router : State::Leg::group;
    if (links && !within && !intact(here, detour)) {
      if (state.decisions == 0) go_home(state);
      return;
    }
    if (network->several()) choose_link(view, here, detour, 1);
    const std::uint64_t direct = std::uint64_t{queued(state)} * hops_left(here, state);
    const std::uint64_t around = std::uint64_t{queued(detour)} * hops_around(here, detour);
    if (direct > around + threshold) {
      state = detour;
    } else if (state.decisions == 0) {
      go_home(state);
    }
  }
  /// True if faults have left the detour from `here`, which may be another switch than the one for which it was drawn.
  bool intact(const Place& here, const State& detour) const {
    const unsigned turns = over_switch ? detour.via_index : topology::Dragonfly::any;
    return links->detour(here, detour.via, turns, detour.group, detour.index);
  }
  /// Links between switches on the minimal path from `here`, over the link chosen.
  unsigned hops_left(const Place& here, const State& state) const {
    if (here.group == state.group) return here.index == state.index ? 0 : 1;
    return network->hops_by(here, state.group, state.index, state.link);
  }
  unsigned hops_around(const Place& here, const State& detour) const {
    if (here.group == detour.via) return 2;
    const unsigned arrives = network->plug(network->link_to(detour.via, here.group, detour.link)).index;
    const unsigned turns = over_switch ? detour.via_index : arrives;
    return network->hops_by(here, detour.via, turns, detour.link) +
           network->shortest({detour.via, static_cast<std::uint8_t>(turns), 0}, detour.group, detour.index).hops;
  }
};

inline DragonflyAdaptive make_dragonfly_adaptive(const Setup<topology::Dragonfly>& setup,
                                                 const DragonflyDetours& detours, unsigned threshold,
                                                 bool progressive) {
  return {make_dragonfly_valiant(setup, detours, progressive), threshold,
          progressive ? std::uint8_t{2} : std::uint8_t{1}};
}

template <class Use>
auto with_algorithm(const DragonflyUgalParams& params, const Setup<topology::Dragonfly>& setup, Use use) {
  return use(make_dragonfly_adaptive(setup, params, params.threshold, false));
}

}  // namespace fsin::routing
