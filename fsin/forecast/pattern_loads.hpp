// SPDX-License-Identifier: Apache-2.0
// Channel loads under the pattern of an experiment, and the bound on the accepted load that follows from them
// (fsin/analysis/channel_loads.hpp).
//
// The bound: a link, or a node that consumes a phit a cycle, cannot carry more than it can, so that not all nodes can
// send more than the load at which the first of them is full. Beyond it some nodes fall behind; where the others are
// not held up by those, the mean over all nodes may still grow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/analysis/channel_loads.hpp"
#include "fsin/run/prepared.hpp"

namespace fsin::forecast {

struct PatternLoads {
  std::string pattern;   ///< name; empty for a trace, a program, or a network without routers
  std::string left_out;  ///< why there are no loads; empty where there are
  bool exact = false;    ///< at any load; false: as long as no packet waits
  std::uint32_t router = 0;
  unsigned port = 0;
  std::string link;          ///< the one that is full first: "X+ of (0,0)"
  double load = 0;           ///< phits a cycle on it when every node that sends at all sends one
  std::uint64_t alike = 0;   ///< links that are full together, this one included
  std::uint64_t unused = 0;  ///< links without any load
  std::uint64_t links = 0;
  double mean = 0;      ///< load over all links
  double capacity = 0;  ///< phits/node/cycle, over all nodes, that can be accepted at most
  std::string limit;    ///< what is full then: "output X+ of (0,0)", "consumption at node 3"
  bool known() const { return left_out.empty(); }
};

/// The network of `prepared` is built.
PatternLoads pattern_loads(const run::Prepared& prepared);

/// Lines for people, each with its label.
std::string pattern_loads_text(const PatternLoads& loads);

}  // namespace fsin::forecast
