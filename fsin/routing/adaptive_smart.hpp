// SPDX-License-Identifier: Apache-2.0
// The selection policy `smart`: one channel of one dimension a cycle, the next dimension after a request that lost.
//
// Which dimension is next is the input queue's *retry* number (docs/model.md). It moves in every cycle in which the
// header asks, granted or not; wait() moves it over many cycles at once.
#pragma once

#include <algorithm>
#include <bit>

#include "fsin/routing/adaptive_base.hpp"

namespace fsin::routing {

struct AdaptiveSmart : AdaptiveBase {
  static constexpr bool remembers = true;

  template <class View>
  Choice request(View& view, const State& state, Retry& retry) const {
    const Way way = way_of(view);
    for (unsigned trial = retry; trial < facts.dimensions; ++trial) {
      const unsigned d = dimension(way, trial);
      if (state.hops[d] == 0) continue;
      const std::int32_t out = channel(view, way, port_of(state, d), trial);
      if (view.can_request(out)) {
        retry = static_cast<Retry>(trial + 1);
        return {out};
      }
    }
    retry = 0;
    return escape_if_room(view, state);
  }

  /// What `retry` is after `cycles` cycles, the first being the view's, without a grant.
  template <class View>
  void wait(View& view, const State& state, Retry& retry, std::uint32_t cycles) const {
    const Way way = way_of(view);
    while (cycles != 0) {
      const Open open = look(view, way, state);
      const std::uint32_t n = std::min(cycles, view.steady());
      if (open.some == open.all) {
        go_round(open.all, retry, n);
      } else {
        draw(view, way, state, open, retry, n);
      }
      view.later(n);
      cycles -= n;
    }
  }

 private:
  /// Trials, as bits, in which some or all of the channels that might be drawn may be asked for.
  struct Open {
    unsigned some = 0;
    unsigned all = 0;
  };

  /// How the header came.
  struct Way {
    unsigned dimension = 0;  ///< tried first
    unsigned port = ~0U;     ///< whose VC it keeps, if there is one
    unsigned vc = 0;
  };

  template <class View>
  Way way_of(const View& view) const {
    if (view.from_injection()) return {};
    const unsigned port = view.in_port();
    const unsigned vc = view.in_vc();
    return {port >> 1, vc >= first_adaptive ? port : ~0U, vc};
  }
  unsigned dimension(const Way& way, unsigned trial) const {
    const unsigned d = way.dimension + trial;
    return d >= facts.dimensions ? d - facts.dimensions : d;
  }
  template <class View>
  std::int32_t channel(const View& view, const Way& way, unsigned port, unsigned trial) const {
    const unsigned vc = port == way.port ? way.vc : first_adaptive + view.offset(facts.vcs - first_adaptive, trial);
    return static_cast<std::int32_t>(port * facts.vcs + vc);
  }

  template <class View>
  Open look(View& view, const Way& way, const State& state) const {
    Open open;
    for (unsigned trial = 0; trial < facts.dimensions; ++trial) {
      const unsigned d = dimension(way, trial);
      if (state.hops[d] == 0) continue;
      const unsigned port = port_of(state, d);
      const bool keeps = port == way.port;
      const unsigned first = keeps ? way.vc : first_adaptive;
      const unsigned end = keeps ? first + 1 : facts.vcs;
      unsigned count = 0;
      for (unsigned vc = first; vc < end; ++vc) {
        count += view.can_request(static_cast<std::int32_t>(port * facts.vcs + vc)) ? 1U : 0U;
      }
      open.some |= (count != 0 ? 1U : 0U) << trial;
      open.all |= (count == end - first ? 1U : 0U) << trial;
    }
    return open;
  }

  /// From `retry` to the first open trial and one further; 0 behind the last.
  static Retry next(unsigned open, Retry retry) {
    const unsigned later = open >> retry;
    return static_cast<Retry>(later == 0 ? 0 : retry + static_cast<unsigned>(std::countr_zero(later)) + 1);
  }
  /// No draw can matter: after one cycle it goes round the open trials and 0.
  static void go_round(unsigned open, Retry& retry, std::uint32_t cycles) {
    retry = next(open, retry);
    std::uint32_t period = 1;
    for (unsigned bits = open; bits != 0; bits &= bits - 1) ++period;
    for (std::uint32_t rest = (cycles - 1) % period; rest != 0; --rest) retry = next(open, retry);
  }
  /// Cycle by cycle, with its draws. The view is a copy, which goes on.
  template <class View>
  void draw(View view, const Way& way, const State& state, Open open, Retry& retry, std::uint32_t cycles) const {
    for (; cycles != 0; --cycles) {
      unsigned trial = retry;
      while (trial < facts.dimensions && !chosen(view, way, state, open, trial)) ++trial;
      retry = static_cast<Retry>(trial < facts.dimensions ? trial + 1 : 0);
      view.later(1);
    }
  }
  template <class View>
  bool chosen(View& view, const Way& way, const State& state, Open open, unsigned trial) const {
    if ((open.some >> trial & 1U) == 0) return false;
    if ((open.all >> trial & 1U) != 0) return true;
    return view.can_request(channel(view, way, port_of(state, dimension(way, trial)), trial));
  }
};

}  // namespace fsin::routing
