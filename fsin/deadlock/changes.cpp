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
    for (std::size_t time = 0; time < times_.size(); ++time) {
      for (const std::uint32_t source : times_[time].fold->sources(destination)) {
        if (!enter(time, source, destination)) return false;
      }
      for (std::size_t i = 0; i < table_.size(); ++i) {
        if (!follow(time, table_[i], destination)) return false;
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

  bool follow(std::size_t time, const PacketState packet, std::uint32_t destination) {
    if (packet.queue.router == destination) return true;
    ++found_[time].states;
    if (++states_ > budget_.states)
      return give_up(fmt::format("packets can be in more than {} states", budget_.states));
    if (!times_[time].steps->ways_on(packet.queue, packet.state, ways_))
      return give_up("a router has more ways to decide than are looked at");
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      take_channels(time, packet.queue, begin, end, destination);
      begin = end;
    }
    return true;
  }

  void take_channels(std::size_t time, QueuePlace at, std::size_t begin, std::size_t end, std::uint32_t destination) {
    const Fold& fold = *times_[time].fold;
    outs_.clear();
    bool failed = false;
    for (std::size_t i = begin; i < end; ++i) {
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
  StateTable table_;
  std::vector<StateBytes> starts_;
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
