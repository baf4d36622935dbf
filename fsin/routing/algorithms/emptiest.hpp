// SPDX-License-Identifier: Apache-2.0
// The channel whose next queue has the fewest phits, of several with consecutive numbers; a draw among equals.
// Requested by adaptive ascents of trees, and by routings that spread packets over parallel ports.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/routing/algorithm.hpp"

namespace fsin::routing {

/// The emptiest of the channels that each(use) names, in this order, by use(out); -1, without a draw, if it names none.
template <class View, class Each>
std::int32_t emptiest_of(View& view, Each each) {
  unsigned fewest = ~0U;
  unsigned equals = 0;
  each([&](std::int32_t out) {
    const unsigned phits = view.phits_ahead(out);
    if (phits < fewest) equals = 0;
    fewest = std::min(fewest, phits);
    equals += phits == fewest ? 1U : 0U;
  });
  if (equals == 0) return -1;
  unsigned skip = view.least(equals, 0);
  std::int32_t chosen = -1;
  each([&](std::int32_t out) {
    if (chosen < 0 && view.phits_ahead(out) == fewest && skip-- == 0) chosen = out;
  });
  return chosen;
}

/// The emptiest of channels first .. first + n - 1, n > 0. A view may have a faster function for the same result,
/// view.emptiest(first, n).
template <class View>
std::int32_t emptiest(View& view, std::int32_t first, unsigned n) {
  if constexpr (requires { view.emptiest(first, n); }) {
    return view.emptiest(first, n);
  } else {
    return emptiest_of(view, [first, n](auto use) {
      for (std::int32_t out = first; out < first + static_cast<std::int32_t>(n); ++out) use(out);
    });
  }
}

}  // namespace fsin::routing
