// SPDX-License-Identifier: Apache-2.0
// Records for a timeline while ranks send packets: spans, and messages from their first packet's entry to their last
// packet's delivery.
//
// Messages under way are identified by a name. Those that share a name are complete in the order in which they were
// sent, which is what the receiver sees. A complete message is reported when it is received, or when the next one of
// its flow is complete: until then, packets of the same flow and cycle may turn out to have entered later, whatever the
// order in which they are reported. Several threads may call, serialised by a mutex: a timeline is no hot path.
#pragma once

#include <compare>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/input_output_error.hpp"
#include "fsin/workload/timeline.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::workload {

/// Name of a message: with pooled packets the properties common to all messages of their flow; otherwise the message's
/// own token.
struct LifeName {
  std::uint32_t receiver = 0;  ///< rank, or the share that numbers tokens
  std::uint32_t source = 0;    ///< rank, or the token
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t packets = 0;

  auto operator<=>(const LifeName&) const = default;
};

class MessageLives final : public Timeline {
 public:
  explicit MessageLives(Timeline* timeline) : timeline_(timeline) {}
  MessageLives(const MessageLives&) = delete;
  MessageLives& operator=(const MessageLives&) = delete;
  /// Tells what is left. A timeline that cannot be written keeps its error for its end (fsin/timeline/recorder.hpp).
  ~MessageLives() override {
    try {
      for (const auto& [flow, lives] : there_) tell(lives);
    } catch (const InputOutputError&) {
      return;
    }
  }

  /// True when there is a timeline; without one nothing may be reported.
  bool wanted() const { return timeline_ != nullptr; }

  Calls calls() const override { return timeline_->calls(); }
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
    tell_those_of({rank, flow});
    timeline_->taken(rank, flow);
  }
  std::uint32_t taken_behind(std::uint32_t rank, std::uint32_t flow) override {
    const std::lock_guard lock(turn_);
    tell_those_of({rank, flow});
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
    under_way_.emplace(name, message);
  }

  /// The message is complete, in this flow; `last` is the one of its packets that entered last.
  void end(const LifeName& name, const Delivery& last, std::uint32_t flow) {
    const std::lock_guard lock(turn_);
    const auto oldest = under_way_.lower_bound(name);
    if (oldest == under_way_.end() || oldest->first != name) return;
    MessageLife life = oldest->second;
    under_way_.erase(oldest);
    set_last(life, last);
    life.flow = flow;
    const FlowOf of{life.destination, flow};
    if (const auto known = there_.find(of); known != there_.end() && known->second.back().delivered != last.cycle)
      tell_those_of(of);
    there_[of].push_back(life);
  }

  /// Another packet of the flow has arrived in the same cycle as a message of it.
  void came_too(std::uint32_t receiver, std::uint32_t flow, const Delivery& packet) {
    const std::lock_guard lock(turn_);
    const auto known = there_.find({receiver, flow});
    if (known == there_.end()) return;
    for (MessageLife& life : known->second) {
      if (life.delivered == packet.cycle && life.entered < packet.entered) set_last(life, packet);
    }
  }

  /// State for a run that is continued later.
  void save(ByteWriter& out) const {
    out(static_cast<std::uint64_t>(under_way_.size()));
    for (const auto& [name, life] : under_way_) out(name, life);
  }
  void load(ByteReader& in) {
    std::uint64_t messages = 0;
    for (in(messages), under_way_.clear(); messages > 0; --messages) {
      LifeName name;
      MessageLife life;
      in(name, life);
      under_way_.emplace_hint(under_way_.end(), name, life);
    }
  }

 private:
  using FlowOf = std::pair<std::uint32_t, std::uint32_t>;  ///< receiver and flow

  static void set_last(MessageLife& life, const Delivery& packet) {
    life.delivered = packet.cycle;
    life.entered = packet.entered;
    life.hops = packet.hops;
    life.phits = packet.phits;
  }
  void tell(const std::vector<MessageLife>& lives) {
    for (const MessageLife& life : lives) timeline_->message(life);
  }
  void tell_those_of(const FlowOf& flow) {
    const auto known = there_.find(flow);
    if (known == there_.end()) return;
    tell(known->second);
    there_.erase(known);
  }

  Timeline* timeline_;
  std::mutex turn_;
  std::multimap<LifeName, MessageLife> under_way_;    ///< those that share a name in the order in which they were sent
  std::map<FlowOf, std::vector<MessageLife>> there_;  ///< complete, not reported yet
};

}  // namespace fsin::workload
