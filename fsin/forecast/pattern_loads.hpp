// SPDX-License-Identifier: Apache-2.0
// Channel loads under the pattern of an experiment, and the bound on the accepted load that follows from them
// (fsin/analysis/channel_loads.hpp).
//
// The bound: a link, or a node that consumes a phit a cycle, cannot carry more than it can, so that not all nodes can
// send more than the load at which the first of them is full. Beyond it some nodes fall behind; where the others are
// not held up by those, the mean over all nodes may still grow.
#pragma once

#include <cstdint>
#include <optional>
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
  double mean = 0;         ///< load over all links
  double capacity = 0;     ///< phits/node/cycle, over all nodes, that can be accepted at most
  std::string limit;       ///< what is full then: "output X+ of (0,0)", "consumption at node 3"
  double at_nodes = 0;     ///< the same of injection and consumption alone, under any routing; 0: not known
  std::string node_limit;  ///< what is full then
  bool known() const { return left_out.empty(); }
};

/// The network of `prepared` is built.
PatternLoads pattern_loads(const run::Prepared& prepared);

/// The load in phits/node/cycle that no run can accept more of, and what is full then.
struct KnownCapacity {
  double most = 0;
  std::string limit;

  bool is_below(double load) const { return load > most * (1 + 1e-9); }
};

/// The least of the closed form of uniform traffic, of what nodes inject and consume, and of the capacity of `loads`,
/// where that is exact.
KnownCapacity known_capacity(const run::Prepared& prepared, const topology::Geometry& geometry,
                             const PatternLoads& loads);
/// The same with loads as far as they are found in a moment.
KnownCapacity known_capacity(const run::Prepared& prepared, const topology::Topology& topology);

/// The load that is offered, where one is; nothing where it is searched for.
std::optional<double> load_asked(const run::Prepared& prepared);

/// Adds a warning at workload.load where more is offered than can be carried.
void warn_of_load(const run::Prepared& prepared, const KnownCapacity& capacity, Diagnostics& diagnostics);

/// Lines for people, each with its label.
std::string pattern_loads_text(const PatternLoads& loads);

}  // namespace fsin::forecast
