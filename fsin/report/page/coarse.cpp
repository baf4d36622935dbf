// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/coarse.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace fsin::report::page {
namespace {

constexpr double dot_pitch = 2;  ///< between two dots on paper, on the line around all groups

/// The disc in whose reach the router stands; the number of discs where it is in none.
std::size_t group_of(const topology::Drawing& drawing, const topology::Spot& spot) {
  const auto inside = [&](const topology::Disc& disc) {
    return std::hypot(spot.x - disc.middle.x, spot.y - disc.middle.y) <= disc.radius;
  };
  return static_cast<std::size_t>(std::find_if(drawing.groups.begin(), drawing.groups.end(), inside) -
                                  drawing.groups.begin());
}

/// The discs as dots, closer together.
void place_groups(const topology::Drawing& drawing, topology::Drawing& small) {
  double largest = 0;
  for (const topology::Disc& disc : drawing.groups) largest = std::max(largest, disc.radius);
  const double scale = largest > 0 ? dot_pitch / (2 * largest) : 1;
  for (const topology::Disc& disc : drawing.groups) {
    small.routers.push_back({disc.middle.x * scale, disc.middle.y * scale});
    small.names.push_back(disc.label);
  }
  small.kind = "groups";
  small.width = drawing.width * scale;
  small.height = drawing.height * scale;
  small.all_routers = small.routers.size();
  small.planes.push_back({{}, small.width, small.height, ""});
  small.ports.emplace_back("all links to this group");
  small.classes.emplace_back("between groups");
  small.directions.push_back({});
}

}  // namespace

std::optional<CoarseDrawing> coarse(const topology::Drawing& drawing) {
  if (drawing.groups.empty()) return std::nullopt;
  std::vector<std::uint32_t> group(drawing.routers.size());
  for (std::size_t router = 0; router < group.size(); ++router) {
    const std::size_t found = group_of(drawing, drawing.routers[router]);
    if (found == drawing.groups.size()) return std::nullopt;
    group[router] = static_cast<std::uint32_t>(found);
  }
  CoarseDrawing made;
  place_groups(drawing, made.drawing);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  for (const topology::DrawnLink& link : drawing.links) {
    const std::uint32_t from = group[link.from], to = group[link.to];
    if (from == to) {
      made.stands_for.push_back(std::nullopt);
      continue;
    }
    const auto [number, fresh] = numbers.try_emplace({from, to}, static_cast<std::uint32_t>(numbers.size()));
    if (fresh) made.drawing.links.push_back({from, to, 0, false, 0});
    made.stands_for.emplace_back(number->second);
  }
  return made;
}

}  // namespace fsin::report::page
