// SPDX-License-Identifier: Apache-2.0
// A small random trace in memory. Sends stand before their receives in one global order, so that a complete trace can
// always be replayed; now and then a send is left out, and the replay must get stuck.
#pragma once

#include <memory>

#include "tests/engine/differential/dice.hpp"
#include "trgen/record/slice_trace.hpp"
#include "trgen/record/source.hpp"

namespace differential {

struct TraceShape {
  std::uint32_t ranks = 2;
  std::uint32_t messages = 20;
  bool complete = true;  ///< false: one send is missing
};

std::shared_ptr<const trgen::record::TraceSource> make_random_trace(Dice& dice, const TraceShape& shape);

/// A region of it at random; nothing where no rank would have a record, or where it ends before it begins.
std::shared_ptr<const trgen::record::SliceTrace> random_region(
    Dice& dice, const std::shared_ptr<const trgen::record::TraceSource>& trace);

}  // namespace differential
