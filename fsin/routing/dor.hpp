// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing. Sullivan & Bashkow 1977; Dally & Seitz, IEEE ToC 1987 (dateline).
//
// DorParallel: V equal virtual channels. The channel is drawn when a packet is injected and when it turns into another
// dimension, anew in every cycle it waits (full or owned channels included); inside a dimension it is kept. This is the
// "Oblivious" router of Navaridas et al. (paper, section 6). With bubble flow control every ring is protected.
// DorDateline: channels in pairs (2i, 2i+1); a packet uses the even one while its way in this dimension still crosses
// the wrap link and the odd one otherwise ("basic" of the original). The pair is drawn like a channel above.
#pragma once

#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/routing/cartesian_steps.hpp"

namespace fsin::routing {

struct DorParams {
  static constexpr std::string_view name = "dor";
  static constexpr std::string_view doc = "dimension-order routing: all hops of one dimension before the next";
  static constexpr std::string_view cite = "Dally & Towles 2004, chapter 8";

  std::vector<unsigned> order;

  template <class F>
  void fields(F& f) {
    f("order", order, "dimensions in the order they are travelled, X = 0 (default: ascending)")
        .range(0, topology::max_dimensions - 1)
        .size(0, topology::max_dimensions);
  }
};

struct DorParallel : CartesianBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    const unsigned d = first_dimension(facts, route);
    const unsigned port = port_of(route, d);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    const unsigned vc = keeps ? view.in_vc() : view.uniform(facts.vcs, 0);
    const auto out = static_cast<std::int32_t>(port * facts.vcs + vc);
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const Route& route, Visit visit) const {
    const unsigned d = first_dimension(facts, route);
    const auto base = static_cast<std::int32_t>(port_of(route, d) * facts.vcs);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(base + static_cast<std::int32_t>(view.in_vc()));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(base + static_cast<std::int32_t>(vc));
  }
};

struct DorDateline : CartesianBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    const unsigned d = first_dimension(facts, route);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    // A single pair leaves nothing to draw: the original's two-channel router does not call rand() for it.
    const unsigned pairs = facts.vcs >> 1;
    const unsigned pair = keeps ? view.in_vc() >> 1 : (pairs == 1 ? 0 : view.uniform(pairs, 0));
    const auto out = static_cast<std::int32_t>(port_of(route, d) * facts.vcs + 2 * pair + late(view, route, d));
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const Route& route, Visit visit) const {
    const unsigned d = first_dimension(facts, route);
    const unsigned base = port_of(route, d) * facts.vcs + late(view, route, d);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(static_cast<std::int32_t>(base + (view.in_vc() & ~1U)));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; vc += 2) visit(static_cast<std::int32_t>(base + vc));
  }

 private:
  template <class View>
  unsigned late(const View& view, const Route& route, unsigned d) const {
    return crosses_dateline(view, route, d) ? 0U : 1U;
  }
};

}  // namespace fsin::routing
