// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/chakra/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

namespace trgen::formats::chakra {
namespace {

constexpr std::size_t most_named = 16;  // nodes of a cycle, and dropped edges

/// Kahn's order, with a search for a cycle where it stands still.
class Sorter {
 public:
  explicit Sorter(Graph& graph) : graph_(graph), missing_(graph.nodes.size()), after_first_(graph.nodes.size() + 1) {
    for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
      missing_[node] = static_cast<std::uint32_t>(graph.dependencies(node).size());
      for (const std::uint32_t each : graph.dependencies(node)) ++after_first_[each + 1];
      if (missing_[node] == 0) ready_.push(node);
    }
    for (std::size_t at = 1; at < after_first_.size(); ++at) after_first_[at] += after_first_[at - 1];
    after_.resize(graph.before.size());
    std::vector<std::uint32_t> next(after_first_.begin(), after_first_.end() - 1);
    for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
      for (const std::uint32_t each : graph.dependencies(node)) after_[next[each]++] = node;
    }
    done_.resize(graph.nodes.size());
    cut_.resize(graph.before.size());
  }

  std::string run(OnCycle on_cycle) {
    graph_.order.reserve(graph_.nodes.size());
    while (true) {
      while (!ready_.empty()) {
        const std::uint32_t node = ready_.top();
        ready_.pop();
        done_[node] = true;
        graph_.order.push_back(node);
        for (std::uint32_t at = after_first_[node]; at < after_first_[node + 1]; ++at) release(after_[at], node);
      }
      if (graph_.order.size() == graph_.nodes.size()) return {};
      const std::vector<std::uint32_t> cycle = find_cycle();
      if (on_cycle == OnCycle::refuse) return in_words(cycle);
      drop_youngest(cycle);
    }
  }

 private:
  void release(std::uint32_t node, std::uint32_t by) {
    for (std::uint32_t at = graph_.first[node]; at < graph_.first[node + 1]; ++at) {
      if (graph_.before[at] != by || cut_[at]) continue;
      cut_[at] = true;
      if (--missing_[node] == 0) ready_.push(node);
      return;
    }
  }

  /// Each node of the result waits for the next, and the last for the first.
  std::vector<std::uint32_t> find_cycle() {
    while (done_[start_]) ++start_;
    std::vector<std::uint32_t> path;
    std::unordered_map<std::uint32_t, std::size_t> seen;
    for (std::uint32_t node = start_; seen.emplace(node, path.size()).second; node = awaited(node))
      path.push_back(node);
    const std::size_t begin = seen.at(awaited(path.back()));
    return {path.begin() + static_cast<std::ptrdiff_t>(begin), path.end()};
  }

  /// The first node that a node still waits for.
  std::uint32_t awaited(std::uint32_t node) const {
    for (std::uint32_t at = graph_.first[node]; at < graph_.first[node + 1]; ++at) {
      if (!cut_[at]) return graph_.before[at];
    }
    return node;
  }

  std::uint64_t id(std::uint32_t node) const { return graph_.nodes[node].id; }

  std::string in_words(const std::vector<std::uint32_t>& cycle) const {
    std::string text = fmt::format("{} nodes wait for each other in a circle: node ", cycle.size());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (i == most_named && cycle.size() > most_named + 1) {
        text += fmt::format("... ({} more), which waits for ", cycle.size() - most_named);
        break;
      }
      text += fmt::format("{}, which waits for ", id(cycle[i]));
    }
    return text + fmt::format("{}", id(cycle.front()));
  }

  void drop_youngest(const std::vector<std::uint32_t>& cycle) {
    const auto latest = std::max_element(cycle.begin(), cycle.end());
    const std::uint32_t waits = latest == cycle.begin() ? cycle.back() : *(latest - 1);
    if (graph_.dropped.size() < most_named)
      graph_.dropped.push_back(fmt::format("node {} no longer waits for node {}", id(waits), id(*latest)));
    ++graph_.dropped_edges;
    const std::uint32_t youngest = *latest;
    release(waits, youngest);
    const auto begin = graph_.before.begin() + graph_.first[waits],
               end = graph_.before.begin() + graph_.first[waits + 1];
    *std::find(begin, end, youngest) = none;
  }

 public:
  static constexpr std::uint32_t none = 0xffffffff;  ///< in Graph::before: an edge that was dropped

 private:
  Graph& graph_;
  std::vector<std::uint32_t> missing_, after_first_, after_;
  std::vector<bool> done_, cut_;
  std::uint32_t start_ = 0;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready_;
};

/// Takes the dropped edges out of the lists.
void compact(Graph& graph) {
  std::uint32_t to = 0;
  std::uint32_t at = 0;
  for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
    graph.first[node] = to;
    for (const std::uint32_t end = graph.first[node + 1]; at < end; ++at) {
      if (graph.before[at] != Sorter::none) graph.before[to++] = graph.before[at];
    }
  }
  graph.first[graph.nodes.size()] = to;
  graph.before.resize(to);
}

}  // namespace

std::string Graph::put_in_order(OnCycle on_cycle, OnAbsent on_absent) {
  order.clear();
  before.clear();
  first.assign(1, 0);
  std::unordered_map<std::uint64_t, std::uint32_t> index;
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (!index.emplace(nodes[node].id, node).second) return fmt::format("two nodes have the id {}", nodes[node].id);
  }
  for (const Node& node : nodes) {
    const std::size_t begin = before.size();
    for (const std::uint64_t each : node.dependencies) {
      const auto found = index.find(each);
      if (found != index.end()) {
        before.push_back(found->second);
        continue;
      }
      if (on_absent == OnAbsent::refuse)
        return fmt::format("node {} waits for node {}, which the file does not have", node.id, each);
      ++absent;
    }
    std::sort(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end());
    before.erase(std::unique(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end()), before.end());
    first.push_back(static_cast<std::uint32_t>(before.size()));
  }
  std::string fault = Sorter(*this).run(on_cycle);
  circular = !fault.empty();
  if (dropped_edges > 0) compact(*this);
  return fault;
}

}  // namespace trgen::formats::chakra
