// SPDX-License-Identifier: Apache-2.0
// The emptiest of several next queues: the result is the same for all headers of a router that request one of these
// channels in a cycle, and so is computed once.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/engine/limits.hpp"

namespace fsin::engine::event {

struct Emptiest {
  // The arguments of the last search.
  Cycle cycle = never;
  std::uint32_t router = 0;
  unsigned first = 0;
  unsigned n = 0;

  // The result: the channels with the fewest phits in the queue behind them, ascending.
  unsigned count = 0;
  std::array<std::uint16_t, max_queues> outs;

  bool is(Cycle at, std::uint32_t at_router, unsigned from, unsigned channels) const {
    return cycle == at && router == at_router && first == from && n == channels;
  }
};

}  // namespace fsin::engine::event
