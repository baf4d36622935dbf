// SPDX-License-Identifier: Apache-2.0
// Activity of every rank and of its background in each cycle of a run, with the cause of each step: the input of a
// critical path (critical_path.hpp).
//
// Memory: 16 bytes a segment of a track, 56 more for a wait that a message ended, 24 a call, and about 100 for each
// message that has been delivered and not received. Packets that enter at equal distances share a segment.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "fsin/profile/call_names.hpp"

namespace fsin::profile {

class History final : public workload::Timeline {
 public:
  using Activity = workload::Activity;

  enum class Kind : std::uint8_t {
    compute,
    send,     ///< busy with calls, copies, or packets of which one enters each cycle
    packets,  ///< a packet enters every `detail` cycles, the last one in the last cycle; waits for room in between
    room,     ///< waits for room
    wait,     ///< waits for a message; `detail`: number of the message that ended the wait, or `by_background`, or
              ///< no_cause
    idle      ///< of a background: nothing to send; `detail` as for a wait: no_cause for its own rank
  };
  static constexpr std::uint32_t by_background = 0xfffffffe;

  /// Covers the cycles after the segment before it up to `last`.
  struct Segment {
    Cycle last = 0;
    std::uint32_t detail = 0;
    Kind kind = Kind::compute;
  };
  using Track = std::vector<Segment>;

  struct CallSpan {
    Cycle first = 0;
    Cycle last = never;  ///< `never`: the rank is still in it
    std::uint16_t name = no_call;
  };

  /// A message that let a rank or background go on.
  struct Cause {
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::int32_t tag = 0;
    std::uint32_t phits = 0;  ///< phits of its last packet; 0: not known
    std::uint16_t hops = 0;
    bool background = false;
    std::uint64_t bytes = 0;
    Cycle sent = 0;
    Cycle entered = 0;  ///< entry of its last packet
    Cycle delivered = 0;
  };

  /// `awaits_sends`: a wait that no message ended may have been one for the background.
  explicit History(std::size_t ranks, bool awaits_sends = true)
      : ranks_(ranks), awaits_sends_(awaits_sends), tracks_(2 * ranks), calls_(ranks), depth_(ranks), best_(ranks) {}

  workload::Calls calls() const override { return workload::Calls::needed; }
  void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override;
  void message(const workload::MessageLife& message) override;
  void enter(std::uint32_t rank, const workload::Call& call, Cycle first) override;
  void leave(std::uint32_t rank, Cycle last) override;
  void taken(std::uint32_t rank, std::uint32_t flow) override;
  std::uint32_t taken_behind(std::uint32_t rank, std::uint32_t flow) override;
  void background(std::uint32_t rank, Activity activity, Cycle first, Cycle last) override;
  void background_from(std::uint32_t rank, Cycle first, std::uint32_t cause) override;

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(ranks_); }
  /// Track of a rank; that of its background has the number rank + ranks().
  const Track& track(std::uint32_t number) const { return tracks_[number]; }
  const Cause& cause(std::uint32_t number) const { return causes_[number]; }
  /// The outermost call of the rank in a cycle, or none, and the first cycle from which on it has been there.
  struct Place {
    std::uint16_t call = no_call;
    Cycle first = 1;
  };
  Place place_at(std::uint32_t rank, Cycle cycle) const;
  const std::vector<CallName>& names() const { return names_.names(); }
  /// The message that was delivered last, if any.
  const Cause& last_delivered() const { return last_; }

  std::size_t bytes() const;

 private:
  void add(Track& track, Kind kind, Cycle last, std::uint32_t detail = 0);
  void add_send(Track& track, Cycle first, Cycle last);
  bool take(std::uint32_t rank, std::uint32_t flow, Cause& out);

  std::size_t ranks_;
  bool awaits_sends_;
  std::vector<Track> tracks_;
  std::vector<std::vector<CallSpan>> calls_;
  std::vector<std::uint32_t> depth_;
  std::vector<Cause> best_;  ///< by rank: of the messages it received, the one delivered last
  std::vector<Cause> causes_;
  std::unordered_map<std::uint64_t, std::deque<Cause>> arrived_;  ///< by rank and flow: delivered and not received
  CallNames names_;
  Cause last_;
};

}  // namespace fsin::profile
