// SPDX-License-Identifier: Apache-2.0
// When each message under way was sent, for a timeline. Messages are told apart by the token of their packets; those
// that share one (a flow) are complete in the order in which they were sent, which is what the receiver sees.
#pragma once

#include <deque>
#include <unordered_map>

#include "fsin/workload/timeline.hpp"

namespace trgen::replay {

class MessageLives {
 public:
  explicit MessageLives(fsin::workload::Timeline* timeline) : timeline_(timeline) {}

  void begin(std::uint32_t token, const fsin::workload::MessageLife& message) { under_way_[token].push_back(message); }

  void end(std::uint32_t token, fsin::Cycle cycle) {
    const auto found = under_way_.find(token);
    if (found == under_way_.end()) return;
    found->second.front().delivered = cycle;
    timeline_->message(found->second.front());
    found->second.pop_front();
    if (found->second.empty()) under_way_.erase(found);
  }

 private:
  fsin::workload::Timeline* timeline_;
  std::unordered_map<std::uint32_t, std::deque<fsin::workload::MessageLife>> under_way_;
};

}  // namespace trgen::replay
