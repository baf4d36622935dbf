// SPDX-License-Identifier: Apache-2.0
// All that fsin check finds out about an experiment before anything is simulated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/degraded.hpp"
#include "fsin/forecast/memory_estimate.hpp"
#include "fsin/forecast/pattern_loads.hpp"
#include "fsin/forecast/survey.hpp"
#include "fsin/run/bounds.hpp"

namespace fsin::forecast {

struct Checked {
  bool has_routers = true;  ///< false: the model of the network has nodes only; survey and deadlock are empty then
  std::size_t nodes = 0;
  std::size_t routers = 0;
  std::size_t links = 0;   ///< directed
  std::size_t queues = 0;  ///< one for each virtual channel of a link
  unsigned packet_phits = 0;
  double cycle_seconds = 0;
  std::vector<std::string> faults;   ///< for people: what fails, and which pairs of nodes it concerns
  std::optional<Degraded> degraded;  ///< only where something fails from the start
  run::Bounds bounds;
  double latency = 0;  ///< cycles of a full packet that meets no other, at the average distance
  Survey survey;
  PatternLoads loads;
  std::optional<deadlock::Verdict> deadlock;
  MemoryEstimate memory;
};

/// The network of `prepared` is built and has passed its checks.
Checked checked(const run::Prepared& prepared, MemoryEstimate memory, const TellStage& begin);

}  // namespace fsin::forecast
