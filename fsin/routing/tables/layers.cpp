// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/layers.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace fsin::routing {
namespace {

constexpr unsigned most_layers = 255;

using Wait = std::pair<std::uint32_t, std::uint32_t>;  ///< wait of a packet on the first link for the second one

/// The waits of one layer.
class Layer {
 public:
  explicit Layer(std::size_t links) : graph_(links) {}

  /// Adds the waits of a path. False if they would close a cycle; the layer is then unchanged.
  bool take(const std::vector<Wait>& way) {
    added_.clear();
    for (const Wait& wait : way) {
      const auto known = state_.find(key(wait));
      if (known != state_.end() && known->second) continue;
      if (known != state_.end() || !graph_.add(wait.first, wait.second)) {
        // A wait that closes a cycle with waits of earlier paths does so for ever.
        if (added_.empty()) state_.emplace(key(wait), false);
        give_back();
        return false;
      }
      state_.emplace(key(wait), true);
      added_.push_back(wait);
    }
    return true;
  }

 private:
  static std::uint64_t key(const Wait& wait) { return std::uint64_t{wait.first} << 32U | wait.second; }
  void give_back() {
    for (; !added_.empty(); added_.pop_back()) {
      graph_.remove_last(added_.back().first, added_.back().second);
      state_.erase(key(added_.back()));
    }
  }

  AcyclicGraph graph_;
  std::unordered_map<std::uint64_t, bool> state_;  ///< true: in the layer; false: can never be added
  std::vector<Wait> added_;
};

class Layers {
 public:
  explicit Layers(std::size_t links) : links_(links), layers_(1, Layer(links)) {}

  /// The lowest layer that takes these waits, which form no cycle by themselves.
  std::uint8_t take(const std::vector<Wait>& way) {
    std::size_t layer = 0;
    while (!layers_[layer].take(way)) {
      if (++layer == layers_.size()) layers_.emplace_back(links_);
      if (layer == most_layers) throw std::length_error("the ways of this network need more than 255 layers");
    }
    return static_cast<std::uint8_t>(layer);
  }
  unsigned count() const { return static_cast<unsigned>(layers_.size()); }

 private:
  std::size_t links_;
  std::vector<Layer> layers_;
};

}  // namespace

AcyclicGraph::AcyclicGraph(std::size_t vertices)
    : out_(vertices), in_(vertices), order_(vertices), seen_(vertices, false) {
  for (std::uint32_t i = 0; i < vertices; ++i) order_[i] = i;
}

bool AcyclicGraph::add(std::uint32_t from, std::uint32_t to) {
  if (from == to) return false;
  if (order_[from] > order_[to]) {
    const bool cycle = collect_after(to, from);
    if (!cycle) {
      collect_before(from, to);
      reorder();
    }
    for (const std::uint32_t each : after_) seen_[each] = false;
    for (const std::uint32_t each : before_) seen_[each] = false;
    after_.clear();
    before_.clear();
    if (cycle) return false;
  }
  out_[from].push_back(to);
  in_[to].push_back(from);
  return true;
}

void AcyclicGraph::remove_last(std::uint32_t from, std::uint32_t to) {
  out_[from].pop_back();
  in_[to].pop_back();
}

/// Collects the vertices after `start`, up to the place of `last` in the order. True if `last` is one of them.
bool AcyclicGraph::collect_after(std::uint32_t start, std::uint32_t last) {
  after_ = {start};
  seen_[start] = true;
  for (std::size_t i = 0; i < after_.size(); ++i) {
    for (const std::uint32_t next : out_[after_[i]]) {
      if (next == last) return true;
      if (seen_[next] || order_[next] > order_[last]) continue;
      seen_[next] = true;
      after_.push_back(next);
    }
  }
  return false;
}

void AcyclicGraph::collect_before(std::uint32_t start, std::uint32_t first) {
  before_ = {start};
  seen_[start] = true;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    for (const std::uint32_t next : in_[before_[i]]) {
      if (seen_[next] || order_[next] < order_[first]) continue;
      seen_[next] = true;
      before_.push_back(next);
    }
  }
}

/// Reassigns the places of all collected vertices, first to those before, then to those after.
void AcyclicGraph::reorder() {
  const auto earlier = [this](std::uint32_t a, std::uint32_t b) { return order_[a] < order_[b]; };
  std::sort(before_.begin(), before_.end(), earlier);
  std::sort(after_.begin(), after_.end(), earlier);
  std::vector<std::uint32_t> all(before_), places;
  all.insert(all.end(), after_.begin(), after_.end());
  for (const std::uint32_t each : all) places.push_back(order_[each]);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < all.size(); ++i) order_[all[i]] = places[i];
}

RouteTables balanced_tables(const Fabric& fabric) {
  RouteTables tables(fabric);
  tables.ports.resize(std::size_t{tables.switches} * tables.columns);
  std::vector<std::uint64_t> load(fabric.links(), 0), cost(fabric.switches()), pairs(fabric.switches());
  std::vector<std::uint32_t> by(fabric.switches());
  std::vector<std::uint64_t> distance;
  std::vector<std::uint32_t> order;
  std::vector<unsigned> links(fabric.switches());
  LostWays ways(fabric);
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    fabric.costs_to(to, distance, order);
    for (const std::uint32_t from : order) {
      const std::size_t cell = std::size_t{from} * tables.columns + to;
      pairs[from] = from < tables.columns ? std::uint64_t{fabric.nodes_at(from)} * fabric.nodes_at(to) : 0;
      cost[from] = from == to ? 0 : std::numeric_limits<std::uint64_t>::max();
      tables.ports[cell] = leave;
      links[from] = 0;
      const auto hops = fabric.hops(from);
      for (std::uint32_t i = 0; i < hops.size(); ++i) {
        const std::uint32_t link = fabric.first_link(from) + i;
        if (distance[hops[i].to] + fabric.cost(link) != distance[from] || cost[hops[i].to] + load[link] >= cost[from])
          continue;
        cost[from] = cost[hops[i].to] + load[link];
        by[from] = link;
        links[from] = links[hops[i].to] + 1;
        tables.ports[cell] = hops[i].port;
      }
      if (from < tables.columns) tables.longest = std::max(tables.longest, links[from]);
    }
    for (auto from = order.rbegin(); *from != to; ++from) {
      load[by[*from]] += pairs[*from];
      pairs[fabric.link(by[*from]).to] += pairs[*from];
    }
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      if (distance[from] != Fabric::no_path) continue;
      const std::vector<std::uint8_t> next = tables.lose(fabric, ways, from, to);
      if (!next.empty()) tables.ports[std::size_t{from} * tables.columns + to] = next.front();
    }
  }
  return tables;
}

void add_layers(const Fabric& fabric, RouteTables& tables) {
  tables.layer.assign(std::size_t{tables.columns} * tables.columns, 0);
  Layers layers(fabric.links());
  std::vector<std::uint32_t> link_at(std::size_t{fabric.switches()} * fabric.ports());
  for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
    std::uint32_t link = fabric.first_link(from);
    for (const Fabric::Hop& hop : fabric.hops(from)) link_at[std::size_t{from} * fabric.ports() + hop.port] = link++;
  }
  std::vector<Wait> way;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    for (std::uint32_t from = 0; from < tables.columns; ++from) {
      if (tables.is_lost(from, to)) continue;  // in layer 0: they wait for no queue once they stand still
      way.clear();
      std::uint32_t before = ~std::uint32_t{0};
      for (std::uint32_t at = from; at != to;) {
        const std::size_t port = tables.ports[std::size_t{at} * tables.columns + to];
        const std::uint32_t link = link_at[std::size_t{at} * fabric.ports() + port];
        if (at != from) way.emplace_back(before, link);
        before = link;
        at = fabric.link(link).to;
      }
      tables.layer[std::size_t{from} * tables.columns + to] = layers.take(way);
    }
  }
  tables.layers = layers.count();
}

namespace {

/// The waits of the packets of one pair of homes under tables that change. A link is a switch * ports + port there, in
/// a phase: that number plus the phase times the links.
class ChangingWaits {
 public:
  explicit ChangingWaits(const ChangingTables& changing)
      : changing_(changing), links_(changing.neighbours[0].size()), ports_(links_ / changing.phases[0].switches) {}

  std::size_t links() const { return links_; }

  const std::vector<Wait>& find(std::uint32_t from, std::uint32_t to) {
    waits_.clear();
    at_.clear();
    known_.clear();
    const auto phases = static_cast<std::uint32_t>(changing_.phases.size());
    for (std::uint32_t phase = 0; phase < phases; ++phase) cross(phase, from, to, {});
    for (std::size_t i = 0; i < at_.size(); ++i) {
      const auto [link, here] = at_[i];
      const auto phase = static_cast<std::uint32_t>(link / links_);
      cross(phase, here, to, link);
      if (phase + 1 < phases) come(static_cast<std::uint32_t>(link + links_), here);
    }
    return waits_;
  }

 private:
  /// A packet at a switch, which has come by a link or entered there, takes the next link of the tables of a phase.
  void cross(std::uint32_t phase, std::uint32_t here, std::uint32_t to, std::optional<std::uint32_t> by) {
    if (here == to) return;
    const RouteTables& tables = changing_.phases[phase];
    const std::size_t place = here * ports_ + tables.ports[std::size_t{here} * tables.columns + to];
    const auto link = static_cast<std::uint32_t>(phase * links_ + place);
    if (by) waits_.emplace_back(*by, link);
    const std::uint32_t next = changing_.neighbours[phase][place];
    if (next != Fabric::no_switch) come(link, next);
  }
  void come(std::uint32_t link, std::uint32_t here) {
    if (known_.insert(link).second) at_.emplace_back(link, here);
  }

  const ChangingTables& changing_;
  std::size_t links_;
  std::size_t ports_;
  std::vector<Wait> waits_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> at_;  ///< links by which a packet has come, and to which switch
  std::unordered_set<std::uint32_t> known_;
};

}  // namespace

void add_layers(ChangingTables& changing) {
  RouteTables& first = changing.phases[0];
  first.layer.assign(std::size_t{first.columns} * first.columns, 0);
  ChangingWaits waits(changing);
  Layers layers(waits.links() * changing.phases.size());
  for (std::uint32_t to = 0; to < first.columns; ++to) {
    for (std::uint32_t from = 0; from < first.columns; ++from)
      first.layer[std::size_t{from} * first.columns + to] = layers.take(waits.find(from, to));
  }
  first.layers = layers.count();
  for (RouteTables& tables : changing.phases) {
    tables.layers = first.layers;
    if (&tables != &first) tables.layer = first.layer;
  }
}

}  // namespace fsin::routing
