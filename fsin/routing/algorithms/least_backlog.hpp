// SPDX-License-Identifier: Apache-2.0
// The link with the least backlog (RouterView::backlog), of several with consecutive channels that a header may take; a
// draw among equals. Requested by routings that spread packets over ports.
//
// Of the chosen link it is the channel with the lightest load, and of equal ones the one with the lowest number, so
// that headers that choose one link in the same cycle ask for one channel: one of them wins, and the others see in the
// next cycle what that link has to carry. If each drew a channel, all would win one, and wait for the link while others
// are idle: the more channels, the longer.
//
// Links without any room are passed over. A channel with an owner is not, as long as it has room: that its link is busy
// is in the backlog.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/routing/algorithm.hpp"

namespace fsin::routing {

/// The channel, or -1, without a draw, if none has room. first(i): the first channel of link i of `links`, at most
/// max_ports; `width`: number of its channels.
template <class View, class First>
std::int32_t least_backlog_of(View& view, unsigned links, First first, unsigned width) {
  std::array<std::int32_t, 256> equal;  // only what has been found is read
  unsigned equals = 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned i = 0; i < links; ++i) {
    const std::int32_t from = first(i);
    std::int32_t best = -1;
    unsigned lightest = ~0U;
    for (std::int32_t out = from; out < from + static_cast<std::int32_t>(width); ++out) {
      if (!view.can_request(out)) continue;
      const unsigned load = view.channel_load(out);
      if (load >= lightest) continue;
      lightest = load;
      best = out;
    }
    if (best < 0) continue;
    const std::uint64_t backlog = links == 1 ? 0 : view.backlog(best);
    if (backlog > least) continue;
    if (backlog < least) equals = 0;
    least = backlog;
    equal[equals++] = best;
  }
  if (equals == 0) return -1;
  return equal[equals == 1 ? 0 : view.least(equals, 0)];
}

}  // namespace fsin::routing
