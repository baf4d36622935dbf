// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/worst_permutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fsin/engine/link_times.hpp"

namespace fsin::analysis {
namespace {

constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

/// Load that one pair of nodes puts on a link.
struct PairWeight {
  std::uint32_t source;
  std::uint32_t destination;
  double weight;
};

/// Nodes that occur, numbered in the order of their first occurrence.
class Numbered {
 public:
  explicit Numbered(std::size_t nodes) : number_(nodes, no_place) {}
  std::size_t operator()(std::uint32_t node) {
    if (number_[node] == no_place) {
      number_[node] = nodes_.size();
      nodes_.push_back(node);
    }
    return number_[node];
  }
  std::uint32_t node(std::size_t number) const { return nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<std::size_t> number_;
  std::vector<std::uint32_t> nodes_;
};

/// Upper bound of any assignment: every source with its heaviest destination, and vice versa.
double bound_of(const std::vector<PairWeight>& pairs, std::size_t nodes) {
  std::vector<double> by_source(nodes), by_destination(nodes);
  for (const PairWeight& pair : pairs) {
    by_source[pair.source] = std::max(by_source[pair.source], pair.weight);
    by_destination[pair.destination] = std::max(by_destination[pair.destination], pair.weight);
  }
  double sources = 0, destinations = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    sources += by_source[node];
    destinations += by_destination[node];
  }
  return std::min(sources, destinations);
}

/// The worst permutation of one link: destinations by source, `nodes` where any destination will do. Returns its load.
double assign(const std::vector<PairWeight>& pairs, std::size_t nodes, std::vector<std::uint32_t>& destinations) {
  Numbered sources(nodes), targets(nodes);
  for (const PairWeight& pair : pairs) {
    sources(pair.source);
    targets(pair.destination);
  }
  const bool turned = sources.size() > targets.size();
  const std::size_t rows = turned ? targets.size() : sources.size();
  const std::size_t columns = turned ? sources.size() : targets.size();
  std::vector<double> weights(rows * columns);
  for (const PairWeight& pair : pairs) {
    const std::size_t from = sources(pair.source), to = targets(pair.destination);
    weights[turned ? to * columns + from : from * columns + to] = pair.weight;
  }
  const auto chosen = best_assignment(weights, rows, columns);
  destinations.assign(nodes, static_cast<std::uint32_t>(nodes));
  double load = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double weight = weights[row * columns + chosen[row]];
    if (weight <= 0) continue;
    load += weight;
    const std::size_t from = turned ? chosen[row] : row, to = turned ? row : chosen[row];
    destinations[sources.node(from)] = targets.node(to);
  }
  return load;
}

/// Assigns the remaining destinations to the other nodes, no node to itself if possible.
void complete(std::vector<std::uint32_t>& destinations) {
  const auto nodes = static_cast<std::uint32_t>(destinations.size());
  std::vector<bool> taken(nodes);
  for (const std::uint32_t node : destinations) {
    if (node != nodes) taken[node] = true;
  }
  std::vector<std::uint32_t> sources, free;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (destinations[node] == nodes) sources.push_back(node);
    if (!taken[node]) free.push_back(node);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (std::size_t k = i; k < free.size() && free[i] == sources[i]; ++k) {
      if (free[k] != sources[i]) std::swap(free[i], free[k]);
    }
    destinations[sources[i]] = free[i];
    if (free[i] != sources[i] || i == 0) continue;
    std::swap(destinations[sources[i]], destinations[sources[i - 1]]);  // the last one: exchange with the one before
  }
}

}  // namespace

std::vector<std::uint32_t> best_assignment(const std::vector<double>& weights, std::size_t rows, std::size_t columns) {
  // Shortest augmenting paths with potentials (H. W. Kuhn 1955; J. Munkres 1957), for costs -weight. Index 0 stands for
  // no row and no column.
  std::vector<double> of_row(rows + 1), of_column(columns + 1), least(columns + 1);
  std::vector<std::size_t> row_of(columns + 1), before(columns + 1);
  std::vector<bool> seen(columns + 1);
  constexpr double endless = std::numeric_limits<double>::infinity();
  for (std::size_t row = 1; row <= rows; ++row) {
    row_of[0] = row;
    std::fill(least.begin(), least.end(), endless);
    std::fill(seen.begin(), seen.end(), false);
    std::size_t column = 0;
    do {
      seen[column] = true;
      const std::size_t at = row_of[column];
      double step = endless;
      std::size_t next = 0;
      for (std::size_t c = 1; c <= columns; ++c) {
        if (seen[c]) continue;
        const double reduced = -weights[(at - 1) * columns + c - 1] - of_row[at] - of_column[c];
        if (reduced < least[c]) {
          least[c] = reduced;
          before[c] = column;
        }
        if (least[c] < step) {
          step = least[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= columns; ++c) {
        if (seen[c]) {
          of_row[row_of[c]] += step;
          of_column[c] -= step;
        } else {
          least[c] -= step;
        }
      }
      column = next;
    } while (row_of[column] != 0);
    while (column != 0) {
      row_of[column] = row_of[before[column]];
      column = before[column];
    }
  }
  std::vector<std::uint32_t> chosen(rows);
  for (std::size_t c = 1; c <= columns; ++c) {
    if (row_of[c] != 0) chosen[row_of[c] - 1] = static_cast<std::uint32_t>(c - 1);
  }
  return chosen;
}

WorstPermutation worst_permutation(const engine::Design& design, const topology::Topology& topology) {
  WorstPermutation worst;
  const std::size_t nodes = topology.graph.nodes();
  if (nodes > most_permuted_nodes) {
    worst.left_out = fmt::format(
        "all pairs of more than {} nodes are too many; use a smaller network of the same shape", most_permuted_nodes);
    return worst;
  }
  std::vector<std::vector<PairWeight>> by_link(topology.graph.routers() * topology.graph.ports());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (from == to) continue;
      const ChannelLoads loads =
          channel_loads(design, topology, {.uniform = false, .flows = {{from, to, 1}}, .senders = 1});
      worst.left_out = loads.left_out;
      worst.freedom = std::max(worst.freedom, loads.freedom);
      if (!worst.known()) return worst;
      for (std::size_t link = 0; link < loads.links.size(); ++link) {
        if (loads.links[link] > 0) by_link[link].push_back({from, to, loads.links[link]});
      }
    }
  }
  std::vector<std::uint32_t> destinations;
  for (std::size_t link = 0; link < by_link.size(); ++link) {
    const std::uint32_t router = static_cast<std::uint32_t>(link / topology.graph.ports());
    const unsigned port = static_cast<unsigned>(link % topology.graph.ports());
    const unsigned link_class = topology.geometry->link_class(RouterId(router), port);
    const double slow = engine::link_times(design, link_class).phit_cycles;
    constexpr double alike = 1 + 1e-9;
    if (by_link[link].empty() || bound_of(by_link[link], nodes) * slow <= worst.load * alike) continue;
    const double load = assign(by_link[link], nodes, destinations) * slow;
    if (load <= worst.load * alike) continue;
    worst.load = load;
    worst.router = router;
    worst.port = port;
    worst.destinations = destinations;
  }
  complete(worst.destinations);
  return worst;
}

}  // namespace fsin::analysis
