// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/force_layout.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/fruchterman_reingold.hpp>
#include <boost/graph/topology.hpp>
#include <boost/random/linear_congruential.hpp>
#include <cmath>
#include <numbers>
#include <set>

namespace fsin::topology {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Paper = boost::circle_topology<boost::minstd_rand>;
using Point = Paper::point_type;

constexpr double most_forces = 2e7;    ///< between pairs of vertices, over all steps
constexpr double terminal_room = 2.2;  ///< length of a link between switches that have terminals round them

std::vector<Spot> on_circle(std::size_t vertices) {
  const double radius = std::max(1.0, static_cast<double>(vertices) / (2 * std::numbers::pi));
  std::vector<Spot> spots;
  for (std::size_t i = 0; i < vertices; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(vertices);
    spots.push_back({radius * (1 + std::sin(angle)), radius * (1 - std::cos(angle))});
  }
  return spots;
}

double mean_length(const std::vector<Spot>& spots, const std::vector<Edge>& edges) {
  double sum = 0, count = 0;
  for (const Edge& edge : edges) {
    if (edge.first == edge.second) continue;
    sum += std::hypot(spots[edge.first].x - spots[edge.second].x, spots[edge.first].y - spots[edge.second].y);
    ++count;
  }
  return count > 0 ? sum / count : 1;
}

/// Spreads the points over the disc in the order of a sunflower's seeds: no two have the same start, and no symmetry of
/// the start holds the forces in balance.
std::vector<Point> sunflower(std::size_t vertices, double radius) {
  std::vector<Point> points(vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(vertices);
    const double angle = static_cast<double>(i) * std::numbers::pi * (3 - std::sqrt(5.0));
    points[i][0] = radius * std::sqrt(part) * std::cos(angle);
    points[i][1] = radius * std::sqrt(part) * std::sin(angle);
  }
  return points;
}

std::vector<Point> placed_by_force(std::size_t vertices, const std::vector<Edge>& edges) {
  std::set<Edge> once;
  for (const auto& [one, other] : edges) {
    if (one != other) once.emplace(std::min(one, other), std::max(one, other));
  }
  const Graph graph(once.begin(), once.end(), vertices);
  const double radius = std::sqrt(static_cast<double>(vertices));
  boost::minstd_rand random(1);
  const Paper paper(random, radius);
  std::vector<Point> points = sunflower(vertices, radius);
  const auto position = boost::make_iterator_property_map(points.begin(), boost::get(boost::vertex_index, graph));
  const auto all = static_cast<double>(vertices);
  const auto steps = static_cast<std::size_t>(std::clamp(most_forces / (all * all), 50.0, 200.0));
  boost::fruchterman_reingold_force_directed_layout(
      graph, position, paper,
      boost::force_pairs(boost::all_force_pairs()).cooling(boost::linear_cooling<double>(steps, radius / 5)));
  return points;
}

bool all_differ(const std::vector<Spot>& spots) {
  std::set<std::pair<double, double>> seen;
  return std::all_of(spots.begin(), spots.end(), [&](const Spot& spot) {
    return std::isfinite(spot.x) && std::isfinite(spot.y) && seen.emplace(spot.x, spot.y).second;
  });
}

}  // namespace

std::vector<Spot> force_layout(std::size_t vertices, const std::vector<Edge>& edges) {
  if (vertices < 3 || vertices > most_placed) return on_circle(vertices);
  std::vector<Spot> spots;
  for (const Point& point : placed_by_force(vertices, edges)) spots.push_back({point[0], point[1]});
  if (!all_differ(spots)) return on_circle(vertices);
  const double scale = 1 / mean_length(spots, edges);
  Spot least = spots.front();
  for (const Spot& spot : spots) least = {std::min(least.x, spot.x), std::min(least.y, spot.y)};
  for (Spot& spot : spots) spot = {(spot.x - least.x) * scale, (spot.y - least.y) * scale};
  return spots;
}

void lay_out_by_force(const SwitchGraph& graph, Drawing& drawing) {
  std::vector<Edge> edges;
  unsigned most_terminals = 0;
  const auto switches = static_cast<std::uint32_t>(graph.switches());
  for (std::uint32_t from = 0; from < switches; ++from) {
    most_terminals = std::max(most_terminals, graph.terminals(from));
    for (const SwitchGraph::Plug& plug : graph.links_of(from)) {
      if (plug.exists()) edges.emplace_back(from, plug.to);
    }
  }
  const double around = most_terminals == 0 ? 0 : std::max(0.7, most_terminals / (2 * std::numbers::pi));
  std::vector<Spot> spots = force_layout(switches, edges);
  for (Spot& spot : spots) {
    spot = {around + spot.x * (1 + around * terminal_room), around + spot.y * (1 + around * terminal_room)};
    drawing.width = std::max(drawing.width, spot.x + around);
    drawing.height = std::max(drawing.height, spot.y + around);
  }
  drawing.kind = "groups";
  for (std::uint32_t number = 0; number < switches; ++number) {
    for (unsigned terminal = 0; terminal < graph.terminals(number); ++terminal) {
      const double angle = 2 * std::numbers::pi * terminal / graph.terminals(number);
      drawing.routers.push_back(
          {spots[number].x + around * std::sin(angle), spots[number].y - around * std::cos(angle)});
    }
  }
  drawing.routers.insert(drawing.routers.end(), spots.begin(), spots.end());
  drawing.directions.assign(graph.ports(), {});
  drawing.planes.push_back({{}, drawing.width, drawing.height, ""});
}

}  // namespace fsin::topology
