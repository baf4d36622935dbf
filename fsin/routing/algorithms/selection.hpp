// SPDX-License-Identifier: Apache-2.0
// The contract of a selection policy, checked by the compiler: the choice of the channel that a header requests among
// those permitted by minimal adaptive routing.
//
// A selection is a routing algorithm (algorithm.hpp) made of an AdaptiveBase, which knows the permitted channels and
// the escape, with a name and a doc; it provides request(), and look_back() if it remembers. No selection is common to
// all routings: the set of choices, the time of the check for room and the memory are the algorithm itself, so that the
// ascents of trees (up_down.hpp) belong to their routing.
#pragma once

#include <concepts>
#include <string_view>

#include "fsin/routing/algorithms/adaptive_base.hpp"

namespace fsin::routing {

template <class S>
concept SelectionPolicy = RoutingAlgorithm<S> && std::derived_from<S, AdaptiveBase> &&
    requires(const AdaptiveBase& base) {
  { S::name } -> std::convertible_to<std::string_view>;
  { S::doc } -> std::convertible_to<std::string_view>;
  S{base};
};

}  // namespace fsin::routing
