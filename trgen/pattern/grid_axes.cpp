// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/grid_axes.hpp"

#include <algorithm>

namespace trgen::pattern {
namespace {

/// True where every offset gives the same pairs: the last dimension, where its steps close a ring.
bool is_any_offset(const Found& found) {
  const Part& part = found.part;
  const bool closes =
      part.kind == Kind::ring || part.kind == Kind::group || (part.kind == Kind::line && part.extent == 2);
  return closes && std::uint64_t{part.stride} * part.extent == found.numbering->count();
}

}  // namespace

std::vector<std::size_t> Axes::loud() const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (!axes[k].silent) found.push_back(k);
  }
  return found;
}

bool has_dimension(const Part& part) {
  return part.kind == Kind::line || part.kind == Kind::ring || part.kind == Kind::cube || part.kind == Kind::group;
}

bool fit_together(const Found& a, const Found& b) {
  if (a.numbering != b.numbering) return false;
  const Found& low = a.part.stride <= b.part.stride ? a : b;
  const Found& high = a.part.stride <= b.part.stride ? b : a;
  const std::uint64_t end = std::uint64_t{low.part.stride} * low.part.extent;
  if (low.part.stride == high.part.stride || high.part.stride % end != 0) return false;
  // The lower offset is that of the higher dimension as far as the lower one can tell.
  return is_any_offset(high) || high.part.offset % end == low.part.offset % end;
}

std::optional<Axes> axes_of(std::vector<const Found*> parts) {
  if (parts.empty()) return std::nullopt;
  std::sort(parts.begin(), parts.end(), [](const Found* a, const Found* b) { return a->part.stride < b->part.stride; });
  Axes found{.axes = {}, .offset = 0, .numbering = parts.front()->numbering};
  for (const Found* each : parts) found.offset = is_any_offset(*each) ? found.offset : each->part.offset;
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
    const bool fits =
        std::all_of(chosen.begin(), chosen.end(), [&](const Found* other) { return fit_together(*other, each); });
    if (fits) chosen.push_back(&each);
  }
  return axes_of(std::move(chosen));
}

}  // namespace trgen::pattern
