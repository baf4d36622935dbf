// SPDX-License-Identifier: Apache-2.0
// Two traces in simulated time: each is replayed on the same network, and the ends of the runs and of their ranks are
// laid side by side. `trgen compare` compares records, volumes and loops; it cannot simulate, since trgen makes
// workloads and knows no network.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/ids.hpp"
#include "fsin/core/input_path.hpp"
#include "fsin/run/progress_sink.hpp"
#include "fsin/stats/outcome.hpp"
#include "fsin/study/rank_errors.hpp"

namespace fsin::study {

struct TraceComparisonRequest {
  std::array<std::string, 2> traces;
  /// Its network, and what it says of the replay where its workload is a trace; without one, the default network.
  std::optional<std::filesystem::path> experiment;
  std::vector<std::string> overrides;
  bool allow_deadlock = false;
  run::ProgressSink* progress = nullptr;
  /// Called before each run with all files that it reads; errors stop it.
  std::function<void(const Inputs& inputs, Diagnostics& diagnostics)> check_inputs;
};

/// One trace, replayed.
struct TimedTrace {
  std::string name;
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle cycles = 0;
  double seconds = 0;
  std::uint64_t messages = 0;
  double computing = 0;      ///< cycles, mean over ranks
  double waiting = 0;        ///< the same, for messages or for room
  std::vector<Cycle> ranks;  ///< last cycle of each
  std::string fingerprint;

  bool finished() const { return outcome == stats::Outcome::finished; }
};

struct TraceComparison {
  std::string network;           ///< in one line
  bool default_network = false;  ///< no experiment was given
  double seconds_per_cycle = 0;
  std::array<TimedTrace, 2> traces;
  double error = 0;  ///< of the cycles of the second trace, relative to the first
  RankErrors ranks;
  bool same_ranks = false;
};

/// The network of a comparison without an experiment: of `nodes` nodes, as an experiment.
std::string default_network(std::uint32_t nodes);

/// Nothing after an error, or an interrupt. Throws trgen::record::TraceError when a trace cannot be read again.
std::optional<TraceComparison> compare_traces(const TraceComparisonRequest& request, Diagnostics& diagnostics);

}  // namespace fsin::study
