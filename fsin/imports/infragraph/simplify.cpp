// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/infragraph/simplify.hpp"

#include <algorithm>
#include <string_view>

namespace fsin::imports::infragraph {
namespace {

constexpr std::uint64_t most_delay = 1'000'000'000'000'000;  ///< ps, of a chain of links

class Simplifier {
 public:
  Simplifier(Graph& graph, const std::vector<bool>& is_terminal)
      : nodes_(graph.nodes), cables_(graph.cables), is_terminal_(is_terminal), gone_(graph.nodes.size()) {}

  Simplified run() {
    gather();
    drop_memory();
    drop_unreachable();
    // A joint between two links of one switch vanishes with both, which may make a dead end of the switch.
    do {
      drop_dead_ends();
    } while (join_links());
    return told_;
  }

 private:
  /// The cables at each node, from first_[node] on.
  void gather() {
    first_.assign(nodes_.size() + 1, 0);
    for (const Cable& each : cables_) {
      ++first_[each.from + 1];
      ++first_[each.to + 1];
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) first_[i + 1] += first_[i];
    at_.resize(2 * cables_.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < cables_.size(); ++i) {
      at_[next[cables_[i].from]++] = i;
      at_[next[cables_[i].to]++] = i;
    }
  }
  std::uint32_t links(std::uint32_t node) const { return first_[node + 1] - first_[node]; }
  std::uint32_t other_end(std::uint32_t cable, std::uint32_t node) const {
    return cables_[cable].from == node ? cables_[cable].to : cables_[cable].from;
  }

  /// A memory that two processors share is no way between them.
  void drop_memory() {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (is_terminal_[i] || nodes_[i].component->kind != "memory") continue;
      gone_[i] = true;
      ++told_.dead_ends;
    }
    drop_cables_of_gone();
  }

  void drop_unreachable() {
    std::vector<bool> seen = is_terminal_;
    std::vector<std::uint32_t> queue;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (seen[i]) queue.push_back(i);
    }
    while (!queue.empty()) {
      const std::uint32_t node = queue.back();
      queue.pop_back();
      for (std::uint32_t i = first_[node]; i < first_[node + 1]; ++i) {
        const std::uint32_t to = other_end(at_[i], node);
        if (seen[to]) continue;
        seen[to] = true;
        queue.push_back(to);
      }
    }
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      if (seen[i] || gone_[i]) continue;
      gone_[i] = true;
      ++told_.unreachable;
    }
    drop_cables_of_gone();
  }

  void drop_dead_ends() {
    std::vector<std::uint32_t> left(nodes_.size());
    std::vector<std::uint32_t> queue;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      left[i] = links(i);
      if (left[i] <= 1 && !is_terminal_[i] && !gone_[i]) queue.push_back(i);
    }
    while (!queue.empty()) {
      const std::uint32_t node = queue.back();
      queue.pop_back();
      if (gone_[node]) continue;
      gone_[node] = true;
      ++told_.dead_ends;
      for (std::uint32_t i = first_[node]; i < first_[node + 1]; ++i) {
        const std::uint32_t to = other_end(at_[i], node);
        if (!gone_[to] && --left[to] <= 1 && !is_terminal_[to]) queue.push_back(to);
      }
    }
    drop_cables_of_gone();
  }

  void drop_cables_of_gone() {
    std::erase_if(cables_, [&](const Cable& each) { return gone_[each.from] || gone_[each.to]; });
    gather();
  }

  bool is_joint(std::uint32_t node) const {
    const Component& component = *nodes_[node].component;
    return !is_terminal_[node] && links(node) == 2 &&
           (component.custom || component.kind == "port" || component.kind == "nic");
  }

  /// True where joints have vanished between two links of one component.
  bool join_links() {
    std::vector<bool> used(cables_.size());
    std::vector<Cable> made;
    bool vanished = false;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (gone_[node] || is_joint(node)) continue;
      for (std::uint32_t i = first_[node]; i < first_[node + 1]; ++i) {
        std::uint32_t cable = at_[i];
        if (used[cable]) continue;
        used[cable] = true;
        Cable whole = cables_[cable];
        std::uint32_t end = other_end(cable, node);
        while (is_joint(end)) {
          gone_[end] = true;
          ++told_.joints;
          cable = at_[first_[end]] == cable ? at_[first_[end] + 1] : at_[first_[end]];
          used[cable] = true;
          const Cable& next = cables_[cable];
          if (next.rate != 0) whole.rate = whole.rate == 0 ? next.rate : std::min(whole.rate, next.rate);
          whole.delay = std::min(whole.delay + next.delay, most_delay);
          end = other_end(cable, end);
        }
        whole.from = node;
        whole.to = end;
        if (end == node) {
          vanished = true;
        } else {
          made.push_back(whole);
        }
      }
    }
    cables_ = std::move(made);
    gather();
    return vanished;
  }

  std::vector<Node>& nodes_;
  std::vector<Cable>& cables_;
  const std::vector<bool>& is_terminal_;
  std::vector<bool> gone_;
  std::vector<std::uint32_t> first_, at_;
  Simplified told_;
};

}  // namespace

Simplified simplify(Graph& graph, const std::vector<bool>& is_terminal) { return Simplifier(graph, is_terminal).run(); }

}  // namespace fsin::imports::infragraph
