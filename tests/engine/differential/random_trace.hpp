// SPDX-License-Identifier: Apache-2.0
// A small random trace in memory. Sends stand before their receives in one global order, so that a complete trace can
// always be replayed; now and then a send is left out, and the replay must get stuck.
#pragma once

#include <memory>

#include "tests/engine/differential/dice.hpp"
#include "trgen/record/source.hpp"

namespace differential {

struct TraceShape {
  std::uint32_t ranks = 2;
  std::uint32_t messages = 20;
  bool complete = true;  ///< false: one send is missing
};

std::shared_ptr<const trgen::record::TraceSource> make_random_trace(Dice& dice, const TraceShape& shape);

}  // namespace differential
