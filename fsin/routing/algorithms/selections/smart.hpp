// SPDX-License-Identifier: Apache-2.0
// The selection policy `smart`: one channel of one dimension a cycle, the next dimension after a request that lost.
//
// The next dimension is the input queue's *retry* number (docs/model/routing.md, "Routing algorithms"). It changes in
// every cycle in which the header makes a request, granted or not; look_back() follows it over many cycles at once,
// from the last one backwards.
#pragma once

#include <array>
#include <bit>

#include "fsin/routing/algorithms/selection.hpp"

namespace fsin::routing {

/// Map of every value of `retry` over one cycle, by the mask of trials that find a channel: to one after the first such
/// trial from `retry` on; 0 if there is none.
inline constexpr auto smart_steps = [] {
  std::array<RetryMap, 1U << topology::max_dimensions> steps;
  for (unsigned found = 0; found < steps.size(); ++found) {
    steps[found] = RetryMap::of([found](unsigned retry) {
      const unsigned later = found >> retry;
      return later == 0 ? Retry{0} : static_cast<Retry>(retry + static_cast<unsigned>(std::countr_zero(later)) + 1);
    });
  }
  return steps;
}();

struct SmartSelection : AdaptiveBase {
  static constexpr std::string_view name = "smart";
  static constexpr std::string_view doc =
      "one dimension at a time: first the current one, after a lost request the next";
  static constexpr bool remembers = true;

  template <class View>
  Choice request(View& view, const State& state, Retry& retry) const {
    const Way way = way_of(view);
    for (unsigned trial = retry; trial < facts.dimensions; ++trial) {
      const Channels channels = channels_of(way, state, trial);
      const unsigned open = channels.n == 0 ? 0 : view.open(channels.first, channels.n);
      if (open == 0 && !(channels.drawn && view.must_draw())) continue;
      const unsigned chosen = channels.drawn ? view.offset(channels.n, trial) : 0;
      if ((open >> chosen & 1U) == 0) continue;
      retry = static_cast<Retry>(trial + 1);
      return {channels.first + static_cast<std::int32_t>(chosen)};
    }
    retry = 0;
    return escape_if_room(view, state);
  }

  template <class View>
  bool look_back(const View& view, const State& state, std::uint32_t cycles, RetryMap& leads) const {
    const unsigned values = facts.dimensions + 1;
    const Way way = way_of(view);
    unsigned all = 0;  // trials in which every channel can be requested
    std::array<Partly, topology::max_dimensions> partly;
    unsigned parts = 0;
    for (unsigned trial = 0; trial < facts.dimensions; ++trial) {
      const Channels channels = channels_of(way, state, trial);
      const unsigned open = channels.n == 0 ? 0 : view.open(channels.first, channels.n);
      if (open == 0) continue;
      if (open == (1U << channels.n) - 1) {
        all |= 1U << trial;
      } else {
        partly[parts++] = {trial, channels.n, open};
      }
    }
    if (parts == 0) {
      go_round(all, leads, values, cycles);
      return all == 0;
    }
    while (cycles != 0) {
      View then = view;
      then.later(--cycles);
      unsigned chosen = all;
      for (unsigned i = 0; i < parts; ++i) {
        const Partly& part = partly[i];
        chosen |= (part.open >> then.offset(part.n, part.trial) & 1U) << part.trial;
      }
      leads.go_back(values, smart_steps[chosen]);
      if (leads.settled(values)) return true;
    }
    return false;
  }

 private:
  /// The arrival of the header.
  struct Way {
    unsigned dimension = 0;  ///< tried first
    unsigned port = ~0U;     ///< port whose virtual channel it keeps, if any
    unsigned vc = 0;
  };

  /// Channels of a trial, of which one is requested: drawn, unless the header keeps its virtual channel.
  struct Channels {
    std::int32_t first = 0;
    unsigned n = 0;  ///< 0: no remaining hops in this dimension
    bool drawn = false;
  };

  /// A trial in which some channels can be requested, as a mask, and others cannot.
  struct Partly {
    unsigned trial;
    unsigned n;
    unsigned open;
  };

  template <class View>
  Way way_of(const View& view) const {
    if (view.from_injection()) return {};
    const unsigned port = view.in_port();
    const unsigned vc = view.in_vc();
    return {port >> 1, vc >= first_adaptive ? port : ~0U, vc};
  }
  Channels channels_of(const Way& way, const State& state, unsigned trial) const {
    unsigned d = way.dimension + trial;
    if (d >= facts.dimensions) d -= facts.dimensions;
    if (state.hops[d] == 0) return {};
    const unsigned port = port_of(state, d);
    const auto base = static_cast<std::int32_t>(port * facts.vcs);
    if (port == way.port) return {base + static_cast<std::int32_t>(way.vc), 1, false};
    return {base + static_cast<std::int32_t>(first_adaptive), facts.vcs - first_adaptive, true};
  }

  /// Follows cycles in which no draw matters: after one cycle, `retry` runs through the open trials and 0.
  static void go_round(unsigned open, RetryMap& leads, unsigned values, std::uint32_t cycles) {
    std::uint32_t period = 1;
    for (unsigned trials = open; trials != 0; trials &= trials - 1) ++period;
    for (std::uint32_t rest = remainder(cycles - 1, period) + 1; rest != 0; --rest)
      leads.go_back(values, smart_steps[open]);
  }
  /// n modulo `by`, with constant divisors, which need no division.
  static std::uint32_t remainder(std::uint32_t n, std::uint32_t by) {
    switch (by) {
      case 1:
        return 0;
      case 2:
        return n % 2;
      case 3:
        return n % 3;
      case 4:
        return n % 4;
      default:
        return n % by;
    }
  }
};

}  // namespace fsin::routing
