// SPDX-License-Identifier: Apache-2.0
#include "tests/model/minimal_loads.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

namespace model {
namespace {

/// The smallest number whose powers are all of 1 .. q - 1.
unsigned primitive_root(unsigned q) {
  for (unsigned root = 2;; ++root) {
    std::set<unsigned> powers;
    for (unsigned i = 1, power = root; i < q; ++i, power = power * root % q) powers.insert(power);
    if (powers.size() == q - 1) return root;
  }
}

/// The two sets of differences, X and X', of the rows of the two halves.
std::pair<std::set<unsigned>, std::set<unsigned>> generators(unsigned q) {
  std::vector<unsigned> power{1};
  for (const unsigned root = primitive_root(q); power.size() < q - 1;) power.push_back(power.back() * root % q);
  std::set<unsigned> even, odd;
  if (q % 4 == 1) {
    for (unsigned i = 0; i + 1 < q; ++i) (i % 2 == 0 ? even : odd).insert(power[i]);
    return {even, odd};
  }
  // q = 4w - 1: even powers below 2w and odd ones from there on, and the other way round.
  const unsigned w = (q + 1) / 4;
  for (unsigned i = 0; i + 1 < q; ++i) {
    const bool low = i < 2 * w - 1;
    if ((i % 2 == 0) == low) even.insert(power[i]);
  }
  for (unsigned i = 1; i < q; ++i) {
    const bool low = i <= 2 * w - 1;
    if ((i % 2 == 1) == low) odd.insert(power[i % (q - 1)]);
  }
  return {even, odd};
}

void join(Neighbours& graph, unsigned one, unsigned other) {
  graph[one].insert(other);
  graph[other].insert(one);
}

/// Distances from a vertex, and how many shortest paths lead to each.
struct Paths {
  std::vector<unsigned> distance;
  std::vector<double> count;
  std::vector<unsigned> order;  ///< vertices, the nearest first
};

Paths paths_from(const Neighbours& graph, unsigned source) {
  Paths paths{std::vector<unsigned>(graph.size(), ~0U), std::vector<double>(graph.size(), 0), {source}};
  paths.distance[source] = 0;
  paths.count[source] = 1;
  for (std::size_t i = 0; i < paths.order.size(); ++i) {
    const unsigned here = paths.order[i];
    for (const unsigned next : graph[here]) {
      if (paths.distance[next] == ~0U) {
        paths.distance[next] = paths.distance[here] + 1;
        paths.order.push_back(next);
      }
      if (paths.distance[next] == paths.distance[here] + 1) paths.count[next] += paths.count[here];
    }
  }
  return paths;
}

}  // namespace

Neighbours slim_fly(unsigned q) {
  Neighbours graph(std::size_t{2} * q * q);
  const auto [first, second] = generators(q);
  for (unsigned x = 0; x < q; ++x) {
    for (unsigned y = 0; y < q; ++y) {
      for (const unsigned step : first) join(graph, x * q + y, x * q + (y + step) % q);
      for (const unsigned step : second) join(graph, q * q + x * q + y, q * q + x * q + (y + step) % q);
      for (unsigned m = 0; m < q; ++m) join(graph, x * q + y, q * q + m * q + (y + q * q - m * x % q) % q);
    }
  }
  return graph;
}

Neighbours polar_fly(unsigned q) {
  std::vector<std::array<unsigned, 3>> points{{0, 0, 1}};
  for (unsigned z = 0; z < q; ++z) points.push_back({0, 1, z});
  for (unsigned y = 0; y < q; ++y) {
    for (unsigned z = 0; z < q; ++z) points.push_back({1, y, z});
  }
  Neighbours graph(points.size());
  for (unsigned i = 0; i < points.size(); ++i) {
    for (unsigned j = 0; j < i; ++j) {
      unsigned product = 0;
      for (std::size_t k = 0; k < 3; ++k) product += points[i][k] * points[j][k];
      if (product % q == 0) join(graph, i, j);
    }
  }
  return graph;
}

MinimalLoads minimal_loads(const Neighbours& graph, unsigned p) {
  std::vector<std::map<unsigned, double>> loads(graph.size());
  const double switches = static_cast<double>(graph.size());
  const double flow = double(p) * p / (switches * p - 1);  // between two switches
  MinimalLoads result;
  for (unsigned source = 0; source < graph.size(); ++source) {
    const Paths paths = paths_from(graph, source);
    // From the farthest vertex back: what arrives there and goes on beyond it comes evenly over the paths.
    std::vector<double> through(graph.size(), 0);
    for (auto here = paths.order.rbegin(); *here != source; ++here) {
      through[*here] += flow;
      result.average += paths.distance[*here];
      result.diameter = std::max(result.diameter, paths.distance[*here]);
      for (const unsigned before : graph[*here]) {
        if (paths.distance[before] + 1 != paths.distance[*here]) continue;
        const double part = through[*here] * paths.count[before] / paths.count[*here];
        loads[before][*here] += part;
        through[before] += part;
      }
    }
  }
  result.average /= switches * (switches - 1);
  result.least = switches * flow;
  for (const auto& of_switch : loads) {
    for (const auto& [to, load] : of_switch) {
      result.most = std::max(result.most, load);
      result.least = std::min(result.least, load);
    }
  }
  return result;
}

}  // namespace model
