// SPDX-License-Identifier: Apache-2.0
// Fraction of the slots of transit queues that is taken in an overloaded network, by the size of the network.
#pragma once

#include <cstddef>
#include <span>

namespace fsin::topology {

struct MeasuredFill {
  double size;
  double fill;
};

/// Interpolates between the two nearest sizes; `table` is in ascending order and not empty.
inline double fill_between(std::span<const MeasuredFill> table, double size) {
  if (size <= table.front().size) return table.front().fill;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const MeasuredFill &low = table[i - 1], &high = table[i];
    if (size <= high.size) return low.fill + (high.fill - low.fill) * (size - low.size) / (high.size - low.size);
  }
  return table.back().fill;
}

}  // namespace fsin::topology
