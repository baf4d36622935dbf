// SPDX-License-Identifier: Apache-2.0
// The contract of a selection policy, checked by the compiler: for which of the channels that minimal adaptive routing
// permits a header asks.
//
// A selection is a routing algorithm (algorithm.hpp) made of an AdaptiveBase, which knows the permitted channels and
// the escape, with a name and a doc; it brings request(), and look_back() if it remembers. There is no selection that
// all routings share: what one chooses among, when it looks for room and what it remembers are the algorithm itself, so
// that the ascents of trees (up_down.hpp) stay with their routing.
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
