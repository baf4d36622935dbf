// SPDX-License-Identifier: Apache-2.0
// Global age, which bounds the time a packet waits in the whole network: D. Abts, D. Weisser, Age-based packet
// arbitration in large-radix k-ary n-cubes, SC 2007. Among packets of equal age the first in the order of input queues
// wins.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct Age {
  static constexpr std::string_view name = "age";
  static constexpr std::string_view doc = "the packet that entered the network first";
  static constexpr bool original = true;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return least(rivals.count(), 0, [&](unsigned i) { return rivals.entered(i); });
  }
};

}  // namespace fsin::router
