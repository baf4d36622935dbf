// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/dragonflies/dragonfly_plus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::topology {
namespace {

std::vector<unsigned> terminals_of(const DragonflyPlusShape& shape) {
  std::vector<unsigned> terminals;
  for (unsigned group = 0; group < shape.groups; ++group) {
    terminals.insert(terminals.end(), shape.leaves, shape.terminals);
    terminals.insert(terminals.end(), shape.spines, 0);
  }
  return terminals;
}

/// The disc in which routers stand, with a rim.
Disc disc_around(const std::vector<Spot>& spots, std::string label) {
  constexpr double rim = 0.5;
  Disc disc{{}, 0, std::move(label)};
  for (const Spot& spot : spots) {
    disc.middle.x += spot.x / static_cast<double>(spots.size());
    disc.middle.y += spot.y / static_cast<double>(spots.size());
  }
  for (const Spot& spot : spots) {
    disc.radius = std::max(disc.radius, std::hypot(spot.x - disc.middle.x, spot.y - disc.middle.y) + rim);
  }
  return disc;
}

/// Moves everything to the right and down, so that no disc leaves the paper.
void make_room(Drawing& drawing) {
  double room = 0;
  for (const Disc& disc : drawing.groups) {
    room = std::max({room, disc.radius - disc.middle.x, disc.radius - disc.middle.y,
                     disc.middle.x + disc.radius - drawing.width, disc.middle.y + disc.radius - drawing.height});
  }
  for (Spot& spot : drawing.routers) spot = {spot.x + room, spot.y + room};
  for (Disc& disc : drawing.groups) disc.middle = {disc.middle.x + room, disc.middle.y + room};
  drawing.width += 2 * room;
  drawing.height += 2 * room;
}

}  // namespace

DragonflyPlus::DragonflyPlus(const DragonflyPlusShape& shape) : SwitchGraph(terminals_of(shape)), shape_(shape) {
  const auto first_of = [&](unsigned group) { return group * (shape.leaves + shape.spines); };
  const auto spine_of = [&](unsigned group, unsigned link) {
    return first_of(group) + shape.leaves + link / shape.globals;
  };
  for (unsigned group = 0; group < shape.groups; ++group) {
    for (unsigned leaf = 0; leaf < shape.leaves; ++leaf) {
      for (unsigned spine = 0; spine < shape.spines; ++spine) {
        add_link(first_of(group) + leaf, first_of(group) + shape.leaves + spine, 1);
      }
    }
  }
  const unsigned others = shape.groups - 1;
  for (unsigned one = 0; one < shape.groups; ++one) {
    for (unsigned other = one + 1; other < shape.groups; ++other) {
      const unsigned ahead = other - one - 1;
      for (unsigned b = 0; b < shape.between(); ++b) {
        add_link(spine_of(one, b * others + ahead), spine_of(other, b * others + others - 1 - ahead), 2);
      }
    }
  }
  copy_rails(shape.rails);
}

/// Distance between leaves, to which all terminals are attached.
unsigned DragonflyPlus::switch_distance(std::uint32_t from, std::uint32_t to) const {
  if (!is_leaf(from) || !is_leaf(to)) return SwitchGraph::switch_distance(from, to);
  if (from == to) return 0;
  return group_of(from) == group_of(to) ? 2 : 3;
}

Distances DragonflyPlus::distances() const {
  const double of_leaf = shape_.terminals, of_group = of_leaf * shape_.leaves;
  const double all = of_group * shape_.groups, others = all - 1;
  const double other_leaf = (all - of_leaf) / others, other_group = (all - of_group) / others;
  Distances distances;
  distances.diameter = 5;
  distances.class_links = {2, 2 * other_leaf, other_group};
  distances.average = 2 + 2 * other_leaf + other_group;
  distances.class_loads = {1, of_leaf * other_leaf / shape_.spines, of_group * of_group / others / shape_.between()};
  for (double& load : distances.class_loads) load /= rails();
  distances.channel_load = *std::max_element(distances.class_loads.begin(), distances.class_loads.end());
  return distances;
}

/// Fewer links cannot suffice: uniform traffic sends N / 2 * N / 2 flows of all N (N - 1) across, and no link across
/// has more of them than a global link.
std::optional<double> DragonflyPlus::bisection() const {
  const Distances uniform = distances();
  if (shape_.groups % 2 != 0 || uniform.class_loads[2] < uniform.channel_load) return std::nullopt;
  const double half = shape_.groups / 2.0;
  return half * half * shape_.between() * rails();
}

std::string DragonflyPlus::switch_name(std::uint32_t number) const {
  const unsigned place = number % (shape_.leaves + shape_.spines);
  if (place < shape_.leaves) return fmt::format("leaf {} of group {}", place, group_of(number));
  return fmt::format("spine {} of group {}", place - shape_.leaves, group_of(number));
}

/// Groups stand on circles about one middle: spines inside, leaves around them, terminals outside.
void DragonflyPlus::lay_out(Drawing& drawing) const {
  constexpr double part_of_group = 0.8, step = 1.5;
  drawing.kind = "groups";
  const double widest = std::max({1.0 * shape_.leaves * shape_.terminals, 1.0 * shape_.spines, 3.0});
  const double inner = std::max(1.0, widest * shape_.groups / part_of_group / (2 * std::numbers::pi)) * rails();
  const double outer = inner + 2 * step;
  const auto at = [&](double radius, unsigned group, double place, double of) {
    const double angle = 2 * std::numbers::pi * (group + part_of_group * ((place + 0.5) / of - 0.5)) / shape_.groups;
    return Spot{outer + radius * std::sin(angle), outer - radius * std::cos(angle)};
  };
  const unsigned of_group = shape_.leaves * shape_.terminals;
  for (unsigned node = 0; node < nodes(); ++node) {
    drawing.routers.push_back(at(outer, node / of_group, node % of_group, of_group));
  }
  for (std::uint32_t number = 0; number < switches(); ++number) {
    const auto rail = static_cast<unsigned>(number / switches_of_rail());
    const unsigned place = number % (shape_.leaves + shape_.spines);
    // The rails lie inside each other, so that no two switches are in one place.
    const double spines_at = inner * (rails() - rail) / rails();
    drawing.routers.push_back(
        place < shape_.leaves
            ? at(spines_at + step * (1 - 0.5 * rail / rails()), group_of(number), place, shape_.leaves)
            : at(spines_at, group_of(number), place - shape_.leaves, shape_.spines));
    drawing.names.push_back(full_name(number));
  }
  std::vector<std::vector<Spot>> spots(shape_.groups);
  for (unsigned router = 0; router < drawing.routers.size(); ++router) {
    const unsigned group = router < nodes() ? router / of_group : group_of(router - static_cast<unsigned>(nodes()));
    spots[group].push_back(drawing.routers[router]);
  }
  for (unsigned group = 0; group < shape_.groups; ++group) {
    drawing.groups.push_back(disc_around(spots[group], fmt::format("group {}", group)));
  }
  drawing.width = drawing.height = 2 * outer;
  make_room(drawing);
  drawing.directions.assign(ports(), {});
  drawing.planes.push_back({{}, drawing.width, drawing.height, ""});
}

std::optional<Fault> DragonflyPlusParams::fault() const {
  const unsigned globals = spines * h, others = shape().groups - 1;
  if (others > globals || globals % others != 0) {
    return Fault{"groups",
                 fmt::format("{} groups cannot share {} global links of a group evenly; write a number of which "
                             "one less divides {}, or auto for {}",
                             others + 1, globals, globals, globals + 1)};
  }
  return too_large(extent(), "h");
}

Extent DragonflyPlusParams::extent() const {
  const double all = shape().groups;
  return with_rails(all * leaves * p, all * (1.0 * leaves + spines), std::max(p + spines, leaves + h), rails);
}

}  // namespace fsin::topology
