// SPDX-License-Identifier: Apache-2.0
// No congestion control: packets enter wherever there is room.
#pragma once

#include "fsin/router/congestion_control.hpp"

namespace fsin::router {

struct NoCongestionControl {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view doc = "packets enter the network wherever there is room";

  template <class F>
  void fields(F& /*f*/) {}
  static CongestionRule rule() { return {}; }
};

}  // namespace fsin::router
