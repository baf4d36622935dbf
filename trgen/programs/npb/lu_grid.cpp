// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/lu_grid.hpp"

#include <algorithm>

namespace trgen::programs::npb {
namespace {

LuSpan span_of(std::uint32_t place, std::uint32_t places, std::uint64_t points) {
  const std::uint64_t length = points / places;
  const std::uint64_t longer = points % places;
  return {.before = place * length + std::min<std::uint64_t>(place, longer),
          .length = length + (place < longer ? 1 : 0),
          .is_first = place == 0,
          .is_last = place + 1 == places};
}

}  // namespace

std::optional<LuGrid> LuGrid::of(std::uint32_t ranks) {
  std::uint32_t y = 0;
  for (std::uint32_t divisor = 1; std::uint64_t{divisor} * divisor <= ranks; ++divisor) {
    if (ranks % divisor == 0) y = divisor;
  }
  if (y == 0 || ranks / y > 2 * std::uint64_t{y}) return std::nullopt;
  return LuGrid(ranks / y, y);
}

LuPart LuGrid::part(std::uint32_t rank, std::uint64_t points) const {
  return {.x = span_of(rank % x_, x_, points),
          .y = span_of(rank / x_, y_, points),
          .north = rank - 1,
          .south = rank + 1,
          .west = rank - x_,
          .east = rank + x_};
}

LuIntegral lu_integral(const LuSpan& span, std::uint64_t from, std::uint64_t to) {
  const std::uint64_t first = span.before + 1;
  const std::uint64_t last = span.before + span.length;
  const std::uint64_t begin = std::max(first, from);
  const std::uint64_t end = std::min(last, to);
  if (begin > end) return {};
  // The last point of the surface has no cell after it.
  return {.receives = end == last && last != to,
          .sends = begin == first && first != from,
          .has_from = begin == from,
          .has_to = end == to};
}

}  // namespace trgen::programs::npb
