// SPDX-License-Identifier: Apache-2.0
// Which of several next queues are emptiest: the same for all headers of a router that ask for one of them in a cycle,
// and so found once.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/engine/limits.hpp"

namespace fsin::engine::event {

struct Emptiest {
  // What was asked for last.
  Cycle cycle = never;
  std::uint32_t router = 0;
  unsigned first = 0;
  unsigned n = 0;

  // The answer: the channels with the fewest phits in the queue behind them, ascending.
  unsigned count = 0;
  std::array<std::uint16_t, max_queues> outs;

  bool is(Cycle at, std::uint32_t at_router, unsigned from, unsigned channels) const {
    return cycle == at && router == at_router && first == from && n == channels;
  }
};

}  // namespace fsin::engine::event
