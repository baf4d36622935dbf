// SPDX-License-Identifier: Apache-2.0
// Algorithms with detours on which several destinations are equivalent: the analysis of deadlock follows the detours of
// packets for only one of these nodes (fsin/deadlock/explore.hpp).
//
// These nodes form a bundle. A packet is blind while it is on a detour, or may still be sent on one. The algorithm
// guarantees for blind packets:
//   - A packet for another node of the bundle can be in the same queue and in the same state, except for redirected().
//     As long as they are blind, both may go on by the same channels, to states that differ by redirected() only.
//   - The behaviour of a blind packet that is not sent on a detour is the same for all detours: without_detour().
// If this does not hold, a packet must not be called blind; then it is followed for each node, as everywhere else.
//
// In addition, of detours that differ only in their end, a blind packet is followed on the one with first_end() until
// it is so near that the end makes a difference: from there on it goes on to every end.
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
  { algorithm.bundle(destination) } -> std::same_as<std::uint32_t>;  // number of the bundle of a node
  { algorithm.blind(state) } -> std::same_as<bool>;
  { algorithm.without_detour(state) } -> std::same_as<typename A::State>;
  { algorithm.redirected(state, destination) } -> std::same_as<typename A::State>;
  { algorithm.far(state) } -> std::same_as<bool>;  // the end of the detour does not matter yet
  { algorithm.first_end(state) } -> std::same_as<typename A::State>;
  algorithm.every_end(state, detail::AnyState{});  // calls visit(state) for each possible end of the detour
};

}  // namespace fsin::routing
