// SPDX-License-Identifier: Apache-2.0
// The selection policy `random`: any profitable adaptive channel with room, with equal probability; if none has room,
// the escape.
#pragma once

#include "fsin/routing/algorithms/selection.hpp"

namespace fsin::routing {

struct RandomSelection : AdaptiveBase {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "any profitable channel with room";
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    unsigned open = 0;
    adaptive_channels(state, [&](std::int32_t out) { open += view.can_request(out) ? 1U : 0U; });
    if (open == 0) return escape_if_room(view, state);
    unsigned skip = view.uniform(open, 0);
    Choice choice;
    adaptive_channels(state, [&](std::int32_t out) {
      if (!choice.made() && view.can_request(out) && skip-- == 0) choice.out = out;
    });
    return choice;
  }
};

}  // namespace fsin::routing
