// SPDX-License-Identifier: Apache-2.0
// Tells a timeline what the ranks of a live run do: bursts, calls, waits, and the messages that end these. Between two
// turns of a rank its log and its tests are laid beside each other by their times.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/live/clock_scale.hpp"
#include "fsin/live/rank_queues.hpp"
#include "fsin/workload/timeline.hpp"

namespace fsin::live {

/// What the ranks log of their calls comes by add().
class RankTeller final : public Chronicle {
 public:
  /// `test`: ps that a test without success takes.
  RankTeller(std::size_t ranks, const ClockScale& scale, std::uint64_t test)
      : scale_(scale), test_(test), ranks_(ranks) {}

  /// null: to none.
  void tell(workload::Timeline* timeline) { timeline_ = timeline; }
  workload::Timeline* timeline() const { return timeline_; }
  /// How the ranks are to log their calls.
  CallLog call_log() const;

  void add(std::uint32_t rank, const LogEntry& entry) override;
  void finish() override {}

  /// The rank has had its turn up to this time (ps); the tests were in it.
  void passed(std::uint32_t rank, std::uint64_t clock, std::span<const TestRow> tests);
  /// A wait takes the message with this number; before the wait is told.
  void taken(std::uint32_t rank, std::uint32_t number) { timeline_->taken(rank, number); }
  /// The rank has waited up to this time (ps).
  void waited(std::uint32_t rank, std::uint64_t clock) { advance(rank, clock, workload::Activity::wait_message); }
  /// The rank has come to its end, at this time (ps).
  void ended(std::uint32_t rank, std::uint64_t clock);
  /// A message within a node, which the rank sent; `life.delivered`: the last cycle of the copy.
  void copied(const workload::MessageLife& life);
  /// A message can leave from this cycle on, if none before it is still to leave.
  void leaves(std::uint32_t rank, Cycle first) { timeline_->background_from(rank, first, workload::no_cause); }

 private:
  struct Event {
    Logged kind = Logged::enter;
    std::uint32_t number = 0;  ///< of the call, or the receiver of a message
    std::uint64_t time = 0;    ///< ps
    std::uint64_t bytes = 0;
  };
  struct Rank {
    std::vector<std::string> names;  ///< of calls, by number
    std::vector<Event> events;       ///< not told yet
    Cycle last = 0;                  ///< told up to this cycle
    bool within = false;             ///< a call
  };

  void tell_up_to(std::uint32_t rank, Cycle last, workload::Activity activity);
  void advance(std::uint32_t rank, std::uint64_t clock, workload::Activity activity);
  void advance(std::uint32_t rank, std::uint64_t clock);
  void tell_event(std::uint32_t rank, const Event& event);

  ClockScale scale_;
  std::uint64_t test_;
  workload::Timeline* timeline_ = nullptr;
  std::vector<Rank> ranks_;
};

}  // namespace fsin::live
