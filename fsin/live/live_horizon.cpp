// SPDX-License-Identifier: Apache-2.0
// How far nothing can come for a rank that tests: a lower bound of what the others may send, and of what is under way.
//
// A message comes when one that is under way lands, or when another rank sends one and that has flown. Another rank
// sends no earlier than it acts: at once where it has its turn or is about to get it, in the cycle to which it is known
// to compute, or, where it waits, when something that is under way comes for it or it stops waiting. What follows from
// messages that are sent later comes a flight after those, so one flight behind the first that acts is enough.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "fsin/live/live_ranks.hpp"

namespace fsin::live {
namespace {

/// More messages than these are not looked through.
constexpr std::size_t most_under_way = 4096;
/// Nothing is quiet for longer, so that the simulator hears now and then of a rank that tests for ever.
constexpr std::uint64_t longest_quiet = 1'000'000'000;  // ps

}  // namespace

void LiveRanks::told_least_flight(workload::LeastFlight least) {
  least_flight_ = std::move(least);
  shortest_flight_ = least_flight_(0);
  std::vector<std::uint32_t> nodes = settings_.node_of_rank;
  std::ranges::sort(nodes);
  if (std::ranges::adjacent_find(nodes) != nodes.end()) {
    shortest_flight_ =
        std::min(shortest_flight_, std::max<Cycle>(settings_.scale.whole_cycles(settings_.copies.latency), 1));
  }
  session_.memory().shared().answer = settings_.scale.picoseconds(2 * shortest_flight_ - 1);
}

/// The last cycle up to which nothing comes for the rank that gets its turn in cycle `now`, if it sends nothing itself.
Cycle LiveRanks::quiet_until(std::uint32_t number, Cycle now) {
  const Rank& self = ranks_[number];
  if (!self.arrived.empty() || under_way_.size() > most_under_way) return 0;
  lands_.assign(ranks_.size(), never);
  for (const UnderWay& each : under_way_) {
    if (each.lands != never) lands_[each.destination] = std::min(lands_[each.destination], each.lands);
  }
  Cycle comes = std::min(lands_[number], next_near(number));
  Cycle acts = never;
  for (std::uint32_t each = 0; each < ranks_.size(); ++each) {
    if (!ranks_[each].outbox.empty()) {
      const Cycle lands =
          std::max(settings_.scale.cycle(head(ranks_[each].outbox.front()).leaves), now) + shortest_flight_;
      each == number ? acts = std::min(acts, lands) : comes = std::min(comes, lands);
    }
    if (each != number) acts = std::min(acts, acts_at(each, lands_[each], now));
  }
  if (acts != never) comes = std::min(comes, acts + shortest_flight_);
  return std::min(std::max(comes, now + 1) - 1, now + settings_.scale.whole_cycles(longest_quiet));
}

/// The first cycle in which the rank may send, as far as that follows from what is under way for it; that lands in
/// cycle `comes` at the earliest.
Cycle LiveRanks::acts_at(std::uint32_t number, Cycle comes, Cycle now) const {
  const Rank& rank = ranks_[number];
  switch (rank.stage) {
    case Stage::ended:
    case Stage::finishing:
      return never;
    case Stage::running: {
      // What it has sent before the burst of which it tells may not have been taken yet. The time is read first: what
      // is sent after this look is no earlier.
      const RankBlock& block = session_.memory().rank(number);
      const std::uint64_t earliest = block.earliest.load();
      return block.sent.load() == block.sends_taken.load() ? std::max(now, settings_.scale.cycle(earliest)) : now;
    }
    case Stage::waiting:
      break;
  }
  if (rank.awaited || rank.matched < rank.arrived.size()) return std::max(now, rank.clock_cycle);
  comes = std::min(comes, next_near(number));
  return std::max({now, rank.clock_cycle, std::min(comes, rank.until_cycle)});
}

/// Counts the tests that the rank has answered by itself, as if each had been a turn.
void LiveRanks::take_tests(std::uint32_t number) {
  Rank& rank = ranks_[number];
  RankBlock& block = session_.memory().rank(number);
  const std::uint64_t cost = session_.memory().shared().costs.test;
  for (const TestRow& row : std::span(block.tests, std::exchange(block.test_rows, 0))) {
    rank.waited += row.count * cost;
    rank.clock = row.begin + row.count * cost;
  }
}

}  // namespace fsin::live
