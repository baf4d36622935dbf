// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/capture/posting_order.hpp"

#include <algorithm>

namespace trgen::formats::capture {

void PostingOrder::add(const ReceiveChannel& channel, std::uint64_t post) {
  Channel& at = channels_[channel];
  if (post == 0) at.unknown = true;
  if (post < at.last) disordered_ = at.disordered = true;
  at.last = post;
}

void PostingOrder::collect(const ReceiveChannel& channel, std::uint64_t post, std::uint64_t record) {
  Channel& at = channels_[channel];
  if (at.disordered && !at.unknown) at.list.push_back({post, record});
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> PostingOrder::matches() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  for (const auto& [key, channel] : channels_) {
    std::vector<Posted> posted = channel.list;
    std::stable_sort(posted.begin(), posted.end(), [](const Posted& a, const Posted& b) { return a.post < b.post; });
    for (std::size_t i = 0; i < posted.size(); ++i) {
      if (posted[i].record != channel.list[i].record) all.emplace_back(posted[i].record, i + 1);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace trgen::formats::capture
