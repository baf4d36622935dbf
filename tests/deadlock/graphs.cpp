// SPDX-License-Identifier: Apache-2.0
#include "tests/deadlock/graphs.hpp"

#include <algorithm>
#include <deque>
#include <string>

#include "fsin/core/rng.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

class PlainGeometry final : public topology::Geometry {
 public:
  std::string port_name(unsigned port) const override { return "port " + std::to_string(port); }
  unsigned distance(NodeId, NodeId) const override { return 0; }
  topology::Distances distances() const override { return {}; }
  double links() const override { return 0; }
  void lay_out(topology::Drawing&) const override {}
};

}  // namespace

Adjacency::Adjacency(std::uint32_t routers, const Edges& edges) : of(routers) {
  for (const auto& [one, other] : edges) {
    of[one].push_back(other);
    of[other].push_back(one);
  }
}

unsigned Adjacency::port(std::uint32_t from, std::uint32_t to) const {
  return static_cast<unsigned>(std::find(of[from].begin(), of[from].end(), to) - of[from].begin());
}

std::vector<unsigned> Adjacency::distances(std::uint32_t to) const {
  std::vector<unsigned> distance(of.size(), ~0U);
  std::deque<std::uint32_t> front{to};
  distance[to] = 0;
  while (!front.empty()) {
    const std::uint32_t here = front.front();
    front.pop_front();
    for (const std::uint32_t next : of[here]) {
      if (distance[next] != ~0U) continue;
      distance[next] = distance[here] + 1;
      front.push_back(next);
    }
  }
  return distance;
}

std::shared_ptr<const topology::Topology> make_topology(const Adjacency& graph) {
  std::size_t ports = 0;
  for (const auto& neighbours : graph.of) ports = std::max(ports, neighbours.size());
  topology::PortGraph links(graph.of.size(), graph.of.size(), static_cast<unsigned>(ports));
  for (std::uint32_t from = 0; from < graph.of.size(); ++from) {
    for (unsigned port = 0; port < graph.of[from].size(); ++port) {
      const std::uint32_t to = graph.of[from][port];
      links.connect(RouterId(from), port, RouterId(to), graph.port(to, from));
    }
  }
  return std::make_shared<const topology::Topology>(
      topology::Topology{"graph", std::move(links), std::make_shared<PlainGeometry>()});
}

Adjacency ring_graph(std::uint32_t routers) {
  Edges edges;
  for (std::uint32_t i = 0; i < routers; ++i) edges.emplace_back(i, (i + 1) % routers);
  return Adjacency(routers, edges);
}

Adjacency complete_graph(std::uint32_t routers) { return hyperx_graph({routers}); }

Adjacency hyperx_graph(const std::vector<unsigned>& dims) {
  std::uint32_t routers = 1;
  for (const unsigned k : dims) routers *= k;
  Edges edges;
  std::uint32_t stride = 1;
  for (const unsigned k : dims) {
    for (std::uint32_t i = 0; i < routers; ++i) {
      for (unsigned c = i / stride % k + 1; c < k; ++c) edges.emplace_back(i, i + (c - i / stride % k) * stride);
    }
    stride *= k;
  }
  return Adjacency(routers, edges);
}

Adjacency random_regular(std::uint32_t routers, unsigned degree, std::uint64_t seed) {
  for (std::uint32_t attempt = 0;; ++attempt) {
    std::vector<std::uint32_t> stubs;
    for (std::uint32_t i = 0; i < routers * degree; ++i) stubs.push_back(i / degree);
    for (std::uint32_t i = routers * degree; i > 1; --i) {
      const std::uint32_t draw = philox({seed, Purpose::permutation}, i, attempt)[0];
      std::swap(stubs[i - 1], stubs[scale_draw(draw, i)]);
    }
    Adjacency graph(routers);
    bool simple = true;
    for (std::size_t i = 0; i < stubs.size(); i += 2) {
      const std::uint32_t one = stubs[i], other = stubs[i + 1];
      simple = simple && one != other && graph.port(one, other) == graph.of[one].size();
      graph.of[one].push_back(other);
      graph.of[other].push_back(one);
    }
    const std::vector<unsigned> distance = graph.distances(0);
    if (simple && std::find(distance.begin(), distance.end(), ~0U) == distance.end()) return graph;
  }
}

Adjacency slim_fly_5() {
  constexpr unsigned q = 5;
  const auto differs_by = [](unsigned a, unsigned b, unsigned x, unsigned y) {
    const unsigned d = (a + q - b) % q;
    return d == x || d == y;
  };
  Edges edges;
  for (unsigned x = 0; x < q; ++x) {
    for (unsigned y = 0; y < q; ++y) {
      for (unsigned other = y + 1; other < q; ++other) {
        if (differs_by(y, other, 1, 4)) edges.emplace_back(x * q + y, x * q + other);
        if (differs_by(y, other, 2, 3)) edges.emplace_back(25 + x * q + y, 25 + x * q + other);
      }
      for (unsigned m = 0; m < q; ++m) edges.emplace_back(x * q + y, 25 + m * q + (y + q * q - m * x) % q);
    }
  }
  return Adjacency(50, edges);
}

}  // namespace deadlock_test
