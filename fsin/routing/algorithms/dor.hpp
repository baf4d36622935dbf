// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing. Sullivan & Bashkow 1977; Dally & Seitz, IEEE ToC 1987 (dateline).
//
// DorParallel: V equal virtual channels. The channel is drawn when a packet is injected and when it turns into another
// dimension, anew in every cycle of waiting (full or owned channels included); inside a dimension it is kept. This is
// the "Oblivious" router of Navaridas et al. (paper, section 6). With bubble flow control every ring is protected.
// DorDateline: channels in pairs (2i, 2i+1); a packet uses the even one while its remaining path in this dimension
// still crosses the wrap link and the odd one otherwise ("basic" of the original). The pair is drawn in the same way as
// a channel above. DorDatelineVariant: the same with the other rules for the channel of the pair (dateline.hpp).
#pragma once

#include "fsin/routing/algorithms/dateline.hpp"
#include "fsin/routing/algorithms/grid.hpp"
#include "fsin/routing/dor.hpp"

namespace fsin::routing {

struct DorParallel : GridBase {
  static constexpr bool remembers = false;
  static bool keeps_symmetry() { return true; }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned port = port_of(state, d);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    const unsigned vc = keeps ? view.in_vc() : view.uniform(facts.vcs, 0);
    const auto out = static_cast<std::int32_t>(port * facts.vcs + vc);
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const auto base = static_cast<std::int32_t>(port_of(state, d) * facts.vcs);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(base + static_cast<std::int32_t>(view.in_vc()));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(base + static_cast<std::int32_t>(vc));
  }
};

struct DorDateline : GridBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    // A single pair leaves nothing to draw: the original's two-channel router does not call rand() for it.
    const unsigned pairs = facts.vcs >> 1;
    const unsigned pair = keeps ? view.in_vc() >> 1 : (pairs == 1 ? 0 : view.uniform(pairs, 0));
    const auto out = static_cast<std::int32_t>(port_of(state, d) * facts.vcs + 2 * pair + late(view, state, d));
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned base = port_of(state, d) * facts.vcs + late(view, state, d);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(static_cast<std::int32_t>(base + (view.in_vc() & ~1U)));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; vc += 2) visit(static_cast<std::int32_t>(base + vc));
  }

 private:
  template <class View>
  unsigned late(const View& view, const State& state, unsigned d) const {
    return crosses_dateline(view, state, d) ? 0U : 1U;
  }
};

struct DorDatelineVariant : GridBase {
  static constexpr bool remembers = false;

  Dateline rule = Dateline::improved;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned pair = keeps(view, d) ? view.in_vc() >> 1 : view.uniform(facts.vcs >> 1, 0);
    const auto first = static_cast<std::int32_t>(port_of(state, d) * facts.vcs + 2 * pair);
    const unsigned classes = dateline_classes(rule, *this, view, state, d, keeps(view, d));
    if (classes != 3) return asked_for(view, first + static_cast<std::int32_t>(classes >> 1));
    const auto drawn = static_cast<std::int32_t>(view.uniform(2, 1));
    const Choice choice = asked_for(view, first + drawn);
    return choice.made() ? choice : asked_for(view, first + 1 - drawn);
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned classes = dateline_classes(rule, *this, view, state, d, keeps(view, d));
    const unsigned base = port_of(state, d) * facts.vcs;
    for (unsigned vc = 0; vc < facts.vcs; ++vc) {
      if (keeps(view, d) && vc >> 1 != view.in_vc() >> 1) continue;
      if ((classes >> (vc & 1U) & 1U) != 0) visit(static_cast<std::int32_t>(base + vc));
    }
  }

 private:
  template <class View>
  static bool keeps(const View& view, unsigned d) {
    return !view.from_injection() && view.in_port() >> 1 == d;
  }
  template <class View>
  static Choice asked_for(View& view, std::int32_t out) {
    return {view.can_request(out) ? out : -1};
  }
};

template <class Use>
auto with_algorithm(const DorParams& params, const Setup<topology::Direct>& setup, Use use) {
  const GridBase base = make_grid_base(setup, params.order);
  if (setup.rings_are_cut()) {
    return params.dateline == Dateline::basic ? use(DorDateline{base}) : use(DorDatelineVariant{base, params.dateline});
  }
  return use(DorParallel{base});
}

}  // namespace fsin::routing
