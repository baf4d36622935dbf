// SPDX-License-Identifier: Apache-2.0
// Messages within nodes that share the bandwidth of their node (mpi.node_bandwidth_per: node): a node copies the bytes
// of one message at a time. They take turns in the order of the first cycles in which they could begin; of those of one
// cycle, the ones that were known in the cycle before come first, in the order of the tasks that send them. The latency
// of a message takes none of the bandwidth, and a message of no bytes does not wait.
//
// A copy is requested for a cycle, and when a task of its node is asked in that cycle or later, settle() says up to
// when it lasts. So nothing depends on the order in which requests are made in the cycle before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "fsin/core/ids.hpp"

namespace trgen::replay {

class NodeCopies {
 public:
  using Cycle = fsin::Cycle;

  NodeCopies() = default;
  NodeCopies(std::size_t tasks, std::size_t nodes) : tasks_(tasks), nodes_(nodes) {}
  bool empty() const { return tasks_.empty(); }

  /// The task of this node has a message that may begin in cycle `first`, and whose bytes take so many cycles. It has
  /// no other one.
  void request(std::uint32_t task, std::uint32_t node, Cycle first, std::uint64_t latency, std::uint64_t cycles) {
    tasks_[task] = {first, 0, latency, cycles};
    nodes_[node].waiting.push_back(task);
  }

  /// Everything that may begin by cycle `now` has its turn.
  void settle(std::uint32_t node, Cycle now) {
    Node& self = nodes_[node];
    if (self.waiting.empty()) return;
    std::sort(self.waiting.begin(), self.waiting.end(), [this](std::uint32_t a, std::uint32_t b) {
      return std::tie(tasks_[a].first, a) < std::tie(tasks_[b].first, b);
    });
    std::size_t done = 0;
    for (; done < self.waiting.size() && tasks_[self.waiting[done]].first <= now; ++done) {
      Copy& copy = tasks_[self.waiting[done]];
      const Cycle begins = copy.cycles == 0 ? copy.first : std::max(copy.first, self.free);
      if (copy.cycles != 0) self.free = begins + copy.cycles;
      copy.last = begins - 1 + std::max<std::uint64_t>(1, copy.latency + copy.cycles);
    }
    self.waiting.erase(self.waiting.begin(), self.waiting.begin() + static_cast<std::ptrdiff_t>(done));
  }

  /// The first cycle of the task's message, and the last one; 0 before it is settled.
  Cycle first(std::uint32_t task) const { return tasks_[task].first; }
  Cycle last(std::uint32_t task) const { return tasks_[task].last; }

  /// The state of a task, with that of its node; after it was read, the node knows what waits, and nothing else does.
  template <class Archive>
  void archive(std::uint32_t task, std::uint32_t node, Archive& a) {
    a(tasks_[task], nodes_[node].free);
    std::vector<std::uint32_t>& waiting = nodes_[node].waiting;
    const bool waits = tasks_[task].first != 0 && tasks_[task].last == 0;
    const auto found = std::find(waiting.begin(), waiting.end(), task);
    if (waits && found == waiting.end()) waiting.push_back(task);
    // Of the first actions of the ranks, which are made before a state is read.
    if (!waits && found != waiting.end()) waiting.erase(found);
  }

 private:
  struct Copy {
    Cycle first = 0;
    Cycle last = 0;
    std::uint64_t latency = 0;
    std::uint64_t cycles = 0;  ///< of its bytes
  };
  struct Node {
    Cycle free = 0;  ///< first cycle in which no bytes are copied, as far as it is settled
    std::vector<std::uint32_t> waiting;
  };

  std::vector<Copy> tasks_;
  std::vector<Node> nodes_;
};

}  // namespace trgen::replay
