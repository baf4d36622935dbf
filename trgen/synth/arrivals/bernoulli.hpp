// SPDX-License-Identifier: Apache-2.0
// Bernoulli: in every cycle a message with the same probability, so that gaps are geometric.
#pragma once

#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct BernoulliArrivals {
  static constexpr std::string_view name = "bernoulli";
  static constexpr std::string_view doc = "a message in every cycle with the same probability";
  static constexpr std::string_view cite =
      "W. Dally, B. Towles, Principles and Practices of Interconnection Networks, 2004, section 24.2";

  template <class F>
  void fields(F&) {}

  static std::string check(const ArrivalRates& rates);
  static std::unique_ptr<ArrivalProcess> make(const ArrivalRates& rates);
};

}  // namespace trgen::synth
