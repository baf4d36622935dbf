// SPDX-License-Identifier: Apache-2.0
// Messages between ranks of one node, which cross no network.
#include <algorithm>
#include <cmath>
#include <utility>

#include "fsin/live/live_ranks.hpp"

namespace fsin::live {
namespace {

std::uint64_t copy_time(const NodeCopies& copies, std::uint64_t bytes) {
  return static_cast<std::uint64_t>(std::ceil(copies.picoseconds_per_byte * static_cast<double>(bytes)));
}

}  // namespace

/// The message has the bandwidth for itself.
void LiveRanks::copy_alone(const MessageHead& message, std::uint64_t offset, Cycle now) {
  const Cycle alone =
      settings_.scale.cycle(message.leaves + settings_.copies.latency + copy_time(settings_.copies, message.bytes));
  // A short message does not overtake a long one before it.
  copied(offset, alone, std::max({alone, now + 1, ranks_[message.source].near_until[message.destination]}));
}

/// Copies have their turn that could begin before this cycle: all of them are known by then.
void LiveRanks::settle_copies(std::uint32_t node, Cycle now) {
  const auto found = sharing_.find(node);
  if (found == sharing_.end()) return;
  Node& self = found->second;
  while (!self.waiting.empty() && self.waiting.front().first < now) {
    std::pop_heap(self.waiting.begin(), self.waiting.end(), begins_later);
    const Copy copy = self.waiting.back();
    self.waiting.pop_back();
    const Cycle bytes = settings_.scale.cycle(copy_time(settings_.copies, head(copy.offset).bytes));
    const Cycle lasts = std::max<Cycle>(settings_.scale.cycle(settings_.copies.latency) + bytes, 1);
    const Cycle begins = bytes == 0 ? copy.first : std::max(copy.first, self.free);
    if (bytes != 0) self.free = begins + bytes;
    const Cycle before = ranks_[copy.source].near_until[head(copy.offset).destination];
    copied(copy.offset, copy.first + lasts, std::max(begins + lasts, before));
  }
}

/// A message within a node that a rank can act upon in cycle `last`, and could in cycle `alone` if nothing held it up.
void LiveRanks::copied(std::uint64_t offset, Cycle alone, Cycle last) {
  const MessageHead& message = head(offset);
  Rank& rank = ranks_[message.source];
  rank.near_until[message.destination] = last;
  const std::uint32_t flow = teller_.timeline() != nullptr ? new_number() : 0;
  if (teller_.timeline() != nullptr) tell_near(message, flow, alone, last);
  std::vector<Arrived>& near = ranks_[message.destination].near;
  near.push_back({last, message.source, offset, rank.sent_to[message.destination]++, flow});
  std::push_heap(near.begin(), near.end(), comes_later);
}

void LiveRanks::tell_near(const MessageHead& message, std::uint32_t flow, Cycle alone, Cycle last) {
  const Cycle first = std::max<Cycle>(settings_.scale.cycle(message.leaves), 1);
  workload::MessageLife life{
      message.source, message.destination, static_cast<std::int32_t>(message.tag & 0x7fffffffU), message.bytes, first,
      last - 1};
  life.flow = flow;
  life.background = true;
  life.entered = last - 1;
  life.ready = first - 1;
  life.copies = alone > first ? alone - first : 1;
  teller_.copied(life);
}

/// The first cycle in which anything may come for the rank from its node.
Cycle LiveRanks::next_near(std::uint32_t number) const {
  const Rank& rank = ranks_[number];
  Cycle next = rank.near.empty() ? never : rank.near.front().cycle;
  if (const auto found = sharing_.find(node_of_task_[number]);
      found != sharing_.end() && !found->second.waiting.empty())
    next = std::min(next, found->second.waiting.front().first + 1);
  return next;
}

/// Messages from the same node that have come by now.
void LiveRanks::take_near(std::uint32_t number, Cycle now) {
  settle_copies(node_of_task_[number], now);
  Rank& rank = ranks_[number];
  while (!rank.near.empty() && rank.near.front().cycle <= now) {
    std::pop_heap(rank.near.begin(), rank.near.end(), comes_later);
    rank.arrived.push_back(rank.near.back());
    rank.near.pop_back();
  }
}

}  // namespace fsin::live
