// SPDX-License-Identifier: Apache-2.0
// Routings with detours on which it makes no difference which of several nodes a packet is for: the analysis follows
// the detours of packets for one of these nodes only (explore.hpp).
//
// The nodes are a bundle. A packet is blind while it is on a detour, or may still be sent on one. Of blind packets the
// routing must keep to this:
//   - A packet for another node of the bundle can be in the same queue and in the same state, but for redirected().
//     Until they are blind no more, both may go on by the same channels, to states that differ by redirected() only.
//   - What a blind packet does when it is not sent on a detour is the same for all detours: without_detour().
// Where that does not hold, a packet must not be called blind; then it is followed for each node, as everywhere else.
//
// Besides, of detours that differ in their end only, a blind packet is followed on the one with first_end() until it is
// so near that the end makes a difference: from there on it goes on to every end.
#pragma once

#include <concepts>
#include <cstdint>

#include "fsin/routing/dragonfly_valiant.hpp"

namespace fsin::deadlock {

/// Of any routing: each node is a bundle of its own, and no packet is blind.
template <class Algorithm>
struct Bundling {
  using State = typename Algorithm::State;

  static std::uint32_t bundle(const Algorithm&, std::uint32_t destination) { return destination; }
  static bool blind(const Algorithm&, const State&) { return false; }
  static State without_detour(const State& state) { return state; }
  static State first_end(const Algorithm&, const State& state) { return state; }
  static bool far(const Algorithm&, const State&) { return false; }
  template <class Visit>
  static void every_end(const Algorithm&, const State& state, Visit visit) {
    visit(state);
  }
  static State redirected(const Algorithm&, const State& state, std::uint32_t /*destination*/) { return state; }
};

/// Valiant, UGAL and PAR on a dragonfly: on a detour over another group, any node of the group of the destination is
/// the same. A decision of UGAL can go either way whatever the node is: both ways have other first queues, or the same
/// one, behind which the detour is never shorter. Where groups are joined by several links a packet takes one by which
/// its whole way is shortest, so that the node does make a difference.
template <std::derived_from<routing::DragonflyValiant> Algorithm>
struct Bundling<Algorithm> {
  using State = routing::DragonflyState;

  static std::uint32_t bundle(const Algorithm& algorithm, std::uint32_t destination) {
    return algorithm.network->place(destination).group;
  }
  static bool blind(const Algorithm& algorithm, const State& state) {
    const bool undecided = state.decisions != 0 && state.globals == 0;
    const bool detours = state.leg != State::Leg::destination || undecided;
    return detours && state.via != state.group && !algorithm.network->several();
  }
  static State without_detour(State state) {
    state.leg = State::Leg::destination;
    state.via = state.group;
    state.via_index = state.decisions = 0;
    return state;
  }
  /// A detour over a given switch: which one of its group makes no difference before the packet is there.
  static bool far(const Algorithm& algorithm, const State& state) {
    return algorithm.over_switch && state.globals == 0 && blind(algorithm, state);
  }
  static State first_end(const Algorithm& algorithm, State state) {
    if (far(algorithm, state)) state.via_index = 0;
    return state;
  }
  template <class Visit>
  static void every_end(const Algorithm& algorithm, State state, Visit visit) {
    if (state.leg != State::Leg::router) return visit(state);
    for (unsigned index = 0; index < algorithm.network->a; ++index) {
      state.via_index = static_cast<std::uint8_t>(index);
      visit(state);
    }
  }
  static State redirected(const Algorithm& algorithm, State state, std::uint32_t destination) {
    const auto to = algorithm.network->place(destination);
    state.index = to.index;
    state.terminal = to.terminal;
    return state;
  }
};

}  // namespace fsin::deadlock
