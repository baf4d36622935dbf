// SPDX-License-Identifier: Apache-2.0
// What ranks tell a timeline: spans, and messages from their first packet's entry to their last packet's delivery.
//
// Messages under way are told apart by a name. Those that share one are complete in the order in which they were sent,
// which is what the receiver sees. For several threads at once, each in its turn: a timeline is no hot path.
#pragma once

#include <deque>
#include <mutex>
#include <unordered_map>

#include "fsin/core/bytes.hpp"
#include "fsin/workload/timeline.hpp"
#include "trgen/replay/flow.hpp"

namespace trgen::replay {

class MessageLives {
 public:
  void tell(fsin::workload::Timeline* timeline) { timeline_ = timeline; }

  /// Without a timeline nothing may be told.
  bool wanted() const { return timeline_ != nullptr; }

  void span(std::uint32_t rank, fsin::workload::Activity activity, fsin::Cycle first, fsin::Cycle last) {
    const std::lock_guard lock(turn_);
    timeline_->span(rank, activity, first, last);
  }

  void begin(const FlowKey& name, const fsin::workload::MessageLife& message) {
    const std::lock_guard lock(turn_);
    under_way_[name].push_back(message);
  }

  void end(const FlowKey& name, fsin::Cycle cycle) {
    const std::lock_guard lock(turn_);
    const auto found = under_way_.find(name);
    if (found == under_way_.end()) return;
    found->second.front().delivered = cycle;
    timeline_->message(found->second.front());
    found->second.pop_front();
    if (found->second.empty()) under_way_.erase(found);
  }

  /// A run that is continued later.
  void save(fsin::ByteWriter& out) const {
    out(static_cast<std::uint64_t>(under_way_.size()));
    for (const auto& [name, lives] : under_way_) out(name, std::vector(lives.begin(), lives.end()));
  }
  void load(fsin::ByteReader& in) {
    std::uint64_t names = 0;
    for (in(names), under_way_.clear(); names > 0; --names) {
      FlowKey name;
      std::vector<fsin::workload::MessageLife> lives;
      in(name, lives);
      under_way_[name].assign(lives.begin(), lives.end());
    }
  }

 private:
  fsin::workload::Timeline* timeline_ = nullptr;
  std::mutex turn_;
  std::unordered_map<FlowKey, std::deque<fsin::workload::MessageLife>, FlowKeyHash> under_way_;
};

}  // namespace trgen::replay
