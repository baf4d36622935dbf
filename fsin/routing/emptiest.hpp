// SPDX-License-Identifier: Apache-2.0
// The channel whose next queue has the fewest phits, of several with consecutive numbers; a draw among equals. What an
// adaptive ascent of a tree asks for, and whoever spreads packets over parallel ports.
#pragma once

#include <cstdint>

#include "fsin/routing/algorithm.hpp"

namespace fsin::routing {

/// Of channels first .. first + n - 1, n > 0. A view may have a faster way, view.emptiest(first, n), to the same
/// answer.
template <class View>
std::int32_t emptiest(View& view, std::int32_t first, unsigned n) {
  if constexpr (requires { view.emptiest(first, n); }) {
    return view.emptiest(first, n);
  } else {
    const std::int32_t end = first + static_cast<std::int32_t>(n);
    unsigned fewest = ~0U;
    unsigned equals = 0;
    for (std::int32_t out = first; out < end; ++out) {
      const unsigned phits = view.phits_ahead(out);
      equals = phits < fewest ? 1U : equals + (phits == fewest ? 1U : 0U);
      fewest = phits < fewest ? phits : fewest;
    }
    unsigned skip = view.least(equals, 0);
    std::int32_t out = first;
    while (view.phits_ahead(out) != fewest || skip-- != 0) ++out;
    return out;
  }
}

}  // namespace fsin::routing
