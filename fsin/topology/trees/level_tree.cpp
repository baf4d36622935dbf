// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/trees/level_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::topology {
namespace {

constexpr double paper_ratio = 2.6;  ///< width by height
constexpr double least_rise = 1.5;   ///< height of a level on paper

std::vector<unsigned> terminals_of(const std::vector<TreePart>& parts) {
  double switches = 0;
  for (std::size_t level = 1; level < parts.size(); ++level) switches += parts[level].all * parts[level].width;
  std::vector<unsigned> terminals(static_cast<std::size_t>(switches), 0);
  std::fill_n(terminals.begin(), static_cast<std::size_t>(parts[1].all), static_cast<unsigned>(parts[1].nodes));
  return terminals;
}

}  // namespace

std::vector<TreePart> parts_of(const std::vector<TreeLevel>& levels) {
  std::vector<TreePart> parts{{}};
  for (std::size_t level = 1; level <= levels.size(); ++level) {
    const TreeLevel& here = levels[level - 1];
    const TreePart& below = parts.back();
    TreePart part;
    part.nodes = below.nodes * here.down;
    if (level > 1) part.width = here.shared ? here.up : below.width * here.up;
    part.ports = here.down * here.links * (here.shared ? below.width : 1);
    part.up = 0;
    if (level < levels.size()) {
      part.ports += levels[level].up * levels[level].links;
      part.up = part.width * levels[level].up * levels[level].links;
    }
    part.at_once = std::min(part.up, here.down * below.at_once);
    parts.push_back(part);
  }
  for (TreePart& part : parts) part.all = parts.back().nodes / part.nodes;
  return parts;
}

Extent extent_of(const std::vector<TreeLevel>& levels, unsigned rails) {
  const std::vector<TreePart> parts = parts_of(levels);
  double switches = 0, ports = 1;
  for (std::size_t level = 1; level < parts.size(); ++level) {
    switches += parts[level].all * parts[level].width;
    ports = std::max(ports, parts[level].ports);
  }
  return with_rails(parts.back().nodes, switches, static_cast<unsigned>(std::min(ports, 1e9)), rails);
}

LevelTree::LevelTree(const std::vector<TreeLevel>& levels, unsigned rails)
    : SwitchGraph(terminals_of(parts_of(levels))), levels_(levels), parts_(parts_of(levels)), first_{0, 0} {
  for (unsigned level = 1; level < parts_.size(); ++level) {
    first_.push_back(first_.back() + static_cast<std::uint32_t>(parts_[level].all * parts_[level].width));
  }
  for (unsigned lower = 1; lower < levels_.size(); ++lower) join(lower, levels_[lower]);
  copy_rails(rails);
}

/// Joins level `lower` to the one above it; the links down of each switch are thereby in the order of its children.
void LevelTree::join(unsigned lower, const TreeLevel& upper) {
  const auto below = static_cast<std::uint32_t>(parts_[lower].width);
  const auto above = static_cast<std::uint32_t>(parts_[lower + 1].width);
  const auto children = static_cast<std::uint32_t>(upper.down);
  for (std::uint32_t number = first_[lower]; number < first_[lower + 1]; ++number) {
    const std::uint32_t place = number - first_[lower], own = place % below;
    const std::uint32_t top = first_[lower + 1] + place / below / children * above;
    for (std::uint32_t up = 0; up < static_cast<std::uint32_t>(upper.up); ++up) {
      for (unsigned i = 0; i < static_cast<unsigned>(upper.links); ++i) {
        add_link(number, top + (upper.shared ? up : up * below + own), lower);
      }
    }
  }
}

unsigned LevelTree::level_of(std::uint32_t number) const {
  number %= static_cast<std::uint32_t>(switches_of_rail());
  unsigned level = 1;
  while (number >= first_[level + 1]) ++level;
  return level;
}

std::uint8_t LevelTree::layer(RouterId router) const {
  if (router.index() < nodes()) return 0;
  return static_cast<std::uint8_t>(level_of(static_cast<std::uint32_t>(router.index() - nodes())));
}

/// Distance between two switches of level 1, which have the terminals: up to the part that contains both, and down.
unsigned LevelTree::switch_distance(std::uint32_t from, std::uint32_t to) const {
  if (from >= first_[2] || to >= first_[2]) return SwitchGraph::switch_distance(from, to);
  unsigned level = 1;
  while (from != to) {
    from /= static_cast<std::uint32_t>(levels_[level].down);
    to /= static_cast<std::uint32_t>(levels_[level].down);
    ++level;
  }
  return 2 * (level - 1);
}

Distances LevelTree::distances() const {
  const double all = nodes_of_all(), others = all - 1;
  Distances distances;
  for (unsigned level = 0; level < levels(); ++level) {
    const TreePart& part = parts_[level];
    const double leave = (all - part.nodes) / others;  // fraction of the packets of a node
    distances.class_links.push_back(2 * leave);
    distances.class_loads.push_back(part.nodes * leave / (part.up * rails()));
    distances.average += 2 * leave;
    if (leave > 0) distances.diameter = 2 * (level + 1);
  }
  distances.channel_load = *std::max_element(distances.class_loads.begin(), distances.class_loads.end());
  return distances;
}

/// Minimal cut. A part whose nodes are all in one half is cut off where it is narrowest, in it or above it. Half of the
/// children of the top are; if their number is odd, the one in the middle is divided in its turn. Since all ascents can
/// be used alike, the flow that a cut through whole parts lets pass can be attained, so that no other cut is smaller.
std::optional<double> LevelTree::bisection() const {
  double cut = 0;
  for (unsigned level = levels(); level > 0; --level) {
    const double children = levels_[level - 1].down;
    cut += std::floor(children / 2) * parts_[level - 1].at_once;
    if (std::fmod(children, 2) == 0) break;
  }
  return cut * rails();
}

std::vector<std::string> LevelTree::link_classes() const {
  std::vector<std::string> names{"leaf"};
  for (unsigned level = 1; level < levels(); ++level) names.push_back(fmt::format("stage {} to {}", level, level + 1));
  return names;
}

std::string LevelTree::switch_name(std::uint32_t number) const {
  const unsigned level = level_of(number);
  return fmt::format("switch {} of stage {}", number - first_[level], level);
}

/// Draws terminals at the bottom, levels above them; copies of a switch side by side.
void LevelTree::lay_out(Drawing& drawing) const {
  drawing.kind = "tree";
  const double all = nodes_of_all();
  double widest = all;
  for (unsigned level = 1; level <= levels(); ++level) {
    widest = std::max(widest, rails() * parts_[level].all * parts_[level].width);
  }
  drawing.width = std::max(widest - 1, 1.0);
  const double rise = std::max(least_rise, drawing.width / paper_ratio / levels());
  drawing.height = rise * levels();
  const auto across = [&](double place, double of) { return (place + 0.5) / of * widest - 0.5; };
  for (std::size_t node = 0; node < nodes(); ++node) {
    drawing.routers.push_back({across(static_cast<double>(node), all), drawing.height});
  }
  for (std::uint32_t number = 0; number < switches(); ++number) {
    const auto own = static_cast<std::uint32_t>(number % switches_of_rail());
    const auto rail = static_cast<std::uint32_t>(number / switches_of_rail());
    const unsigned level = level_of(own);
    const double of = parts_[level].all * parts_[level].width * rails();
    drawing.routers.push_back(
        {across((own - first_[level]) * double{1} * rails() + rail, of), drawing.height - rise * level});
    drawing.names.push_back(full_name(number));
  }
  drawing.directions.assign(ports(), {0, -1});
  drawing.planes.push_back({{0, 0}, drawing.width, drawing.height, ""});
}

}  // namespace fsin::topology
