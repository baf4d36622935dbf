// SPDX-License-Identifier: Apache-2.0
// The memory that runs will take, part by part, before they run; and the refusal of what does not fit.
//
// Parts come from the sizes of the structs (engine/footprint.hpp, the workload's own) and from the packets expected
// (expected_traffic.hpp). The program with the experiment and the opened trace is what this process has at the moment.
#pragma once

#include <string>
#include <vector>

#include "fsin/core/host.hpp"
#include "fsin/core/memory_limit.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/run/prepared.hpp"

namespace fsin::forecast {

/// How runs will be made.
struct RunShape {
  engine::EngineKind engine = engine::EngineKind::event;
  unsigned runs = 1;        ///< side by side
  unsigned threads = 1;     ///< of each
  unsigned topologies = 1;  ///< different networks at a time
  unsigned processes = 1;   ///< that one run is divided among
  bool detail = false;      ///< phits by link are kept
};

struct MemoryPart {
  std::string name;
  double bytes = 0;  ///< of all runs together
  std::string what;
};

struct MemoryEstimate {
  std::vector<MemoryPart> parts;
  double total = 0;    ///< peak of the process
  double at_most = 0;  ///< the same with every queue full
  double shared = 0;   ///< of the total, what does not grow with the number of runs
  double nodes = 0;

  /// A line for each part, with bytes a node.
  std::string table() const;
};

/// `now` is what this process has before the topology is built. Throws record::TraceError when the trace cannot be read
/// again.
MemoryEstimate estimate_memory(const run::Prepared& prepared, const RunShape& shape, const ProcessMemory& now);

/// Adds an error at `mark` when the estimate is more than there is.
void check_fits(const MemoryEstimate& estimate, const RunShape& shape, const MemoryLimit& limit, const Mark& mark,
                Diagnostics& diagnostics);

}  // namespace fsin::forecast
