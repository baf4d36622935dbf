// SPDX-License-Identifier: Apache-2.0
// Optional ability of a walker: its virtual channels are a ladder with a level for every link that a packet crosses, so
// that no channels wait for each other in a cycle, whatever the ways are (docs/model/routing.md, "Over any network",
// has the proof). An algorithm has it by a function whole_ladder() of its own.
#pragma once

namespace fsin::routing {

class HopLadder {
 public:
  HopLadder() = default;
  HopLadder(const HopLadder&) = delete;
  HopLadder& operator=(const HopLadder&) = delete;
  virtual ~HopLadder() = default;

  /// Links between switches on the longest way of a packet, where the ladder has a level for each of them. 0: it has
  /// fewer levels, or there is no ladder, and only following the packets tells.
  virtual unsigned whole_ladder() const = 0;
};

}  // namespace fsin::routing
