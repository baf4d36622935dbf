// SPDX-License-Identifier: Apache-2.0
// The selection policy `smart`: one channel of one dimension a cycle, the next dimension after a request that lost.
//
// Which dimension is next is the input queue's *retry* number (docs/model.md). It moves in every cycle in which the
// header asks, granted or not; look_back() follows it over many cycles at once, from the last one backwards.
#pragma once

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
      if (out >= 0 && view.can_request(out)) {
        retry = static_cast<Retry>(trial + 1);
        return {out};
      }
    }
    retry = 0;
    return escape_if_room(view, state);
  }

  template <class View>
  bool look_back(const View& view, const State& state, std::uint32_t cycles, RetryMap& leads) const {
    const unsigned values = facts.dimensions + 1;
    const Way way = way_of(view);
    const Open open = look(view, way, state);
    if (open.some == open.all) {
      go_round(open.all, leads, values, cycles);
      return open.all == 0;
    }
    while (cycles != 0) {
      View then = view;
      then.later(--cycles);
      const unsigned chosen = open.all | chosen_of(then, way, state, open.some & ~open.all);
      leads.go_back(values, [&](Retry retry) { return next(chosen, retry); });
      if (leads.settled(values)) return true;
    }
    return false;
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
  /// The channel that is tried, drawn but for the one that the header keeps; -1 where the draw cannot matter.
  template <class View>
  std::int32_t channel(const View& view, const Way& way, unsigned port, unsigned trial) const {
    const auto base = static_cast<std::int32_t>(port * facts.vcs);
    if (port == way.port) return base + static_cast<std::int32_t>(way.vc);
    const auto first = base + static_cast<std::int32_t>(first_adaptive);
    const unsigned n = facts.vcs - first_adaptive;
    return view.all_closed(first, n) ? -1 : first + static_cast<std::int32_t>(view.offset(n, trial));
  }

  template <class View>
  Open look(const View& view, const Way& way, const State& state) const {
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
  /// No draw matters: after one cycle it goes round the open trials and 0.
  static void go_round(unsigned open, RetryMap& leads, unsigned values, std::uint32_t cycles) {
    const auto period = static_cast<std::uint32_t>(std::popcount(open)) + 1;
    const std::uint32_t rest = (cycles - 1) % period;
    leads.go_back(values, [&](Retry retry) {
      retry = next(open, retry);
      for (std::uint32_t i = 0; i < rest; ++i) retry = next(open, retry);
      return retry;
    });
  }

  /// Those of the trials that draw a channel which can be requested.
  template <class View>
  unsigned chosen_of(View& view, const Way& way, const State& state, unsigned trials) const {
    unsigned chosen = 0;
    for (unsigned bits = trials; bits != 0; bits &= bits - 1) {
      const auto trial = static_cast<unsigned>(std::countr_zero(bits));
      if (view.can_request(channel(view, way, port_of(state, dimension(way, trial)), trial))) chosen |= 1U << trial;
    }
    return chosen;
  }
};

}  // namespace fsin::routing
