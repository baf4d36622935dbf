// SPDX-License-Identifier: Apache-2.0
// How processes are run, with all files read and all units converted.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/replay/settings.hpp"

namespace trgen::replay {

/// What calls and messages cost beside the network. All times in cycles.
struct CallCosts {
  std::uint64_t send_overhead = 0;          ///< of a rank, before its message can leave
  std::uint64_t receive_overhead = 0;       ///< of a rank, after its message has come
  std::uint64_t eager = ~std::uint64_t{0};  ///< bytes of the longest message that leaves without asking
  bool progress_in_calls = false;           ///< requests and answers are acted upon while their rank is in a call only
  std::uint64_t copy_latency = 0;           ///< of a message within a node, at least 1 cycle altogether
  double copy_cycles_per_byte = 0;
};

struct ProcessSettings {
  std::uint32_t ranks = 0;
  bool outboxes = true;  ///< false: nothing leaves while its rank goes on
  Order order = Order::causal;
  Match match = Match::packets;
  bool bursts = false;                   ///< run CPU bursts; only with Order::causal
  std::vector<BurstClock> burst_clocks;  ///< converts bursts to cycles, if `bursts`: one for all ranks, or one for each
  CallCosts costs;
  bool wildcards = false;  ///< receives may leave source or tag open, and are matched as in MPI (matching.hpp)
  std::vector<std::uint32_t> node_of_task;  ///< of every rank, then of every outbox

  bool has_outboxes() const { return outboxes; }
  const BurstClock& burst_clock(std::uint32_t rank) const {
    return burst_clocks.size() == 1 ? burst_clocks[0] : burst_clocks[rank];
  }
};

}  // namespace trgen::replay
