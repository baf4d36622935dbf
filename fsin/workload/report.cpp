// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/report.hpp"

namespace fsin::workload {

std::vector<RankAccount> without_streams(std::span<const RankAccount> accounts) {
  std::vector<RankAccount> ranks;
  std::vector<std::size_t> place(accounts.size());
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    if (accounts[i].is_stream()) continue;
    place[i] = ranks.size();
    ranks.push_back(accounts[i]);
  }
  for (const RankAccount& stream : accounts) {
    if (!stream.is_stream()) continue;
    RankAccount& rank = ranks[place[stream.stream_of]];
    const bool ended = rank.ended && stream.ended;
    const std::uint64_t messages = rank.messages + stream.messages, bytes = rank.bytes + stream.bytes;
    if (stream.compute > rank.compute) rank = stream;
    rank.stream_of = RankAccount::nobody;
    rank.ended = ended;
    rank.messages = messages;
    rank.bytes = bytes;
  }
  return ranks;
}

void Report::set_means(std::span<const RankAccount> accounts) {
  Cycle most = 0, compute = 0, wait = 0;
  const std::vector<RankAccount> ranks_alone = without_streams(accounts);
  for (const RankAccount& rank : ranks_alone) {
    most = std::max(most, rank.compute);
    compute += rank.compute;
    wait += rank.wait_message + rank.wait_room;
  }
  const double count = ranks_alone.empty() ? 1 : static_cast<double>(ranks_alone.size());
  compute_cycles = static_cast<double>(compute) / count;
  wait_cycles = static_cast<double>(wait) / count;
  max_compute_cycles = static_cast<double>(most);
}

}  // namespace fsin::workload
