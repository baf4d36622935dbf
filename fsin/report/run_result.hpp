// SPDX-License-Identifier: Apache-2.0
// What `fsin run` has to report: one run for each seed, with what they share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fsin/report/host_usage.hpp"
#include "fsin/report/left_out.hpp"
#include "fsin/stats/activity_chart.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {

/// A load that the search for saturation tried.
struct Probe {
  double load = 0;  ///< phits/node/cycle
  double accepted = 0;
  double latency = 0;  ///< cycles, mean from generation
  bool saturated = false;
};

struct RunResult {
  stats::RunRecord record;
  HostUsage host;
  std::optional<stats::ActivityChart> activity;  ///< of the ranks of a trace, when asked for
  std::vector<Probe> probes;                     ///< in the order in which they were tried
};

struct ExperimentResult {
  std::string name;         ///< of the experiment; the file's stem when it gives none
  std::string description;  ///< may be empty
  std::string headline;     ///< network and workload in one line
  std::string engine;       ///< "event", "reference"
  std::string rng;          ///< "philox", "original"
  std::string version;      ///< of the program, with the revision
  double confidence = 0.99;
  std::size_t runs_wanted = 1;    ///< replications asked for; fewer are in `runs` after an interruption
  nlohmann::ordered_json config;  ///< resolved, every key
  LeftOut left_out;               ///< of the workload of every run
  std::string config_yaml;        ///< the same as YAML
  std::vector<RunResult> runs;    ///< in order of seed
};

/// The outcome of the whole: the worst of its runs, interrupted when some are missing.
stats::Outcome overall_outcome(const ExperimentResult& result);

/// True when the figures cover less than was asked for.
inline bool is_partial(const RunResult& run) { return run.record.totals.outcome == stats::Outcome::interrupted; }

/// The fingerprint as it is printed: 16 hexadecimal digits.
std::string fingerprint_text(std::uint64_t fingerprint);

}  // namespace fsin::report
