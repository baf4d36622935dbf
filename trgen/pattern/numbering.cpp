// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/numbering.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trgen::pattern {

Numbering::Numbering(std::uint32_t ranks, std::uint32_t first, std::uint32_t step, std::uint32_t count,
                     std::uint32_t multiplier)
    : first_(first), step_(step), multiplier_(multiplier), ranks_(count), positions_(ranks, none) {
  for (std::uint32_t position = 0; position < count; ++position) {
    const auto turned = static_cast<std::uint32_t>(std::uint64_t{multiplier} * position % count);
    ranks_[position] = first + step * turned;
    positions_[ranks_[position]] = position;
  }
}

Numbering Numbering::times(std::uint32_t multiplier) const {
  return {static_cast<std::uint32_t>(positions_.size()), first_, step_, count(), multiplier};
}

double Numbering::code_bits() const { return multiplier_ == 1 ? 1.0 : 1.0 + std::log2(static_cast<double>(count())); }

std::vector<Numbering> numberings_of(const std::vector<std::uint32_t>& active, std::uint32_t ranks) {
  std::uint32_t step = 0;
  for (const std::uint32_t rank : active) step = std::gcd(step, rank - active.front());
  step = std::max(step, 1U);
  const std::uint32_t count = (active.back() - active.front()) / step + 1;
  std::vector<Numbering> found;
  found.emplace_back(ranks, active.front(), step, count);
  if (count != ranks && count != active.size()) found.emplace_back(ranks, 0U, 1U, ranks);
  return found;
}

std::vector<std::uint32_t> divisors(std::uint32_t number) {
  std::vector<std::uint32_t> found;
  for (std::uint64_t low = 1; low * low <= number; ++low) {
    if (number % low != 0) continue;
    found.push_back(static_cast<std::uint32_t>(low));
    if (low * low != number) found.push_back(number / static_cast<std::uint32_t>(low));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace trgen::pattern
