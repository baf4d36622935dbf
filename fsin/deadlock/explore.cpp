// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/deadlock/state_table.hpp"

namespace fsin::deadlock {
namespace {

class Search {
 public:
  Search(Steps& steps, const Fold& fold, const Budget& budget, Explored& found)
      : steps_(steps), fold_(fold), budget_(budget), found_(found) {}

  void run() {
    std::size_t followed = 0;  // destinations
    for (const std::uint32_t destination : fold_.destinations()) {
      destination_ = destination;
      table_.clear();
      if (!enter_all()) return give_up("a packet that enters the network can take more ways than are looked at");
      for (std::size_t i = 0; i < table_.size(); ++i) {
        if (found_.states + i >= budget_.states) return give_up(too_many());
        if (!follow(table_[i])) return give_up("a router has more ways to decide than are looked at");
      }
      found_.states += table_.size();
      ++followed;
      if (found_.states < budget_.states / 8) continue;
      const double all = static_cast<double>(found_.states) / static_cast<double>(followed) *
                         static_cast<double>(fold_.destinations().size());
      if (all > 8.0 * static_cast<double>(budget_.states)) return give_up(too_many());
    }
  }

 private:
  bool enter_all() {
    bool all = true;
    for (const std::uint32_t source : fold_.sources(destination_)) {
      all = steps_.starts(source, destination_, starts_) && all;
      for (const StateBytes& state : starts_) table_.add({{source, fold_.transit_queues()}, state});
    }
    return all;
  }

  bool follow(const PacketState packet) {
    if (packet.queue.router == destination_) return true;
    const bool all = steps_.ways_on(packet.queue, packet.state, ways_);
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      take_channels(packet.queue, begin, end);
      begin = end;
    }
    return all;
  }

  void take_channels(QueuePlace at, std::size_t begin, std::size_t end) {
    outs_.clear();
    bool failed = false;
    for (std::size_t i = begin; i < end; ++i) {
      const bool gone = fold_.has_failed(at.router, ways_.outs[i]);
      failed = failed || gone;
      QueuePlace next;
      if (!fold_.target(at.router, ways_.outs[i], next)) continue;
      if (!gone) outs_.push_back(static_cast<std::uint16_t>(fold_.channel(at.router, ways_.outs[i])));
      table_.add({next, ways_.behind[i]});
    }
    const Example example{at, destination_};
    if (outs_.empty() && failed) {
      if (!found_.stranded) found_.stranded = example;
      return;
    }
    if (outs_.empty() && !found_.dead_end) found_.dead_end = example;
    if (at.queue >= fold_.transit_queues()) return;
    std::sort(outs_.begin(), outs_.end());
    found_.waits.add(fold_.class_of(at), outs_, example);
  }

  std::string too_many() const { return fmt::format("packets can be in more than {} states", budget_.states); }
  void give_up(std::string why) { found_.gave_up = std::move(why); }

  Steps& steps_;
  const Fold& fold_;
  const Budget& budget_;
  Explored& found_;
  std::uint32_t destination_ = 0;
  StateTable table_;
  std::vector<StateBytes> starts_;
  WaysOn ways_;
  std::vector<std::uint16_t> outs_;
};

}  // namespace

Explored explore(Steps& steps, const Fold& fold, const Budget& budget) {
  Explored found;
  if (fold.classes() > budget.queues) {
    found.gave_up = fmt::format("there are more than {} queues", budget.queues);
    return found;
  }
  Search(steps, fold, budget, found).run();
  return found;
}

}  // namespace fsin::deadlock
