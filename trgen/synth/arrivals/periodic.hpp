// SPDX-License-Identifier: Apache-2.0
// Periodic: equal gaps, from a random phase of each node, or from the same moment at all nodes. A node that was held up
// keeps its rhythm and skips the moments that it missed.
#pragma once

#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct PeriodicArrivals {
  static constexpr std::string_view name = "periodic";
  static constexpr std::string_view doc = "equal gaps between the messages of a node";
  static constexpr std::string_view cite = "";

  bool aligned = false;

  template <class F>
  void fields(F& f) {
    f("aligned", aligned,
      "true: all nodes begin in cycle 1; false: each node begins at a random moment of the first period");
  }

  static std::string check(const ArrivalRates&) { return {}; }
  std::unique_ptr<ArrivalProcess> make(const ArrivalRates& rates) const;
};

}  // namespace trgen::synth
