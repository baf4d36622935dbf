// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/stranded.hpp"

#include <algorithm>
#include <utility>

#include "fsin/deadlock/state_table.hpp"
#include "fsin/engine/walker.hpp"

namespace fsin::deadlock {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// Follows packets from all sources to one destination: forward through the states, then back from those without a next
/// channel.
class Following {
 public:
  Following(Steps& steps, const Fold& fold) : steps_(steps), fold_(fold) {}

  /// Collects the states in which packets for `destination` can be; false if there are more than `most`.
  bool follow(std::uint32_t destination, std::uint64_t most) {
    table_.clear();
    starts_.clear();
    edges_.clear();
    ports_.clear();
    const auto nodes = static_cast<std::uint32_t>(fold_.topology().graph.nodes());
    for (std::uint32_t source = 0; source < nodes; ++source) {
      if (source == destination) continue;
      steps_.starts(source, destination, entering_);
      for (const StateBytes& state : entering_) {
        starts_.push_back({source, table_.add({{source, fold_.transit_queues()}, state})});
      }
    }
    for (std::uint32_t i = 0; i < table_.size(); ++i) {
      if (i >= most) return false;
      if (table_[i].queue.router != destination) go_on(i);
    }
    return true;
  }

  std::uint64_t states() const { return table_.size(); }

  /// Calls found(source, state) for each source whose packets can reach a state without a next channel.
  template <class Found>
  void report(Found found) {
    go_back();
    std::uint32_t before = nowhere;
    for (const Start& start : starts_) {
      if (ends_in_[start.state] == nowhere || start.source == before) continue;
      before = start.source;
      const std::uint32_t end = ends_in_[start.state];
      const auto place = std::lower_bound(ports_.begin(), ports_.end(), std::pair(end, 0U));
      found(start.source, table_[end].queue.router, place->second);
    }
  }

 private:
  struct Start {
    std::uint32_t source;
    std::uint32_t state;
  };

  void go_on(std::uint32_t from) {
    const PacketState packet = table_[from];
    steps_.ways_on(packet.queue, packet.state, ways_);
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      bool goes_on = false;
      for (std::size_t i = begin; i < end; ++i) {
        QueuePlace next;
        if (!fold_.target(packet.queue.router, ways_.outs[i], next)) continue;
        goes_on = true;
        edges_.emplace_back(table_.add({next, ways_.behind[i]}), from);
      }
      if (!goes_on && end > begin) ports_.emplace_back(from, ways_.outs[begin] / fold_.vcs());
      begin = end;
    }
  }

  void go_back() {
    std::sort(edges_.begin(), edges_.end());
    ends_in_.assign(table_.size(), nowhere);
    std::vector<std::uint32_t> reached;
    for (const auto& [state, port] : ports_) {
      if (ends_in_[state] != nowhere) continue;
      ends_in_[state] = state;
      reached.push_back(state);
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::uint32_t to = reached[i];
      for (auto edge = std::lower_bound(edges_.begin(), edges_.end(), std::pair(to, 0U));
           edge != edges_.end() && edge->first == to; ++edge) {
        if (ends_in_[edge->second] != nowhere) continue;
        ends_in_[edge->second] = ends_in_[to];
        reached.push_back(edge->second);
      }
    }
  }

  Steps& steps_;
  const Fold& fold_;
  StateTable table_;
  std::vector<StateBytes> entering_;
  WaysOn ways_;
  std::vector<Start> starts_;                                   ///< first states of each source
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;  ///< pairs of states, to and from
  /// States without a next channel, ascending, and a failed port of each.
  std::vector<std::pair<std::uint32_t, unsigned>> ports_;
  /// For each state: a state without a next channel that can follow, or nowhere.
  std::vector<std::uint32_t> ends_in_;
};

}  // namespace

StrandedPairs find_stranded(const routing::Walker& algorithm, const Network& network, const Budget& budget,
                            std::size_t most) {
  StrandedPairs found;
  Steps steps(algorithm, network.topology, network.vcs);
  const Fold fold(network.topology, network.vcs, false, false);
  Following following(steps, fold);
  std::uint64_t states = 0;
  const auto nodes = static_cast<std::uint32_t>(network.topology.graph.nodes());
  for (std::uint32_t destination = 0; destination < nodes; ++destination) {
    if (!following.follow(destination, budget.states - states)) {
      found.all = false;
      break;
    }
    states += following.states();
    found.looked_at += nodes - 1;
    following.report([&](std::uint32_t source, std::uint32_t router, unsigned port) {
      if (found.some.size() < most) found.some.push_back({{source, destination}, router, port});
      ++found.pairs;
    });
  }
  return found;
}

StrandedPairs find_stranded(const engine::Design& design, const topology::Topology& topology, const Budget& budget) {
  const Network network{topology, design.router.virtual_channels, {}};
  return find_stranded(*engine::walker_of(design, topology), network, budget);
}

}  // namespace fsin::deadlock
