// SPDX-License-Identifier: Apache-2.0
// Messages of a live run from their departure until they lie before their receiver: numbers under way, the order of
// those of a pair, and which of them let a rank go on that waits.
#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "fsin/live/live_ranks.hpp"

namespace fsin::live {

std::uint32_t LiveRanks::new_number() {
  if (free_numbers_.empty()) {
    under_way_.emplace_back();
    return static_cast<std::uint32_t>(under_way_.size() - 1);
  }
  const std::uint32_t number = free_numbers_.back();
  free_numbers_.pop_back();
  return number;
}

/// Called for the first message in the outbox of its source, when it begins to be sent.
std::uint32_t LiveRanks::expect(const workload::Message& message) {
  Rank& source = ranks_[message.source];
  const std::uint32_t flow = new_number();
  const Cycle lands = source.sends_at + (least_flight_ ? least_flight_(message.bytes) : 1);
  under_way_[flow] = {source.outbox.front(), source.sent_to[message.destination]++, message.destination, lands};
  ++sent_;
  return flow;
}

bool LiveRanks::delivered(std::uint32_t flow, Cycle now) {
  const UnderWay message = std::exchange(under_way_[flow], {});
  if (teller_.timeline() == nullptr) free_numbers_.push_back(flow);  // else a rank has to take it first
  ++delivered_;
  const std::uint32_t source = head(message.offset).source, number = head(message.offset).destination;
  Rank& rank = ranks_[number];
  std::uint64_t& next = rank.came_from[source];
  const Arrived arrived{.cycle = now, .source = source, .offset = message.offset, .flow = flow};
  if (message.number != next) {
    rank.early[source].emplace(message.number, arrived);
    return false;
  }
  come(number, arrived);
  ++next;
  if (const auto early = rank.early.find(source); early != rank.early.end()) {
    auto& held = early->second;
    for (auto each = held.begin(); each != held.end() && each->first == next; each = held.erase(each), ++next) {
      each->second.cycle = now;
      come(number, each->second);
    }
  }
  return rank.stage == Stage::waiting && rank.clock_cycle <= now;
}

void LiveRanks::come(std::uint32_t number, const Arrived& message) {
  ranks_[number].arrived.push_back(message);
  to_grant_.push_back(number);
}

/// Whether the rank, which waits, goes on with what has arrived. All that comes in a cycle has come by then.
void LiveRanks::match(std::uint32_t number) {
  Rank& rank = ranks_[number];
  const auto first = rank.arrived.begin() + static_cast<std::ptrdiff_t>(rank.matched);
  std::stable_sort(first, rank.arrived.end(), [](const Arrived& a, const Arrived& b) {
    return std::tie(a.cycle, a.source) < std::tie(b.cycle, b.source);
  });
  for (; rank.matched < rank.arrived.size(); ++rank.matched) {
    Arrived& message = rank.arrived[rank.matched];
    message.awaited = takes(number, head(message.offset));
    rank.awaited = message.awaited || rank.awaited;
  }
}

/// The first open receive that fits takes the message, as the rank will do it. True when the rank goes on with it: it
/// waits for any message, or has all that it waits for, or has to answer one whose sender waits for that (its tag
/// differs above the tag of the program). Of a rank some of whose messages wait with it, any message.
bool LiveRanks::takes(std::uint32_t number, const MessageHead& message) {
  constexpr unsigned bits_of_tag = 32;
  RankBlock& block = session_.memory().rank(number);
  if (block.wants_all || block.late.load(std::memory_order_relaxed) != 0) return true;
  const std::span<Wanted> wanted(block.wanted, block.open_receives);
  const auto found = std::ranges::find_if(wanted, [&](const Wanted& each) {
    return each.taken == 0 && each.fits(message.source, message.tag, message.tagged != 0);
  });
  if (found == wanted.end()) return false;
  found->taken = 1;
  if (found->needed != 0 && block.needs != 0) --block.needs;
  return block.needs == 0 || (message.tag ^ found->tag) >> bits_of_tag != 0;
}

/// Of those that come in one cycle, the one for which the rank has waited is its reason to go on.
void LiveRanks::tell_taken(std::uint32_t number, std::span<const Arrived> messages) {
  for (const bool awaited : {true, false}) {
    for (const Arrived& each : messages) {
      if (each.awaited != awaited) continue;
      teller_.taken(number, each.flow);
      free_numbers_.push_back(each.flow);
    }
  }
}

}  // namespace fsin::live
