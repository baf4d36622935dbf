// SPDX-License-Identifier: Apache-2.0
// The longest input queue wins; among equal ones the first after the last winner.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct Longest {
  static constexpr std::string_view name = "longest";
  static constexpr std::string_view doc = "the input queue with most phits";
  static constexpr bool original = true;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return least(rivals.count(), rivals.after_last_winner(),
                 [&](unsigned i) { return -static_cast<int>(rivals.phits_queued(i)); });
  }
};

}  // namespace fsin::router
