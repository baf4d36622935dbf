// SPDX-License-Identifier: Apache-2.0
// Tells a timeline (fsin/workload/timeline.hpp), if there is one, what the ranks of a share do. Bursts are told where
// they begin.
#pragma once

#include "trgen/replay/ranks/share_state.hpp"

namespace trgen::replay {

class Teller {
 public:
  explicit Teller(const ShareState& share) : share_(share) {}

  fsin::workload::Timeline* timeline() const { return share_.all.timeline; }

  /// The burst of the rank that ends in its last active cycle takes so many cycles.
  void burst(std::uint32_t rank, std::uint64_t cycles) const {
    if (timeline() != nullptr) tell_burst(rank, cycles);
  }
  /// The rank has gone on in cycle `now`; before, it was active up to cycle `active`.
  void passed(std::uint32_t rank, Cycle now, Cycle active) const {
    if (timeline() != nullptr) tell_passed(rank, now, active);
  }
  /// The rank is busy with what its calls cost, behind cycle `active`.
  void busy(std::uint32_t rank, Cycle active) const {
    if (timeline() != nullptr) tell_busy(rank, active);
  }
  /// The operation at the head enters or leaves a function.
  void call(std::uint32_t rank) const {
    if (timeline() != nullptr) tell_call(rank);
  }
  /// The operation at the head sends a message, or starts it.
  void start(std::uint32_t rank) const {
    if (timeline() != nullptr) tell_start(rank);
  }
  /// The rank takes a message of the flow.
  void taken(std::uint32_t rank, const Flow& flow) const {
    if (timeline() != nullptr) timeline()->taken(rank, flow.index);
  }
  /// The first message of the rank's outbox can leave from cycle `first` on.
  void background(std::uint32_t rank, Cycle first) const {
    if (timeline() != nullptr) tell_background(rank, first);
  }

 private:
  void tell_burst(std::uint32_t rank, std::uint64_t cycles) const;
  void tell_passed(std::uint32_t rank, Cycle now, Cycle active) const;
  void tell_busy(std::uint32_t rank, Cycle active) const;
  void tell_call(std::uint32_t rank) const;
  void tell_start(std::uint32_t rank) const;
  void tell_background(std::uint32_t rank, Cycle first) const;

  const ShareState& share_;
};

}  // namespace trgen::replay
