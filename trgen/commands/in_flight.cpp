// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/in_flight.hpp"

#include <algorithm>
#include <utility>

#include "trgen/record/source.hpp"

namespace trgen::commands {

void InFlight::send(const Channel& channel, std::uint64_t bytes, std::uint64_t line) {
  std::uint32_t at = free_;
  if (at != none) {
    free_ = nodes_[at].next;
  } else {
    if (nodes_.size() == none) throw record::TraceError("over 4294967294 messages are sent and not received");
    at = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  nodes_[at] = {bytes, line, none};
  Queue& queue = queues_[channel];
  (queue.first == none ? queue.first : nodes_[queue.last].next) = at;
  queue.last = at;
  peak_ = std::max(peak_, ++size_);
}

std::optional<InFlightMessage> InFlight::take(const Channel& channel, std::optional<std::uint64_t> bytes) {
  const auto found = queues_.find(channel);
  if (found == queues_.end()) return std::nullopt;
  Queue& queue = found->second;
  std::uint32_t before = none;
  std::uint32_t at = queue.first;
  for (; at != none && bytes && nodes_[at].bytes != *bytes; at = nodes_[at].next) before = at;
  if (at == none) return std::nullopt;
  const Node node = nodes_[at];
  (before == none ? queue.first : nodes_[before].next) = node.next;
  if (queue.last == at) queue.last = before;
  if (queue.first == none) queues_.erase(found);
  nodes_[at].next = free_;
  free_ = at;
  --size_;
  return InFlightMessage{channel, node.bytes, node.line};
}

std::uint64_t InFlight::drop_if(const std::function<bool(const InFlightMessage&)>& expected) {
  std::uint64_t dropped = 0;
  for (auto each = queues_.begin(); each != queues_.end();) {
    const Node& first = nodes_[each->second.first];
    if (!expected({each->first, first.bytes, first.line})) {
      ++each;
      continue;
    }
    for (std::uint32_t at = each->second.first; at != none; at = nodes_[at].next) ++dropped;
    std::uint32_t& end = nodes_[each->second.last].next;
    end = std::exchange(free_, each->second.first);
    each = queues_.erase(each);
  }
  size_ -= dropped;
  return dropped;
}

std::vector<InFlightMessage> InFlight::left(std::size_t most) const {
  const auto earlier = [](const InFlightMessage& a, const InFlightMessage& b) {
    return a.line != b.line ? a.line < b.line : a.channel.source < b.channel.source;
  };
  std::vector<InFlightMessage> all;
  for (const auto& [channel, queue] : queues_) {
    for (std::uint32_t at = queue.first; at != none; at = nodes_[at].next) {
      all.push_back({channel, nodes_[at].bytes, nodes_[at].line});
      if (all.size() < 2 * most + 1000) continue;
      std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(), earlier);
      all.resize(most);
    }
  }
  std::sort(all.begin(), all.end(), earlier);
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace trgen::commands
