// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/rank_queues.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fsin::live {

RankQueues::RankQueues(const Mapping& memory, std::vector<std::unique_ptr<Chronicle>> chronicles, Logging logging,
                       std::shared_ptr<const RecordedBursts> recorded)
    : memory_(memory), chronicles_(std::move(chronicles)), recorded_(std::move(recorded)) {
  Shared& shared = memory_.shared();
  shared.logging = logging;
  if (!recorded_) return;
  for (std::size_t call = 0; call < recorded_->call_names.size(); ++call) {
    const std::string& name = recorded_->call_names[call];
    std::memcpy(shared.call_names[call], name.data(), std::min(name.size(), longest_call_name - 1));
  }
  for (std::uint32_t rank = 0; rank < shared.ranks; ++rank) give_bursts(rank);
}

void RankQueues::serve(std::uint32_t rank) {
  take_log(rank);
  if (recorded_) give_bursts(rank);
}

void RankQueues::tell_calls(Chronicle* calls, CallLog how) {
  calls_ = calls;
  memory_.shared().call_log = how;
}

void RankQueues::finish() {
  for (const auto& each : chronicles_) each->finish();
}

void RankQueues::take_log(std::uint32_t rank) {
  RankBlock& block = memory_.rank(rank);
  const std::uint64_t end = block.logged.load(std::memory_order_acquire);
  std::uint64_t number = block.log_read.load(std::memory_order_relaxed);
  for (; number != end; ++number) {
    const LogEntry& entry = block.log[number % most_logged];
    for (const auto& each : chronicles_) each->add(rank, entry);
    if (calls_ != nullptr) calls_->add(rank, entry);
  }
  block.log_read.store(end, std::memory_order_release);
}

void RankQueues::give_bursts(std::uint32_t rank) {
  RankBlock& block = memory_.rank(rank);
  const RecordedBursts::Rank& bursts = recorded_->ranks[rank];
  const std::uint64_t room = block.bursts_taken.load(std::memory_order_acquire) + most_bursts;
  const std::uint64_t end = std::min<std::uint64_t>(room, bursts.picoseconds.size());
  std::uint64_t number = block.bursts_given.load(std::memory_order_relaxed);
  for (; number < end; ++number) {
    block.bursts[number % most_bursts] = {bursts.picoseconds[number], bursts.calls[number]};
  }
  block.bursts_given.store(number, std::memory_order_release);
  if (number == bursts.picoseconds.size()) block.bursts_end.store(1, std::memory_order_release);
}

}  // namespace fsin::live
