// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/bisection.hpp"

#include <metis.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace fsin::analysis {
namespace {

/// Graph of the routers for METIS: each edge is in the lists of both ends, weighted by its links in both directions.
struct EdgeLists {
  std::vector<idx_t> first, neighbours, weights, nodes;

  explicit EdgeLists(const topology::PortGraph& graph) {
    std::vector<std::vector<idx_t>> ends(graph.routers());
    for (std::size_t from = 0; from < graph.routers(); ++from) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(from), port);
        if (!link.exists() || link.router.index() == from) continue;
        ends[from].push_back(static_cast<idx_t>(link.router.index()));
        ends[link.router.index()].push_back(static_cast<idx_t>(from));
      }
    }
    first.push_back(0);
    for (std::vector<idx_t>& each : ends) {
      std::sort(each.begin(), each.end());
      for (std::size_t i = 0; i < each.size(); ++i) {
        if (i > 0 && each[i] == each[i - 1]) {
          ++weights.back();
        } else {
          neighbours.push_back(each[i]);
          weights.push_back(1);
        }
      }
      first.push_back(static_cast<idx_t>(neighbours.size()));
      each = {};
    }
    nodes.assign(graph.routers(), 0);
    std::fill_n(nodes.begin(), graph.nodes(), 1);
  }

  /// Links to the other half minus those to its own: the links saved by moving the router to the other half.
  idx_t gain(std::size_t router, const std::vector<idx_t>& half) const {
    idx_t gain = 0;
    for (idx_t i = first[router]; i < first[router + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      gain += half[static_cast<std::size_t>(neighbours[at])] == half[router] ? -weights[at] : weights[at];
    }
    return gain;
  }
};

/// Number of attempts, the best of which counts: fewer if each takes longer.
idx_t attempts(std::size_t edges) { return edges < 20'000 ? 20 : edges < 200'000 ? 6 : 1; }

std::vector<idx_t> divide(EdgeLists& lists) {
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NCUTS] = attempts(lists.neighbours.size());
  options[METIS_OPTION_UFACTOR] = 1;  // tolerance of the size of a half, in thousandths
  auto routers = static_cast<idx_t>(lists.nodes.size());
  idx_t constraints = 1, parts = 2, cut = 0;
  std::vector<idx_t> half(lists.nodes.size(), 0);
  const int answer = METIS_PartGraphRecursive(&routers, &constraints, lists.first.data(), lists.neighbours.data(),
                                              lists.nodes.data(), nullptr, lists.weights.data(), &parts, nullptr,
                                              nullptr, options.data(), &cut, half.data());
  if (answer != METIS_OK) throw std::runtime_error("METIS could not divide the network");
  return half;
}

/// Moves nodes, the best first and of several the lowest, until neither half has two nodes more than the other. A move
/// changes the gains of neighbours alone, so that a heap has the best; entries that are out of date are passed over.
void balance(const EdgeLists& lists, std::size_t nodes, std::vector<idx_t>& half) {
  std::array<std::size_t, 2> count{};
  for (std::size_t node = 0; node < nodes; ++node) ++count[static_cast<std::size_t>(half[node])];
  const idx_t larger = count[0] > count[1] ? 0 : 1;
  std::size_t moves = (std::max(count[0], count[1]) - std::min(count[0], count[1])) / 2;
  if (moves == 0) return;
  using Candidate = std::pair<idx_t, std::size_t>;  // gain; the node, from the last one on
  const auto candidate = [&](std::size_t node) { return Candidate(lists.gain(node, half), nodes - 1 - node); };
  std::vector<Candidate> heap;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (half[node] == larger) heap.push_back(candidate(node));
  }
  std::make_heap(heap.begin(), heap.end());
  while (moves > 0) {
    std::pop_heap(heap.begin(), heap.end());
    const Candidate best = heap.back();
    heap.pop_back();
    const std::size_t node = nodes - 1 - best.second;
    if (half[node] != larger || candidate(node) != best) continue;
    half[node] = 1 - larger;
    --moves;
    for (idx_t i = lists.first[node]; i < lists.first[node + 1]; ++i) {
      const auto neighbour = static_cast<std::size_t>(lists.neighbours[static_cast<std::size_t>(i)]);
      if (neighbour >= nodes || half[neighbour] != larger) continue;
      heap.push_back(candidate(neighbour));
      std::push_heap(heap.begin(), heap.end());
    }
  }
}

/// Moves switches, which have no node, to the half to which they have more links.
void settle_switches(const EdgeLists& lists, std::size_t nodes, std::vector<idx_t>& half) {
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t router = nodes; router < half.size(); ++router) {
      if (lists.gain(router, half) <= 0) continue;
      half[router] = 1 - half[router];
      moved = true;
    }
  }
}

/// Links out of the half that has fewer of them.
double links_between(const topology::PortGraph& graph, const std::vector<idx_t>& half) {
  std::array<double, 2> out{};
  for (std::size_t from = 0; from < graph.routers(); ++from) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(from), port);
      if (link.exists() && half[link.router.index()] != half[from]) ++out[static_cast<std::size_t>(half[from])];
    }
  }
  return std::min(out[0], out[1]);
}

/// The first half of the nodes against the rest with all switches: no more links than those nodes have, which METIS
/// exceeds in indirect networks of full bisection.
std::vector<idx_t> nodes_apart(const topology::PortGraph& graph) {
  std::vector<idx_t> half(graph.routers(), 1);
  std::fill_n(half.begin(), graph.nodes() / 2, 0);
  return half;
}

}  // namespace

bool estimates_bisections() { return true; }

std::optional<Halves> cut_in_halves(const topology::PortGraph& graph) {
  if (graph.nodes() < 2 || graph.links() > most_cut_links) return std::nullopt;
  EdgeLists lists(graph);
  std::vector<idx_t> half = divide(lists);
  balance(lists, graph.nodes(), half);
  settle_switches(lists, graph.nodes(), half);
  double links = links_between(graph, half);
  if (graph.routers() > graph.nodes()) {
    std::vector<idx_t> apart = nodes_apart(graph);
    settle_switches(lists, graph.nodes(), apart);
    if (const double fewer = links_between(graph, apart); fewer < links) {
      links = fewer;
      half = std::move(apart);
    }
  }
  return Halves{links, {half.begin(), half.end()}};
}

}  // namespace fsin::analysis
