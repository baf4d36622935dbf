// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "fsin/core/text.hpp"

namespace trgen::pattern {
namespace {

/// Factors by axis of the grid and dimension of the network: the number of values of each digit.
using Factors = std::vector<std::vector<std::uint32_t>>;

/// Calls f(factors) for every way to write each extent of the grid as a product of one factor a dimension, such that
/// the factors of each dimension multiply to its extent.
class Factorisations {
 public:
  Factorisations(const std::vector<std::uint32_t>& grid, const std::vector<std::uint32_t>& network, std::uint32_t most,
                 std::function<void(const Factors&)> f)
      : grid_(grid), room_(network), most_(most), f_(std::move(f)) {
    factors_.assign(grid.size(), std::vector<std::uint32_t>(network.size(), 1));
  }

  void run() { choose(0, 0, grid_.empty() ? 1 : grid_[0]); }

 private:
  void choose(std::size_t axis, std::size_t dimension, std::uint32_t left) {
    if (axis == grid_.size()) {
      if (std::all_of(room_.begin(), room_.end(), [](std::uint32_t each) { return each == 1; }) && made_ < most_)
        ++made_, f_(factors_);
      return;
    }
    if (dimension == room_.size()) {
      if (left == 1) choose(axis + 1, 0, axis + 1 < grid_.size() ? grid_[axis + 1] : 1);
      return;
    }
    for (const std::uint32_t factor : divisors(std::gcd(left, room_[dimension]))) {
      if (made_ >= most_) return;
      factors_[axis][dimension] = factor;
      room_[dimension] /= factor;
      choose(axis, dimension + 1, left / factor);
      room_[dimension] *= factor;
      factors_[axis][dimension] = 1;
    }
  }

  const std::vector<std::uint32_t>& grid_;
  std::vector<std::uint32_t> room_;
  std::uint32_t most_;  ///< factorisations that are tried
  std::function<void(const Factors&)> f_;
  Factors factors_;
  std::uint32_t made_ = 0;
};

/// The node of a position, by reflected digits.
std::uint32_t node_of(const Axes& axes, const TargetNetwork& network, const Factors& factors, std::uint32_t position) {
  std::vector<std::uint32_t> at(network.extents.size(), 0);
  std::vector<std::uint32_t> width(network.extents.size(), 1);
  for (std::size_t k = 0; k < axes.axes.size(); ++k) {
    std::uint32_t left = axes.coordinate(position, k);
    for (std::size_t j = 0; j < width.size(); ++j) {
      const std::uint32_t factor = factors[k][j];
      const std::uint32_t digit = left % factor;
      left /= factor;
      at[j] += (left % 2 == 0 ? digit : factor - 1 - digit) * width[j];
      width[j] *= factor;
    }
  }
  std::uint64_t node = 0;
  for (std::size_t j = at.size(); j-- > 0;) node = node * network.extents[j] + at[j];
  return static_cast<std::uint32_t>(node);
}

}  // namespace

std::uint64_t TargetNetwork::nodes() const {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

std::string TargetNetwork::text() const {
  return fmt::format("{} {}", wraps ? "torus" : "mesh", fmt::join(extents, "x"));
}

std::optional<TargetNetwork> parse_network(std::string_view text) {
  constexpr std::uint64_t most_nodes = std::uint64_t{1} << 26;
  TargetNetwork network;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    if (text.substr(0, colon) != "torus" && text.substr(0, colon) != "mesh") return std::nullopt;
    network.wraps = text.starts_with('t');
    text.remove_prefix(colon + 1);
  }
  std::uint64_t nodes = 1;
  while (true) {
    const std::size_t cross = text.find('x');
    const auto extent = fsin::parse_natural(text.substr(0, cross));
    if (!extent || *extent == 0 || *extent > most_nodes || network.extents.size() == 16) return std::nullopt;
    nodes *= *extent;
    if (nodes > most_nodes) return std::nullopt;
    network.extents.push_back(static_cast<std::uint32_t>(*extent));
    if (cross == std::string_view::npos) return network;
    text.remove_prefix(cross + 1);
  }
}

double mean_distance(const TrafficGraph& graph, const std::vector<std::uint32_t>& nodes, const TargetNetwork& network) {
  double hops = 0;
  for (const Pair& pair : graph.pairs()) {
    std::uint64_t distance = 0;
    std::uint32_t a = nodes[pair.low];
    std::uint32_t b = nodes[pair.high];
    for (const std::uint32_t extent : network.extents) {
      const std::uint32_t way = a % extent > b % extent ? a % extent - b % extent : b % extent - a % extent;
      distance += network.wraps ? std::min(way, extent - way) : way;
      a /= extent;
      b /= extent;
    }
    hops += static_cast<double>(pair.both().messages) * static_cast<double>(distance);
  }
  return graph.total().messages > 0 ? hops / static_cast<double>(graph.total().messages) : 0;
}

std::vector<std::uint32_t> place(const TrafficGraph& graph, const Axes& axes, const TargetNetwork& network) {
  std::vector<std::uint32_t> grid;
  for (const Axis& axis : axes.axes) grid.push_back(axis.extent);
  std::vector<std::uint32_t> best;
  double best_distance = 0;
  const std::uint32_t count = axes.numbering->count();
  const std::uint64_t positions = std::accumulate(grid.begin(), grid.end(), std::uint64_t{1}, std::multiplies<>());
  if (network.nodes() < graph.ranks() || network.nodes() % positions != 0) return best;
  // A larger network holds the grid once; its other nodes are copies that stay free.
  if (network.nodes() > positions) grid.push_back(static_cast<std::uint32_t>(network.nodes() / positions));
  constexpr std::uint64_t most_work = 100'000'000;  // pairs that are looked at
  const auto tries =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most_work / (graph.pairs().size() + 1), 16, 2000));
  Factorisations(grid, network.extents, tries, [&](const Factors& factors) {
    std::vector<std::uint32_t> nodes(graph.ranks(), Numbering::none);
    std::vector<char> used(network.nodes());
    for (std::uint32_t position = 0; position < count; ++position) {
      const std::uint32_t node = node_of(axes, network, factors, position);
      nodes[axes.numbering->rank(position)] = node;
      used[node] = 1;
    }
    std::uint32_t free = 0;
    for (std::uint32_t& node : nodes) {
      if (node != Numbering::none) continue;
      while (used[free] != 0) ++free;
      node = free++;
    }
    const double distance = mean_distance(graph, nodes, network);
    if (!best.empty() && distance >= best_distance) return;
    best = std::move(nodes);
    best_distance = distance;
  }).run();
  return best;
}

}  // namespace trgen::pattern
