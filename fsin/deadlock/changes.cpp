// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/changes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/deadlock/state_table.hpp"

namespace fsin::deadlock {
namespace {

class ChangingSearch {
 public:
  ChangingSearch(std::span<const Span> times, const Budget& budget)
      : times_(times), budget_(budget), found_(times.size()) {}

  std::vector<Explored> run() {
    for (const std::uint32_t destination : times_.front().fold->destinations()) {
      if (!follow_all(destination)) break;
    }
    return std::move(found_);
  }

 private:
  bool follow_all(std::uint32_t destination) {
    table_.clear();
    waiting_.clear();
    for (std::size_t time = 0; time < times_.size(); ++time) {
      for (const std::uint32_t source : times_[time].fold->sources(destination)) {
        if (!enter(time, source, destination)) return false;
      }
      if (time > 0 && times_[time].steps != times_[time - 1].steps) reconsider(*times_[time].steps);
      std::size_t come = 0, decided = 0;
      while (come < table_.size() || decided < waiting_.size()) {
        const bool follows = come < table_.size() ? arrive(time, table_[come++], destination)
                                                  : follow(time, waiting_[decided++], destination);
        if (!follows) return false;
      }
    }
    return true;
  }

  bool enter(std::size_t time, std::uint32_t source, std::uint32_t destination) {
    const auto& [fold, steps] = times_[time];
    if (!steps->starts(source, destination, starts_))
      return give_up("a packet that enters the network can take more ways than are looked at");
    for (const StateBytes& state : starts_) table_.add({{source, fold->transit_queues()}, state});
    return true;
  }

  /// A packet is first served in this time, or waits behind others all the time.
  bool arrive(std::size_t time, const PacketState packet, std::uint32_t destination) {
    if (packet.queue.router == destination) return true;
    Steps& steps = *times_[time].steps;
    if (!steps.algorithm().decides()) return follow(time, packet, destination);  // it waits as it has come
    if (!count(time)) return false;
    if (!steps.decisions(packet.queue, packet.state, decided_)) return has_too_many_ways();
    for (const StateBytes& state : decided_) waiting_.add({packet.queue, state});
    return true;
  }

  /// A packet waits in this time, which has been served in this one or in an earlier one.
  bool follow(std::size_t time, const PacketState packet, std::uint32_t destination) {
    if (!count(time)) return false;
    if (!times_[time].steps->ways_of(packet.queue, packet.state, ways_)) return has_too_many_ways();
    take_channels(time, packet.queue, destination);
    return true;
  }

  /// All headers that wait turn to other tables in the same cycle.
  void reconsider(const Steps& steps) {
    const std::vector<PacketState> before = waiting_.all();
    waiting_.clear();
    for (const PacketState& each : before)
      waiting_.add({each.queue, steps.algorithm().reconsider(each.queue.router, each.state)});
  }

  bool count(std::size_t time) {
    ++found_[time].states;
    return ++states_ <= budget_.states || give_up(fmt::format("packets can be in more than {} states", budget_.states));
  }
  bool has_too_many_ways() { return give_up("a router has more ways to decide than are looked at"); }

  void take_channels(std::size_t time, QueuePlace at, std::uint32_t destination) {
    const Fold& fold = *times_[time].fold;
    outs_.clear();
    bool failed = false;
    for (std::size_t i = 0; i < ways_.outs.size(); ++i) {
      QueuePlace next;
      if (fold.has_failed(at.router, ways_.outs[i])) {
        failed = true;  // nobody is granted it in this time
      } else if (fold.target(at.router, ways_.outs[i], next)) {
        outs_.push_back(ways_.outs[i]);
        table_.add({next, ways_.behind[i]});
      }
    }
    Explored& found = found_[time];
    const Example example{at, destination};
    if (outs_.empty()) {
      if (failed && !found.stranded) found.stranded = example;
      if (!failed && !found.dead_end) found.dead_end = example;
      if (failed) return;
    }
    if (at.queue >= fold.transit_queues()) return;
    std::sort(outs_.begin(), outs_.end());
    found.waits.add(fold.class_of(at), outs_, example);
  }

  bool give_up(const std::string& why) {
    for (Explored& each : found_) each.gave_up = why;
    return false;
  }

  std::span<const Span> times_;
  const Budget& budget_;
  std::vector<Explored> found_;
  std::uint64_t states_ = 0;
  StateTable table_;    ///< packets as they come to a queue
  StateTable waiting_;  ///< packets that have been served there, as decide() has left them; empty where nothing decides
  std::vector<StateBytes> starts_;
  std::vector<StateBytes> decided_;
  WaysOn ways_;
  std::vector<std::uint16_t> outs_;
};

}  // namespace

std::vector<Explored> explore_changes(std::span<const Span> times, const Budget& budget) {
  if (times.front().fold->classes() > budget.queues) {
    std::vector<Explored> nothing(times.size());
    for (Explored& each : nothing) each.gave_up = fmt::format("there are more than {} queues", budget.queues);
    return nothing;
  }
  return ChangingSearch(times, budget).run();
}

}  // namespace fsin::deadlock
