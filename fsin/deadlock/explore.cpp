// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "fsin/deadlock/state_table.hpp"

namespace fsin::deadlock {
namespace {

/// Destinations grouped by bundle (routing/bundles.hpp): the first one of each leads.
class Bundles {
 public:
  Bundles(const Steps& steps, const std::vector<std::uint32_t>& destinations, bool apart) {
    std::unordered_map<std::uint32_t, std::size_t> place;
    for (const std::uint32_t destination : destinations) {
      const std::uint32_t key = apart ? destination : steps.algorithm().bundle(destination);
      const auto [known, is_new] = place.emplace(key, bundles_.size());
      if (is_new) bundles_.emplace_back();
      bundles_[known->second].push_back(destination);
    }
  }
  const std::vector<std::vector<std::uint32_t>>& all() const { return bundles_; }

 private:
  std::vector<std::vector<std::uint32_t>> bundles_;
};

class Search {
 public:
  Search(Steps& steps, const Fold& fold, const Budget& budget, Explored& found)
      : steps_(steps), fold_(fold), budget_(budget), found_(found) {}

  void run(const Bundles& bundles) {
    std::size_t followed = 0;  // number of destinations followed
    for (const std::vector<std::uint32_t>& bundle : bundles.all()) {
      seeing_.clear();
      blind_starts_.clear();
      bundled_ = bundle.size() > 1;
      for (const std::uint32_t destination : bundle) {
        leads_ = destination == bundle.front();
        if (!follow_all(destination)) return;
      }
      followed += bundle.size();
      if (found_.states < budget_.states / 8) continue;
      const double all = static_cast<double>(found_.states) / static_cast<double>(followed) *
                         static_cast<double>(fold_.destinations().size());
      if (all > 8.0 * static_cast<double>(budget_.states)) return give_up(too_many());
    }
  }

 private:
  bool follow_all(std::uint32_t destination) {
    destination_ = destination;
    table_.clear();
    if (bundled_ && !leads_) {
      for (const PacketState& each : seeing_.all()) {
        table_.add({each.queue, steps_.algorithm().redirected(each.state, destination)});
      }
    }
    for (const std::uint32_t source : fold_.sources(destination)) {
      if (!enter(source)) return false;
    }
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (!follow(table_[i])) return false;
    }
    return true;
  }

  /// Follows all packets that a source can send. If the source has a single link, its first queues are its own, so that
  /// the states there are not stored.
  bool enter(std::uint32_t source) {
    if (!find_starts(source)) {
      give_up("a packet that enters the network can take more ways than are looked at");
      return false;
    }
    const bool own = fold_.has_one_link(source);
    for (const StateBytes& state : starts_) {
      const PacketState entering{{source, fold_.transit_queues()}, state};
      if (!own) {
        table_.add(entering);
        continue;
      }
      first_.clear();
      if (!follow(entering, &first_)) return false;
      for (const PacketState& next : first_) {
        if (!follow(next)) return false;
      }
    }
    return true;
  }

  /// Finds the states in which packets enter. Blind packets for the first node of a bundle: all detours that do not
  /// differ in their end only; those for the other nodes: one detour.
  bool find_starts(std::uint32_t source) {
    if (!bundled_) return steps_.starts(source, destination_, starts_);
    if (const auto known = blind_starts_.find(source); !leads_ && known != blind_starts_.end()) {
      starts_.clear();
      for (const StateBytes& state : known->second)
        starts_.push_back(steps_.algorithm().redirected(state, destination_));
      return true;
    }
    if (!steps_.starts(source, destination_, starts_)) return false;
    if (std::all_of(starts_.begin(), starts_.end(),
                    [&](const StateBytes& state) { return steps_.algorithm().blind(state); })) {
      blind_starts_[source] = one_detour_each();
    }
    std::erase_if(starts_, [&](const StateBytes& state) { return !(steps_.algorithm().first_end(state) == state); });
    return true;
  }

  std::vector<StateBytes> one_detour_each() {
    different_.clear();
    std::vector<StateBytes> kept;
    for (const StateBytes& state : starts_) {
      if (different_.add({{}, steps_.algorithm().without_detour(state)}) == kept.size()) kept.push_back(state);
    }
    return kept;
  }

  /// Follows one state. `next` receives the states behind its channels; null: they go into the table.
  bool follow(const PacketState packet, std::vector<PacketState>* next = nullptr) {
    if (++found_.states > budget_.states) {
      give_up(too_many());
      return false;
    }
    if (packet.queue.router == destination_) return true;
    const bool all = steps_.ways_on(packet.queue, packet.state, ways_);
    if (!all) give_up("a router has more ways to decide than are looked at");
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      take_channels(packet, begin, end, next);
      begin = end;
    }
    return all;
  }

  void take_channels(const PacketState& packet, std::size_t begin, std::size_t end, std::vector<PacketState>* behind) {
    outs_.clear();
    const QueuePlace at = packet.queue;
    const bool blind = bundled_ && steps_.algorithm().blind(packet.state),
               far = blind && steps_.algorithm().far(packet.state);
    bool failed = false;
    for (std::size_t i = begin; i < end; ++i) {
      const bool gone = fold_.has_failed(at.router, ways_.outs[i]);
      failed = failed || gone;
      QueuePlace next;
      if (!fold_.target(at.router, ways_.outs[i], next)) continue;
      if (!gone) outs_.push_back(static_cast<std::uint16_t>(fold_.channel(at.router, ways_.outs[i])));
      go_to({next, ways_.behind[i]}, blind, far, behind);
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

  /// Records the next state of a packet whose state before was `blind`, and `far`.
  void go_to(const PacketState& next, bool blind, bool far, std::vector<PacketState>* behind) {
    if (far && !steps_.algorithm().far(next.state)) {
      ends_.clear();
      steps_.algorithm().every_end(next.state, ends_);
      for (const StateBytes& end : ends_) keep({next.queue, end}, blind, behind);
    } else {
      keep(next, blind, behind);
    }
  }

  void keep(const PacketState& state, bool blind, std::vector<PacketState>* behind) {
    if (behind == nullptr) {
      table_.add(state);
    } else {
      behind->push_back(state);
    }
    if (blind && leads_ && !steps_.algorithm().blind(state.state)) seeing_.add(state);
  }

  std::string too_many() const { return fmt::format("packets can be in more than {} states", budget_.states); }
  void give_up(std::string why) { found_.gave_up = std::move(why); }

  Steps& steps_;
  const Fold& fold_;
  const Budget& budget_;
  Explored& found_;
  std::uint32_t destination_ = 0;
  bool bundled_ = false;  ///< the bundle has several destinations
  bool leads_ = true;     ///< the current destination is the first of its bundle
  StateTable table_;
  StateTable seeing_;  ///< states in which packets for the first destination cease to be blind
  StateTable different_;
  /// For each source whose packets all enter blind: their states.
  std::unordered_map<std::uint32_t, std::vector<StateBytes>> blind_starts_;
  std::vector<PacketState> first_;
  std::vector<StateBytes> ends_;
  std::vector<StateBytes> starts_;
  WaysOn ways_;
  std::vector<std::uint16_t> outs_;
};

}  // namespace

Explored explore(Steps& steps, const Fold& fold, const Budget& budget, bool each_by_itself) {
  Explored found;
  if (fold.classes() > budget.queues) {
    found.gave_up = fmt::format("there are more than {} queues", budget.queues);
    return found;
  }
  const bool apart = each_by_itself || fold.topology().failures.any();
  Search(steps, fold, budget, found).run(Bundles(steps, fold.destinations(), apart));
  return found;
}

}  // namespace fsin::deadlock
