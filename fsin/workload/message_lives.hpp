// SPDX-License-Identifier: Apache-2.0
// What is told to a timeline while ranks send packets: spans, and messages from their first packet's entry to their
// last packet's delivery.
//
// Messages under way are told apart by a name. Those that share one are complete in the order in which they were sent,
// which is what the receiver sees. For several threads at once, each in its turn: a timeline is no hot path.
#pragma once

#include <compare>
#include <deque>
#include <map>
#include <mutex>

#include "fsin/core/bytes.hpp"
#include "fsin/workload/timeline.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::workload {

/// Of packets that are pooled: what all messages of their flow have in common. Otherwise the message's own token.
struct LifeName {
  std::uint32_t receiver = 0;  ///< rank; or the share that numbers tokens
  std::uint32_t source = 0;    ///< rank; or the token
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t packets = 0;

  auto operator<=>(const LifeName&) const = default;
};

class MessageLives final : public Timeline {
 public:
  explicit MessageLives(Timeline* timeline) : timeline_(timeline) {}

  /// Without a timeline nothing may be told.
  bool wanted() const { return timeline_ != nullptr; }

  void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override {
    const std::lock_guard lock(turn_);
    timeline_->span(rank, activity, first, last);
  }
  void message(const MessageLife& message) override {
    const std::lock_guard lock(turn_);
    timeline_->message(message);
  }

  void enter(std::uint32_t rank, const Call& call, Cycle first) override {
    const std::lock_guard lock(turn_);
    timeline_->enter(rank, call, first);
  }
  void leave(std::uint32_t rank, Cycle last) override {
    const std::lock_guard lock(turn_);
    timeline_->leave(rank, last);
  }
  void starts(std::uint32_t rank, std::uint32_t destination, std::uint64_t bytes) override {
    const std::lock_guard lock(turn_);
    timeline_->starts(rank, destination, bytes);
  }
  void taken(std::uint32_t rank, std::uint32_t flow) override {
    const std::lock_guard lock(turn_);
    timeline_->taken(rank, flow);
  }
  std::uint32_t taken_behind(std::uint32_t rank, std::uint32_t flow) override {
    const std::lock_guard lock(turn_);
    return timeline_->taken_behind(rank, flow);
  }
  void background(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override {
    const std::lock_guard lock(turn_);
    timeline_->background(rank, activity, first, last);
  }
  void background_from(std::uint32_t rank, Cycle first, std::uint32_t cause) override {
    const std::lock_guard lock(turn_);
    timeline_->background_from(rank, first, cause);
  }

  void begin(const LifeName& name, const MessageLife& message) {
    const std::lock_guard lock(turn_);
    under_way_[name].push_back(message);
  }

  /// It is there in full by this packet, in this flow.
  void end(const LifeName& name, const Delivery& last, std::uint32_t flow) {
    const std::lock_guard lock(turn_);
    const auto found = under_way_.find(name);
    if (found == under_way_.end()) return;
    MessageLife& life = found->second.front();
    life.delivered = last.cycle;
    life.entered = last.entered;
    life.hops = last.hops;
    life.phits = last.phits;
    life.flow = flow;
    timeline_->message(life);
    found->second.pop_front();
    if (found->second.empty()) under_way_.erase(found);
  }

  /// A run that is continued later.
  void save(ByteWriter& out) const {
    out(static_cast<std::uint64_t>(under_way_.size()));
    for (const auto& [name, lives] : under_way_) out(name, std::vector(lives.begin(), lives.end()));
  }
  void load(ByteReader& in) {
    std::uint64_t names = 0;
    for (in(names), under_way_.clear(); names > 0; --names) {
      LifeName name;
      std::vector<MessageLife> lives;
      in(name, lives);
      under_way_[name].assign(lives.begin(), lives.end());
    }
  }

 private:
  Timeline* timeline_;
  std::mutex turn_;
  std::map<LifeName, std::deque<MessageLife>> under_way_;
};

}  // namespace fsin::workload
