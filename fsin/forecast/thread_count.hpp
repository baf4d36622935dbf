// SPDX-License-Identifier: Apache-2.0
// In how many threads a run is made: as many as asked for, but not more than have something to do. Threads meet once a
// cycle, which takes them about a microsecond on cores of their own, and far longer where they have to share one. A hop
// of a packet is about 0.1 us of work, so with fewer than least_hops of them for each thread in a cycle a run is no
// sooner done in several threads (measured: docs/performance.md, "Several threads"). The result is the same in any
// case.
#pragma once

#include <string>

#include "fsin/run/prepared.hpp"

namespace fsin::forecast {

/// Hops of packets in a cycle that each thread should have: synthetic load.
inline constexpr double least_hops = 32;
/// Nodes that each thread should have: traces, where no more is known.
inline constexpr double least_nodes = 1024;

struct ThreadChoice {
  unsigned threads = 1;
  std::string why;  ///< one line for the user if they are fewer than asked for, else empty
};

/// `side_by_side` runs share the cores; `cores` of 0 stands for as many as wanted.
ThreadChoice useful_threads(unsigned wanted, const run::Prepared& prepared, unsigned side_by_side, unsigned cores);

/// Cores that this process may use.
unsigned usable_cores();

}  // namespace fsin::forecast
