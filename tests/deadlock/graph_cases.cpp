// SPDX-License-Identifier: Apache-2.0
// Arbitrary graphs: shortest paths with a hop ladder (K. D. Guenther, IEEE ToC 1981), up*/down* (M. D. Schroeder et
// al., Autonet, 1991), Valiant's detours, and tables of ports.
#include "tests/deadlock/flood.hpp"
#include "tests/deadlock/graphs.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

/// By (here, destination): the ports that may be taken. A router is left by all ports that lead nearer.
struct Ways {
  Adjacency graph;
  std::vector<std::vector<unsigned>> distance;  ///< by destination and router

  explicit Ways(Adjacency the_graph) : graph(std::move(the_graph)) {
    for (std::uint32_t d = 0; d < graph.of.size(); ++d) distance.push_back(graph.distances(d));
  }
  template <class Visit>
  void nearer(std::uint32_t here, std::uint32_t destination, Visit visit) const {
    for (unsigned port = 0; port < graph.of[here].size(); ++port) {
      if (distance[destination][graph.of[here][port]] < distance[destination][here]) visit(port);
    }
  }
};

/// Any of the candidates with room.
template <class Algorithm, class View, class State>
routing::Choice any_open(const Algorithm& algorithm, View& view, const State& state) {
  std::int32_t chosen = -1;
  unsigned open = 0;
  algorithm.candidates(view, state, [&](std::int32_t out) { open += view.can_request(out) ? 1U : 0U; });
  unsigned skip = open == 0 ? 0 : view.uniform(open, 0);
  algorithm.candidates(view, state, [&](std::int32_t out) {
    if (chosen < 0 && view.can_request(out) && skip-- == 0) chosen = out;
  });
  return {chosen};
}

/// All shortest paths, or with `detour` by way of a random router; the channel is the number of the hop, as far as
/// there are channels, or with `by_half` 0 before the detour router and 1 behind it.
struct ShortestPaths {
  struct State {
    std::uint32_t destination;
    std::uint32_t via;  ///< the destination itself once it has been passed
    std::uint32_t hops;
    std::uint32_t passed;
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const Ways> ways;
  unsigned vcs = 1;
  bool detour = false;
  bool by_half = false;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    if (!detour) return {destination, destination, 0, 1};
    std::uint32_t via = draws.uniform(static_cast<std::uint32_t>(ways->graph.of.size()) - 2, 0);
    if (via >= std::min(source, destination)) ++via;
    if (via >= std::max(source, destination)) ++via;
    return {destination, via, 0, 0};
  }
  template <class View>
  void decide(const View& view, State& state) const {
    if (view.router() == state.via) {
      state.via = state.destination;
      state.passed = 1;
    }
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    return any_open(*this, view, state);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned vc = std::min(by_half ? state.passed : state.hops, vcs - 1);
    ways->nearer(view.router(), state.via, [&](unsigned port) { visit(static_cast<std::int32_t>(port * vcs + vc)); });
  }
  static void advance(State& state, unsigned) { ++state.hops; }
};

/// Up towards router 0 (or a router of a lower number at the same level), then down.
struct UpDownGraph {
  struct State {
    std::uint32_t destination;
    std::uint32_t went_down;
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const Ways> ways;
  std::shared_ptr<const std::vector<std::vector<std::array<unsigned, 2>>>> left;  ///< destination, router, went down

  bool is_up(std::uint32_t from, std::uint32_t to) const {
    const auto& level = ways->distance[0];
    return level[to] < level[from] || (level[to] == level[from] && to < from);
  }
  template <class Draws>
  State start(std::uint32_t, std::uint32_t destination, const Draws&) const {
    return {destination, 0};
  }
  /// The next router is known by its port; whether that was down was noted with the destination, which is in no router
  /// twice: advance() has no router.
  template <class View>
  void decide(const View& view, State& state) const {
    if (view.from_injection()) return;
    const std::uint32_t before = ways->graph.of[view.router()][view.in_port()];
    if (!is_up(before, view.router())) state.went_down = 1;
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    return any_open(*this, view, state);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const auto& here = (*left)[state.destination][view.router()];
    for (unsigned port = 0; port < ways->graph.of[view.router()].size(); ++port) {
      const std::uint32_t next = ways->graph.of[view.router()][port];
      const bool down = !is_up(view.router(), next);
      if (state.went_down != 0 && !down) continue;
      if ((*left)[state.destination][next][down ? 1 : 0] + 1 == here[state.went_down]) {
        visit(static_cast<std::int32_t>(port));
      }
    }
  }
  static void advance(State&, unsigned) {}
};

UpDownGraph make_up_down(const std::shared_ptr<const Ways>& ways) {
  UpDownGraph routing{ways, nullptr};
  const auto n = static_cast<std::uint32_t>(ways->graph.of.size());
  constexpr unsigned far = 1U << 20U;
  auto left = std::make_shared<std::vector<std::vector<std::array<unsigned, 2>>>>();
  for (std::uint32_t d = 0; d < n; ++d) {
    std::vector<std::array<unsigned, 2>> to(n, {far, far});
    to[d] = {0, 0};
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t r = 0; r < n; ++r) {
        for (const std::uint32_t next : ways->graph.of[r]) {
          const bool down = !routing.is_up(r, next);
          for (unsigned went_down = 0; went_down < 2; ++went_down) {
            if (went_down == 1 && !down) continue;
            const unsigned steps = to[next][down ? 1 : 0] + 1;
            if (steps >= to[r][went_down]) continue;
            to[r][went_down] = steps;
            changed = true;
          }
        }
      }
    }
    left->push_back(std::move(to));
  }
  routing.left = left;
  return routing;
}

/// A table: by (destination, router), the port.
struct Table {
  struct State {
    std::uint32_t destination;
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const std::vector<std::vector<unsigned>>> port;

  template <class Draws>
  State start(std::uint32_t, std::uint32_t destination, const Draws&) const {
    return {destination};
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    return any_open(*this, view, state);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    visit(static_cast<std::int32_t>((*port)[state.destination][view.router()]));
  }
  static void advance(State&, unsigned) {}
};

/// Round a ring in one direction, or from 0 on up to the highest number and back: only the first makes a cycle.
Table ring_table(const Adjacency& ring, bool round) {
  const auto n = static_cast<std::uint32_t>(ring.of.size());
  auto ports = std::make_shared<std::vector<std::vector<unsigned>>>(n, std::vector<unsigned>(n));
  for (std::uint32_t d = 0; d < n; ++d) {
    for (std::uint32_t r = 0; r < n; ++r) {
      const bool up = round || d > r;
      (*ports)[d][r] = ring.port(r, up ? (r + 1) % n : (r + n - 1) % n);
    }
  }
  return {ports};
}

/// Dimension order on a mesh of 4x4 whose link between (1,1) and (2,1) has failed: packets that would cross it go by
/// row 0 or, coming from the other side, by row 2, and on in dimension order.
Table faulty_mesh_table(const Adjacency& mesh) {
  constexpr std::uint32_t k = 4;
  auto ports = std::make_shared<std::vector<std::vector<unsigned>>>(k * k, std::vector<unsigned>(k * k));
  for (std::uint32_t d = 0; d < k * k; ++d) {
    for (std::uint32_t r = 0; r < k * k; ++r) {
      const std::uint32_t x = r % k, y = r / k, to_x = d % k, to_y = d / k;
      std::uint32_t next = r;
      if (r == 5 && to_x > x) {
        next = r - k;  // round the fault by row 0
      } else if (r == 6 && to_x < x) {
        next = r + k;  // round the fault by row 2
      } else if (to_x != x) {
        next = to_x > x ? r + 1 : r - 1;
      } else {
        next = to_y > y ? r + k : r - k;
      }
      (*ports)[d][r] = d == r ? 0 : mesh.port(r, next);
    }
  }
  return {ports};
}

Adjacency mesh_graph(std::uint32_t k) {
  Edges edges;
  for (std::uint32_t r = 0; r < k * k; ++r) {
    if (r % k + 1 < k) edges.emplace_back(r, r + 1);
    if (r / k + 1 < k) edges.emplace_back(r, r + k);
  }
  return Adjacency(k * k, edges);
}

Case paths_case(std::string name, bool free, const std::shared_ptr<const Ways>& ways, unsigned vcs, bool detour = false,
                bool by_half = false) {
  return algorithm_case(std::move(name), free, make_topology(ways->graph), vcs,
                        ShortestPaths{ways, vcs, detour, by_half});
}

std::shared_ptr<const Ways> ways_of(Adjacency graph) { return std::make_shared<const Ways>(std::move(graph)); }

/// n = 32, degree 4, diameter 4.
std::shared_ptr<const Ways> random_graph() {
  for (std::uint64_t seed = 1;; ++seed) {
    auto ways = ways_of(random_regular(32, 4, seed));
    unsigned diameter = 0;
    for (const auto& from : ways->distance) {
      for (const unsigned distance : from) diameter = std::max(diameter, distance);
    }
    if (diameter == 4) return ways;
  }
}

}  // namespace

std::vector<Case> graph_cases() {
  const auto random = random_graph(), slim = ways_of(slim_fly_5()), full = ways_of(complete_graph(8));
  const auto triangle = ways_of(ring_graph(3)), square = ways_of(ring_graph(4)), six = ways_of(ring_graph(6));
  const Adjacency mesh = mesh_graph(4);
  return {
      paths_case("random regular, shortest paths, 1 VC", false, random, 1),
      paths_case("random regular, hop ladder of 2", false, random, 2),
      paths_case("random regular, hop ladder of 3", false, random, 3),
      paths_case("random regular, hop ladder of 4", true, random, 4),
      algorithm_case("random regular, up*/down*", true, make_topology(random->graph), 1, make_up_down(random)),
      paths_case("Slim Fly q=5, minimal, 1 VC", false, slim, 1),
      paths_case("Slim Fly q=5, minimal, 2 VC", true, slim, 2),
      paths_case("Slim Fly q=5, Valiant, 2 VC", false, slim, 2, true),
      paths_case("Slim Fly q=5, Valiant, 3 VC", false, slim, 3, true),
      paths_case("Slim Fly q=5, Valiant, 4 VC", true, slim, 4, true),
      paths_case("full mesh of 8, direct", true, full, 1),
      paths_case("full mesh of 8, Valiant, 1 VC", false, full, 1, true),
      paths_case("full mesh of 8, Valiant, 2 VC", true, full, 2, true),
      paths_case("ring of 3, shortest paths", true, triangle, 1),
      paths_case("ring of 4, shortest paths", false, square, 1),
      paths_case("ring of 4, hop ladder of 2", true, square, 2),
      paths_case("ring of 6, hop ladder of 2", false, six, 2),
      paths_case("ring of 6, Valiant, a channel for each half", false, six, 2, true, true),
      algorithm_case("ring of 6, up*/down*", true, make_topology(six->graph), 1, make_up_down(six)),
      algorithm_case("ring of 5, table that goes round", false, make_topology(ring_graph(5)), 1,
                     ring_table(ring_graph(5), true)),
      algorithm_case("ring of 5, table that goes back", true, make_topology(ring_graph(5)), 1,
                     ring_table(ring_graph(5), false)),
      algorithm_case("mesh 4x4, dimension order round a failed link", false, make_topology(mesh), 1,
                     faulty_mesh_table(mesh)),
  };
}

}  // namespace deadlock_test
