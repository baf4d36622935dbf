// SPDX-License-Identifier: Apache-2.0
// On-off: a node is on or off, and changes from off to on with probability alpha in a cycle and from on to off with
// beta; while it is on it generates a message with probability r1 in each cycle. The mean rate is r1 alpha / (alpha +
// beta), a burst lasts 1 / beta cycles on average and a silence 1 / alpha. The load and two of burst, silence and peak
// are given; the third follows from them (Markov-modulated process of Dally & Towles, section 24.2.2, as in BookSim).
#pragma once

#include <optional>

#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct OnOffArrivals {
  static constexpr std::string_view name = "on-off";
  static constexpr std::string_view doc = "bursts and silences of geometric lengths, Bernoulli within a burst";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 24.2";

  std::optional<double> burst;
  std::optional<double> silence;
  std::optional<double> peak;

  template <class F>
  void fields(F& f) {
    f("burst", burst, "mean length of a burst in cycles (default: 100, if silence and peak are left out too)")
        .range(1.0, 1e9);
    f("silence", silence, "mean length of a silence in cycles").range(1.0, 1e9);
    f("peak", peak, "load within a burst, phits/node/cycle (default: 1, if burst and silence are left out too)")
        .range(1e-9, 64.0);
  }

  std::string check(const ArrivalRates& rates) const;
  std::unique_ptr<ArrivalProcess> make(const ArrivalRates& rates) const;
};

}  // namespace trgen::synth
