// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/digit_shift.hpp"

#include <cmath>

namespace fsin::topology {

double DigitShift::switches() const {
  const double shorter = std::pow(d, n - 1.0);
  return words == Words::any ? d * shorter : (d + 1.0) * shorter;
}

/// The links of i lead to d consecutive numbers, and so k links in a row lead to d^k consecutive ones.
std::uint64_t DigitShiftGraph::after(std::uint64_t from, std::uint64_t power, bool even, std::uint64_t j) const {
  const std::uint64_t all = switches_of_rail();
  const std::uint64_t ahead = (power % all * from + j) % all;
  return shape_.words == Words::any || even ? ahead : all - 1 - ahead;
}

DigitShiftGraph::DigitShiftGraph(const DigitShift& shape)
    : SwitchGraph(std::vector<unsigned>(static_cast<std::size_t>(shape.switches()), shape.terminals)), shape_(shape) {
  for (std::uint32_t from = 0; from < switches_of_rail(); ++from) {
    for (unsigned j = 0; j < shape.d; ++j) {
      const auto to = static_cast<std::uint32_t>(after(from, shape.d, false, j));
      if (to != from) add_arc(from, to);
    }
  }
  copy_rails(shape.rails);
}

unsigned DigitShiftGraph::switch_distance(std::uint32_t from, std::uint32_t to) const {
  const std::uint64_t all = switches_of_rail();
  if (from == to) return 0;
  std::uint64_t reached = shape_.d;
  for (unsigned steps = 1; steps < shape_.n; ++steps, reached *= shape_.d) {
    const std::uint64_t first = after(from, reached, steps % 2 == 0, 0);
    const bool upward = shape_.words == Words::any || steps % 2 == 0;
    if ((upward ? to + all - first : first + all - to) % all < reached) return steps;
  }
  return shape_.n;
}

std::optional<Fault> fault_of(const DigitShift& shape) {
  return too_large(extent_of(shape), shape.d + shape.terminals > max_ports ? "terminals" : "n");
}

Extent extent_of(const DigitShift& shape) {
  // With one letter, every word is one that has no link to itself.
  const unsigned links = shape.words == Words::any && shape.n == 1 ? shape.d - 1 : shape.d;
  return with_rails(shape.switches() * shape.terminals, shape.switches(), shape.terminals + links, shape.rails);
}

}  // namespace fsin::topology
