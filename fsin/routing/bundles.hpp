// SPDX-License-Identifier: Apache-2.0
// Algorithms with detours on which it makes no difference which of several nodes a packet is for: the analysis of
// deadlock follows the detours of packets for one of these nodes only (fsin/deadlock/explore.hpp).
//
// The nodes are a bundle. A packet is blind while it is on a detour, or may still be sent on one. The algorithm keeps
// to this for blind packets:
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

#include "fsin/routing/algorithm.hpp"

namespace fsin::routing {

namespace detail {

struct AnyState {
  template <class State>
  void operator()(const State&) const {}
};

}  // namespace detail

template <class A>
concept Bundling = RoutingAlgorithm<A> &&
    requires(const A algorithm, const typename A::State& state, std::uint32_t destination) {
  { algorithm.bundle(destination) } -> std::same_as<std::uint32_t>;  // a number that the nodes of a bundle have
  { algorithm.blind(state) } -> std::same_as<bool>;
  { algorithm.without_detour(state) } -> std::same_as<typename A::State>;
  { algorithm.redirected(state, destination) } -> std::same_as<typename A::State>;
  { algorithm.far(state) } -> std::same_as<bool>;  // the end of the detour makes no difference yet
  { algorithm.first_end(state) } -> std::same_as<typename A::State>;
  algorithm.every_end(state, detail::AnyState{});  // calls visit(state) for each end that the detour may have
};

}  // namespace fsin::routing
