// SPDX-License-Identifier: Apache-2.0
// First come, first served at one router; among headers that arrived in one cycle the first in the order of input
// queues.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct Oldest {
  static constexpr std::string_view name = "oldest";
  static constexpr std::string_view doc = "the header that has waited longest at the head of its queue";
  static constexpr bool original = true;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return least(rivals.count(), 0, [&](unsigned i) { return rivals.waiting_since(i); });
  }
};

}  // namespace fsin::router
