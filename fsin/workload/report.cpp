// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/report.hpp"

#include <algorithm>

namespace fsin::workload {

WholeRanks::WholeRanks(std::span<const RankAccount> accounts, std::uint32_t first) : ranks_(accounts) {
  if (std::none_of(accounts.begin(), accounts.end(), [](const RankAccount& each) { return each.is_stream(); })) return;
  std::vector<std::size_t> place(accounts.size());
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    if (accounts[i].is_stream()) continue;
    place[i] = joined_.size();
    joined_.push_back(accounts[i]);
  }
  for (const RankAccount& stream : accounts) {
    if (!stream.is_stream()) continue;
    RankAccount& rank = joined_[place[stream.stream_of - first]];
    const bool ended = rank.ended && stream.ended;
    const std::uint64_t messages = rank.messages + stream.messages, bytes = rank.bytes + stream.bytes;
    if (stream.compute > rank.compute) rank = stream;
    rank.stream_of = RankAccount::nobody;
    rank.ended = ended;
    rank.messages = messages;
    rank.bytes = bytes;
  }
  ranks_ = joined_;
}

void Report::set_means(std::span<const RankAccount> accounts) {
  Cycle most = 0, compute = 0, wait = 0;
  const WholeRanks whole(accounts);
  for (const RankAccount& rank : whole) {
    most = std::max(most, rank.compute);
    compute += rank.compute;
    wait += rank.wait_message + rank.wait_room;
  }
  const double count = whole.size() == 0 ? 1 : static_cast<double>(whole.size());
  compute_cycles = static_cast<double>(compute) / count;
  wait_cycles = static_cast<double>(wait) / count;
  max_compute_cycles = static_cast<double>(most);
}

}  // namespace fsin::workload
