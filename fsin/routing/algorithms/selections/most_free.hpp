// SPDX-License-Identifier: Apache-2.0
// The selection policy `most-free`: the profitable adaptive channel with most free space in the next queue; if none has
// room, the escape.
#pragma once

#include "fsin/routing/algorithms/selection.hpp"

namespace fsin::routing {

struct MostFreeSelection : AdaptiveBase {
  static constexpr std::string_view name = "most-free";
  static constexpr std::string_view doc = "the profitable channel with the most free space in the next queue";
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    Choice choice;
    unsigned least = ~0U;
    adaptive_channels(state, [&](std::int32_t out) {
      if (!view.can_request(out)) return;
      const unsigned phits = view.phits_ahead(out);
      if (phits < least) {
        least = phits;
        choice.out = out;
      }
    });
    return choice.made() ? choice : escape_if_room(view, state);
  }
};

}  // namespace fsin::routing
