// SPDX-License-Identifier: Apache-2.0
// CPU bursts of ranks that share the cores of a machine: while no more of them compute than it has cores, each has a
// core of its own; otherwise all have equal shares of the cores, as SimGrid shares them. What a rank does besides
// bursts takes no core.
//
// The last cycle of a burst is known as long as no other one begins on its machine; another one can only make it later.
// So a rank is asked again in the cycle that was its last, and settle() says whether it still is. Bursts of one cycle
// may be told in any order.
//
// Source: SimGrid 3.32, model Cas01 of CPUs (max-min fair shares of a host, each of them at most a core).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/core/ids.hpp"

namespace trgen::replay {

class NodeCores {
 public:
  using Cycle = fsin::Cycle;

  NodeCores() = default;
  /// `machine_of_rank`: numbers below the length of `cores`. Empty where every rank has a core of its own anyway.
  NodeCores(const std::vector<std::uint32_t>& cores, const std::vector<std::uint32_t>& machine_of_rank);

  bool empty() const { return bursts_.empty(); }
  /// The machine of the rank has more ranks than cores.
  bool shares(std::uint32_t rank) const { return !empty() && machines_[machine_of_[rank]].cores != 0; }

  /// A burst of the rank, which has no other one, begins in cycle `first` and takes so many cycles of a core.
  void begin(std::uint32_t rank, Cycle first, std::uint64_t cycles);
  /// The last cycle of the rank's burst, as known in cycle `now`; at most `now` where the burst is over.
  Cycle last(std::uint32_t rank, Cycle now);

  template <class Archive>
  void archive(std::uint32_t rank, Archive& a) {
    a(bursts_[rank], machines_[machine_of_[rank]].at);
  }

 private:
  struct Burst {
    double left = 0;   ///< cycles of a core; 0: none
    Cycle begins = 0;  ///< cycle before its first one
    Cycle ended = 0;   ///< its last cycle, once it is over
  };
  struct Machine {
    std::uint32_t cores = 0;  ///< 0: enough for all of its ranks
    std::vector<std::uint32_t> ranks;
    double at = 0;  ///< time up to which bursts have advanced; cycle c ends at time c
  };

  /// Lets the bursts of a machine advance to a time, and no further than to the end of the burst of `until`.
  double advance(const Machine& machine, std::vector<Burst>& bursts, double from, double to, std::uint32_t until) const;

  /// The time at which the burst of a rank ends, if all bursts of its machine have begun; empty if not.
  std::optional<double> end_among_begun(const Machine& machine, std::uint32_t rank);

  std::vector<Burst> bursts_;  ///< by rank
  std::vector<std::uint32_t> machine_of_;
  std::vector<Machine> machines_;
  std::vector<Burst> trial_;  ///< bursts as they will be
  std::vector<double> lefts_;
};

}  // namespace trgen::replay
