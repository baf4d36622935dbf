// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/grid_axes.hpp"

#include <algorithm>

namespace trgen::pattern {

bool has_dimension(const Part& part) {
  return part.kind == Kind::line || part.kind == Kind::ring || part.kind == Kind::cube || part.kind == Kind::group;
}

bool fit_together(const Part& a, const Part& b) {
  const Part& low = a.stride <= b.stride ? a : b;
  const Part& high = a.stride <= b.stride ? b : a;
  const std::uint64_t end = std::uint64_t{low.stride} * low.extent;
  if (low.stride == high.stride || high.stride % end != 0) return false;
  // The lower offset is that of the higher dimension as far as the lower one can tell.
  return high.offset % end == low.offset % end;
}

std::optional<Axes> axes_of(std::vector<const Found*> parts) {
  if (parts.empty()) return std::nullopt;
  std::sort(parts.begin(), parts.end(), [](const Found* a, const Found* b) { return a->part.stride < b->part.stride; });
  Axes found{.axes = {}, .offset = parts.back()->part.offset, .numbering = parts.front()->numbering};
  const std::uint32_t count = found.numbering->count();
  std::uint64_t end = 1;
  for (const Found* each : parts) {
    const Part& part = each->part;
    if (part.stride > end)
      found.axes.push_back(
          {static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(part.stride / end), false, true});
    if (part.kind == Kind::cube) {
      for (std::uint32_t bit = 1; bit < part.extent; bit *= 2)
        found.axes.push_back({part.stride * bit, 2, false, false});
    } else {
      found.axes.push_back({part.stride, part.extent, part.kind == Kind::ring, false});
    }
    end = std::uint64_t{part.stride} * part.extent;
  }
  if (end < count)
    found.axes.push_back(
        {static_cast<std::uint32_t>(end), static_cast<std::uint32_t>((count + end - 1) / end), false, true});
  return found;
}

std::optional<Axes> axes_among(const std::vector<Found>& parts) {
  std::vector<const Found*> chosen;
  for (const Found& each : parts) {
    if (!has_dimension(each.part)) continue;
    const bool fits = std::all_of(chosen.begin(), chosen.end(), [&](const Found* other) {
      return other->numbering == each.numbering && fit_together(other->part, each.part);
    });
    if (fits) chosen.push_back(&each);
  }
  return axes_of(std::move(chosen));
}

}  // namespace trgen::pattern
