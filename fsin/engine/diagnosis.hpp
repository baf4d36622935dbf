// SPDX-License-Identifier: Apache-2.0
// Explains in words why nothing moves: which headers wait, for what, and a cycle of queues that wait for each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/engine/rules.hpp"

namespace fsin::engine {

enum class Obstacle : std::uint8_t { none, no_room, no_bubble, owned, failed };

/// One output channel that a waiting header could use.
struct Wanted {
  unsigned out = 0;  ///< output channel, port * vcs + vc
  Obstacle obstacle = Obstacle::none;
};

struct WaitingHeader {
  std::uint32_t router = 0;
  unsigned queue = 0;  ///< input queue; transit queues first
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::vector<Wanted> wanted;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.router, self.queue, self.source, self.destination, self.wanted);
  }
};

/// The headers that wait for nothing but failed links: their packets can never arrive.
std::vector<WaitingHeader> stranded(const std::vector<WaitingHeader>& headers);

/// Lines for RunTotals::diagnosis of a run with stranded packets, or with nodes that have packets to send and a failed
/// router.
std::vector<std::string> explain_stranded(const std::vector<WaitingHeader>& headers, const Rules& rules,
                                          const topology::Topology& topology, const std::vector<std::string>& silenced,
                                          Cycle now);
/// "node 5 has packets to send, and its router failed in cycle 100"
std::string silenced_line(std::uint32_t node, const topology::Topology& topology, Cycle now);

/// Lines for RunTotals::diagnosis of a deadlock. `explained` are the workload's own lines about who waits.
std::vector<std::string> diagnose(const std::vector<WaitingHeader>& headers, const Rules& rules,
                                  const topology::Topology& topology, const std::vector<std::string>& explained);

}  // namespace fsin::engine
