// SPDX-License-Identifier: Apache-2.0
// What the ranks of a share have sent, received and finished. Signals between streams of a rank are no messages, and
// the streams of a rank are one rank.
#include <vector>

#include "trgen/replay/ranks/share.hpp"

namespace trgen::replay {

void Share::add_to(fsin::workload::Report& report) const {
  report.messages_sent += state_.messages_sent + state_.near_messages - state_.signals;
  report.messages_delivered += state_.mailbox.messages_delivered() - state_.control_messages - state_.signals_come;
  report.messages_to_self += state_.self_messages;
  report.any_source = report.any_source || open_ != nullptr;
  if (open_) report.departures.merge(open_->departures());
  if (state_.causal)  // of one share alone it may be negative: modulo 2^64
    report.messages_unreceived = report.messages_unreceived.value_or(0) + state_.begun - state_.taken;
  count_ranks(report);
}

/// A rank of several streams has finished when all of them have.
void Share::count_ranks(fsin::workload::Report& report) const {
  const ReplaySettings& settings = state_.all.settings;
  if (settings.stream_of.empty()) {
    report.ranks += count_;
    report.ranks_finished += count_ - unfinished_;
    return;
  }
  std::vector<bool> goes_on(state_.all.ranks.size());
  for (std::uint32_t rank = 0; rank < state_.all.ranks.size(); ++rank)
    if (state_.all.ranks[rank].stage != Stage::end) goes_on[settings.whole_rank(rank)] = true;
  for (std::uint32_t rank = 0; rank < state_.all.ranks.size(); ++rank) {
    if (state_.all.share_of[rank] != state_.self || settings.whole_rank(rank) != rank) continue;
    ++report.ranks;
    report.ranks_finished += goes_on[rank] ? 0 : 1;
  }
}

}  // namespace trgen::replay
