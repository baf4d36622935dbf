// SPDX-License-Identifier: Apache-2.0
// Poisson: exponential gaps in continuous time, so that a node may generate several messages in a cycle. They enter one
// after the other.
#pragma once

#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct PoissonArrivals {
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view doc =
      "exponential gaps in continuous time; several messages in a cycle are possible";
  static constexpr std::string_view cite = "L. Kleinrock, Queueing Systems I, 1975";

  template <class F>
  void fields(F&) {}

  static std::string check(const ArrivalRates&) { return {}; }
  static std::unique_ptr<ArrivalProcess> make(const ArrivalRates& rates);
};

}  // namespace trgen::synth
