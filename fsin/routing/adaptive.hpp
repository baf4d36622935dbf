// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing with an escape channel. Duato 1993; Puente et al., JPDC 2001 (adaptive bubble router).
//
// The first channels of each link are the escape network, travelled in dimension order: VC 0 with bubble (tori), VC 0
// plain (meshes), or VC 0 and 1 as a dateline pair. The others may be used in every profitable direction. Every hop
// decides anew; a packet may leave the escape network again. Selection policies, one request a cycle each:
//  smart     tries one channel of one dimension at a time, its own dimension first, and goes on to the next dimension
//            in the cycle after a request that lost; after the last dimension the escape channel.
//  random    any adaptive channel with room, with equal probability; none: escape.
//  most-free the adaptive channel with most free phits in the next queue; none with room: escape.
// A channel owned by another packet may be asked for: the request then loses the cycle (the original's rule).
#pragma once

#include <array>
#include <cstdint>

#include "fsin/config/fields.hpp"
#include "fsin/routing/cartesian_steps.hpp"

namespace fsin::routing {

enum class Select : std::uint8_t { smart, random, most_free };
inline constexpr std::array select_names{
    config::Named{Select::smart, "smart",
                  "one dimension at a time, its own first; the next one after a request that lost"},
    config::Named{Select::random, "random", "any profitable channel with room"},
    config::Named{Select::most_free, "most-free", "the profitable channel with most free space in the next queue"},
};

struct AdaptiveParams {
  static constexpr std::string_view name = "adaptive";
  static constexpr std::string_view doc = "minimal adaptive routing over an escape channel";
  static constexpr std::string_view cite = "Puente et al., JPDC 61(9), 2001";

  Select select = Select::smart;

  template <class F>
  void fields(F& f) {
    f("select", select, "which of the profitable channels is asked for").names(select_names);
  }
};

/// The part that the selection policies share.
struct AdaptiveBase : CartesianBase {
  unsigned first_adaptive = 1;  ///< channels below this one are the escape network: 1, or 2 with a dateline

  template <class View>
  std::int32_t escape(const View& view, const Route& route) const {
    const unsigned d = first_dimension(facts, route);
    unsigned vc = 0;
    if (first_adaptive == 2 && !crosses_dateline(view, route, d)) vc = 1;
    return static_cast<std::int32_t>(port_of(route, d) * facts.vcs + vc);
  }
  template <class View>
  Choice escape_if_room(const View& view, const Route& route) const {
    const std::int32_t out = escape(view, route);
    return {view.can_request(out) ? out : -1};
  }
  template <class Visit>
  void adaptive_channels(const Route& route, Visit visit) const {
    for (unsigned d = 0; d < facts.dimensions; ++d) {
      if (route.hops[d] == 0) continue;
      const unsigned base = port_of(route, d) * facts.vcs;
      for (unsigned vc = first_adaptive; vc < facts.vcs; ++vc) visit(static_cast<std::int32_t>(base + vc));
    }
  }
  template <class View, class Visit>
  void candidates(const View& view, const Route& route, Visit visit) const {
    adaptive_channels(route, visit);
    visit(escape(view, route));
  }
};

struct AdaptiveRandom : AdaptiveBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    unsigned open = 0;
    adaptive_channels(route, [&](std::int32_t out) { open += view.can_request(out) ? 1U : 0U; });
    if (open == 0) return escape_if_room(view, route);
    unsigned skip = view.uniform(open, 0);
    Choice choice;
    adaptive_channels(route, [&](std::int32_t out) {
      if (!choice.made() && view.can_request(out) && skip-- == 0) choice.out = out;
    });
    return choice;
  }
};

struct AdaptiveMostFree : AdaptiveBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    Choice choice;
    unsigned least = ~0U;
    adaptive_channels(route, [&](std::int32_t out) {
      if (!view.can_request(out)) return;
      const unsigned phits = view.phits_ahead(out);
      if (phits < least) {
        least = phits;
        choice.out = out;
      }
    });
    return choice.made() ? choice : escape_if_room(view, route);
  }
};

}  // namespace fsin::routing
