// SPDX-License-Identifier: Apache-2.0
// A message-level workload in a loop over cycles: each message leaves its node in as many cycles as it has packets, one
// at a time per task, and is there after a latency that depends on both nodes, so that messages overtake each other.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/workload/message_workload.hpp"

namespace trgen::replay::testing {

using fsin::Cycle;

struct LoopSettings {
  std::uint32_t nodes = 1;
  unsigned parts = 1;    ///< shares; node n is in share n % parts
  bool reverse = false;  ///< shares, deliveries and nodes in descending order
  Cycle save_at = 0;     ///< the workload is saved after this cycle, and another one goes on
  Cycle most_cycles = 100000;
};

struct LoopEnd {
  bool finished = false;
  Cycle cycles = 0;
  std::vector<fsin::workload::RankAccount> ranks;
  std::vector<std::pair<Cycle, std::uint32_t>> left;  ///< messages: cycle and task
  std::uint64_t departures = 0;
  bool operator==(const LoopEnd&) const = default;
};

using MakeMessages = std::function<std::unique_ptr<fsin::workload::MessageWorkload>()>;

class MessageLoop {
 public:
  MessageLoop(const MakeMessages& make, const LoopSettings& how) : make_(make), how_(how) {
    open();
    due_.assign(how.nodes, 0);
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) follow(task, share(task).next(task, 0), 0);
  }

  LoopEnd run() {
    for (Cycle now = 1; now <= how_.most_cycles; ++now) {
      deliver(now);
      for (std::uint32_t i = 0; i < how_.nodes; ++i) serve(how_.reverse ? how_.nodes - 1 - i : i, now);
      if (workload_->finished()) return {true, now, workload_->rank_accounts(now), left_, departures()};
      if (now == how_.save_at) go_on_in_another();
    }
    return {false, how_.most_cycles, workload_->rank_accounts(how_.most_cycles), left_, departures()};
  }

 private:
  using Action = fsin::workload::Action;
  struct Task {
    Action action;
    Cycle leaves = 0;  ///< cycle in which the message has left; 0: none is leaving
  };

  std::uint64_t departures() const { return workload_->report().departures.count; }

  void open() {
    workload_ = make_();
    node_of_.assign(workload_->node_of_task().begin(), workload_->node_of_task().end());
    tasks_.resize(node_of_.size());
    part_of_.clear();
    for (const std::uint32_t node : node_of_) part_of_.push_back(static_cast<std::uint8_t>(node % how_.parts));
    shares_ = {&workload_->whole()};
    if (how_.parts > 1) shares_ = workload_->divisible()->divide({part_of_, how_.parts, {}});
  }
  void go_on_in_another() {
    fsin::ByteWriter out;
    workload_->resumable()->save(out);
    open();
    fsin::ByteReader in(out.bytes());
    workload_->resumable()->load(in);
  }

  fsin::workload::MessageShare& share(std::uint32_t task) { return *shares_[part_of_[task]]; }

  void deliver(Cycle now) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> these;  // receiver, flow
    for (auto [at, end] = arrivals_.equal_range(now); at != end; ++at) these.push_back(at->second);
    arrivals_.erase(now);
    if (how_.reverse) std::reverse(these.begin(), these.end());
    for (const auto& [rank, flow] : these) {
      if (share(rank).delivered(flow, now)) due_[node_of_[rank]] = now;
    }
  }

  void serve(std::uint32_t node, Cycle now) {
    const bool due = due_[node] == now;
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) {
      if (node_of_[task] != node) continue;
      Task& self = tasks_[task];
      const auto kind = self.action.kind;
      if (kind == Action::Kind::compute ? now >= self.action.cycle
                                        : kind == Action::Kind::wait && (due || now >= self.action.cycle))
        follow(task, share(task).next(task, now), now);
      if (self.action.kind == Action::Kind::send && self.leaves == 0 && now >= self.action.cycle) begin(task, now);
      if (self.leaves == now) {
        self.leaves = 0;
        follow(task, share(task).sent(task, now), now);
      }
    }
  }

  void begin(std::uint32_t task, Cycle now) {
    const fsin::workload::Message& message = tasks_[task].action.message;
    tasks_[task].leaves = now + message.bytes / 64;
    left_.emplace_back(now, task);
    const std::uint32_t flow = share(message.destination).expect(message);
    const Cycle latency = 3 + (message.source * 7 + message.destination * 3 + message.bytes) % 23;
    arrivals_.emplace(tasks_[task].leaves + latency, std::pair(message.destination, flow));
  }

  void follow(std::uint32_t task, const Action& action, Cycle now) {
    tasks_[task].action = action;
    if (action.rouses) due_[node_of_[task]] = now + 1;
  }

  MakeMessages make_;
  LoopSettings how_;
  std::unique_ptr<fsin::workload::MessageWorkload> workload_;
  std::vector<fsin::workload::MessageShare*> shares_;
  std::vector<std::uint32_t> node_of_;
  std::vector<std::uint8_t> part_of_;
  std::vector<Task> tasks_;
  std::vector<Cycle> due_;  ///< by node: the cycle in which its tasks that wait are asked
  std::multimap<Cycle, std::pair<std::uint32_t, std::uint32_t>> arrivals_;
  std::vector<std::pair<Cycle, std::uint32_t>> left_;
};

inline LoopEnd run_in_loop(const MakeMessages& make, const LoopSettings& how) {
  LoopEnd end = MessageLoop(make, how).run();
  std::sort(end.left.begin(), end.left.end());
  return end;
}

}  // namespace trgen::replay::testing
