// SPDX-License-Identifier: Apache-2.0
// Nodes with several tasks, for the tasks of one share: who is to be asked, who has packets, and when something is due
// at a node. Each is found without looking at the other tasks of the node.
//
// Tasks have places, node by node and in ascending order within each, so that one set serves all nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/number_set.hpp"

namespace fsin::workload {

/// The places of tasks.
struct TaskPlaces {
  TaskPlaces() = default;
  TaskPlaces(std::span<const std::uint32_t> node_of_task, std::size_t nodes);

  std::vector<std::uint32_t> task_at;   ///< by place
  std::vector<std::uint32_t> place_of;  ///< by task
  std::vector<std::uint32_t> begin;     ///< by node and one more: its first place
};

class SharedNodes {
 public:
  static constexpr std::uint32_t none = NumberSet::none;

  SharedNodes() = default;
  explicit SharedNodes(const TaskPlaces& places);

  /// The task at a place does something in a cycle: it begins to send, or is to be asked.
  void plan(std::uint32_t place, std::uint32_t node, Cycle cycle, bool sends);
  /// It sends in the cycle of the poll, or in the next one.
  void send(std::uint32_t place) { sending_.insert(place); }
  /// The task has no packets any more.
  void stop_sending(std::uint32_t place) { sending_.erase(place); }

  /// The task is to be asked when its node is polled next, in this cycle.
  void ask(std::uint32_t place) { asked_.insert(place); }
  /// It is to be asked in the cycle after `now`, in which its node is polled.
  void ask_next(std::uint32_t place, std::uint32_t node, Cycle now) {
    asked_next_.insert(place);
    roused_at_[node] = now;
  }

  /// Takes what has become due by cycle `now` at a node that is polled: those that are to be asked, and those that send
  /// in this cycle or in the next one. `is_valid(place, cycle, sends)`: the plan stands.
  template <class IsValid>
  void take_due(std::uint32_t node, Cycle now, IsValid is_valid) {
    std::vector<Due>& due = due_[node];
    while (!due.empty() && due.front().cycle <= now + 1) {
      const Due first = due.front();
      if (!first.sends() && first.cycle > now) break;  // those that send come first
      pop(due);
      if (!is_valid(first.place(), first.cycle, first.sends())) continue;
      (first.sends() ? sending_ : asked_).insert(first.place());
    }
    if (roused_at_[node] < now) take_roused(node);
  }

  /// The first place of the node, from `place` on, that is to be asked; it is asked now.
  std::uint32_t take_asked(std::uint32_t node, std::uint32_t place) {
    const std::uint32_t found = within(asked_.lowest(place), node);
    if (found != none) asked_.erase(found);
    return found;
  }
  /// The first place of the node, from `place` on, whose task sends in the cycle of the poll or the next one.
  std::uint32_t sending(std::uint32_t node, std::uint32_t place) const { return within(sending_.lowest(place), node); }

  /// The first cycle for which something is planned at the node beside those that send already; `never`.
  template <class IsValid>
  Cycle next(std::uint32_t node, IsValid is_valid) {
    std::vector<Due>& due = due_[node];
    while (!due.empty() && !is_valid(due.front().place(), due.front().cycle, due.front().sends())) pop(due);
    return due.empty() ? never : due.front().cycle;
  }

 private:
  /// What is planned. Of equal cycles those that send come first.
  struct Due {
    Cycle cycle = never;
    std::uint64_t what = 0;  ///< twice the place, and one more of a task that is to be asked

    std::uint32_t place() const { return static_cast<std::uint32_t>(what / 2); }
    bool sends() const { return what % 2 == 0; }
    /// For a heap whose first is the earliest.
    bool operator<(const Due& other) const {
      if (cycle != other.cycle) return cycle > other.cycle;
      return what % 2 > other.what % 2;
    }
  };

  static void pop(std::vector<Due>& due);
  void take_roused(std::uint32_t node);
  std::uint32_t within(std::uint32_t place, std::uint32_t node) const {
    return place < (*begin_)[node + 1] ? place : none;
  }

  const std::vector<std::uint32_t>* begin_ = nullptr;  ///< TaskPlaces::begin
  NumberSet asked_, asked_next_, sending_;             ///< places
  std::vector<Cycle> roused_at_;                       ///< by node: the cycle after which asked_next_ counts
  std::vector<std::vector<Due>> due_;                  ///< by node: a heap
};

}  // namespace fsin::workload
