// SPDX-License-Identifier: Apache-2.0
// Round-robin: as fair as can be among input queues, whatever waits in them.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct RoundRobin {
  static constexpr std::string_view name = "round-robin";
  static constexpr std::string_view doc = "the first requester after the last winner, in the order of the input queues";
  static constexpr bool original = true;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return rivals.after_last_winner();
  }
};

}  // namespace fsin::router
