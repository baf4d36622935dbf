// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "trgen/formats/loops/format.hpp"

namespace trgen::formats::loops {

std::int64_t Times::of(std::int64_t gap) const {
  if (are_exact() || are_histograms()) return gap;
  if (!are_kept()) return 0;
  const bool backwards = gap < 0;
  const std::uint64_t size = backwards ? 0 - static_cast<std::uint64_t>(gap) : static_cast<std::uint64_t>(gap);
  const auto width = static_cast<unsigned>(std::bit_width(size));
  if (width <= bits_) return gap;
  const unsigned dropped = width - bits_;
  const std::uint64_t rounded = (size + (std::uint64_t{1} << (dropped - 1))) >> dropped << dropped;
  return static_cast<std::int64_t>(backwards ? 0 - rounded : rounded);
}

double Times::most_error() const {
  return are_exact() || are_histograms() ? 0 : std::ldexp(1.0, -static_cast<int>(bits_));
}

}  // namespace trgen::formats::loops
