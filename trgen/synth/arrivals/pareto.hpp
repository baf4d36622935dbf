// SPDX-License-Identifier: Apache-2.0
// Pareto: gaps in continuous time that are longer than x with probability (m / x)^shape, where m follows from the rate.
// Below a shape of 2 their variance is infinite: long silences, and bursts between them. Gaps are cut at 2^40 cycles.
#pragma once

#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct ParetoArrivals {
  static constexpr std::string_view name = "pareto";
  static constexpr std::string_view doc = "gaps with a heavy tail: long silences, and bursts between them";
  static constexpr std::string_view cite =
      "V. Paxson, S. Floyd, Wide area traffic: the failure of Poisson modeling, IEEE/ACM ToN 3, 1995";

  double shape = 1.5;

  template <class F>
  void fields(F& f) {
    f("shape", shape, "exponent of the tail; the mean is finite above 1, the variance above 2").range(1.05, 10.0);
  }

  static std::string check(const ArrivalRates&) { return {}; }
  std::unique_ptr<ArrivalProcess> make(const ArrivalRates& rates) const;
};

}  // namespace trgen::synth
