// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/trees/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/measured_fill.hpp"

namespace fsin::topology {
namespace {

constexpr double tree_ratio = 2.6;  ///< width by height
constexpr double least_step = 1.5;  ///< height of a stage on paper

constexpr MeasuredFill fill_by_stages[]{{2, 0.25}, {3, 0.27}, {4, 0.44}};

}  // namespace

void Tree::tabulate(std::size_t leaves, std::size_t per_stage) {
  level_.assign(leaves, 0);
  for (unsigned t = 0; t < stages; ++t) level_.insert(level_.end(), per_stage, static_cast<std::uint8_t>(t + 1));
}

std::string Tree::port_name(unsigned port) const {
  return port < arity ? fmt::format("up {}", port) : fmt::format("down {}", port - arity);
}

unsigned Tree::distance(NodeId from, NodeId to) const {
  unsigned up = 0;
  for (std::uint32_t a = from.value, b = to.value; a != b; ++up) {
    a /= arity;
    b /= arity;
  }
  return 2 * up;
}

/// With full bisection, no link is busier than that of a leaf.
Distances Tree::distances() const {
  Distances distances;
  double below = 1;  // leaves that share a switch of the stage below
  for (unsigned m = 1; m <= stages; ++m) {
    const double here = below * arity;
    distances.average += 2.0 * m * (here - below) / (leaves() - 1);
    distances.class_loads.push_back((leaves() - below) / (leaves() - 1));
    distances.class_links.push_back(2 * distances.class_loads.back());
    below = here;
  }
  distances.diameter = 2 * stages;
  distances.channel_load = 1;
  return distances;
}

double Tree::links() const { return 2.0 * stages * leaves(); }

std::vector<std::string> Tree::link_classes() const {
  std::vector<std::string> names{"leaf"};
  for (unsigned t = 1; t < stages; ++t) names.push_back(fmt::format("stage {} to {}", t, t + 1));
  return names;
}

Overload Tree::overload(bool /*adaptive*/, unsigned /*channels*/) const {
  return {0.52, fill_between(fill_by_stages, stages)};
}

/// One byte for each router.
double Tree::table_bytes() const { return leaves() + stages * leaves() / arity; }

/// Draws leaves at the bottom, stages above them.
void Tree::lay_out(Drawing& drawing) const {
  drawing.kind = "tree";
  drawing.width = static_cast<double>(drawing.nodes) - 1;
  const double step = std::max(least_step, drawing.width / tree_ratio / stages);
  drawing.height = step * stages;
  const std::size_t per_stage = drawing.nodes / arity;
  for (std::size_t router = 0; router < drawing.nodes; ++router) {
    drawing.routers.push_back({static_cast<double>(router), drawing.height});
  }
  for (std::size_t number = 0; number < drawing.all_routers - drawing.nodes; ++number) {
    const std::size_t stage = number / per_stage, index = number % per_stage;
    drawing.routers.push_back(
        {(static_cast<double>(index) + 0.5) * arity - 0.5, drawing.height - step * static_cast<double>(stage + 1)});
    drawing.names.push_back(fmt::format("switch {} of stage {}", index, stage + 1));
  }
  for (unsigned port = 0; port < 2 * arity; ++port) drawing.directions.push_back({0, port < arity ? -1.0 : 1.0});
  drawing.planes.push_back({{0, 0}, drawing.width, drawing.height, ""});
}

}  // namespace fsin::topology
