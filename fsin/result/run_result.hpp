// SPDX-License-Identifier: Apache-2.0
// What `fsin run` has to report about one run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/core/host.hpp"
#include "fsin/profile/message_log.hpp"
#include "fsin/profile/run_profile.hpp"
#include "fsin/result/left_out.hpp"
#include "fsin/result/model_check.hpp"
#include "fsin/result/sampling.hpp"
#include "fsin/result/unheeded.hpp"
#include "fsin/stats/activity_chart.hpp"
#include "fsin/stats/message_times.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::result {

/// A load that the search for saturation tried.
struct Probe {
  double load = 0;  ///< phits/node/cycle
  double accepted = 0;
  double latency = 0;        ///< cycles, mean from generation
  std::uint64_t cycles = 0;  ///< of the window
  bool saturated = false;    ///< more is offered than is accepted
  bool slow = false;         ///< the latency is above three times that of a packet alone
};

/// What made a run, what it left out of its load, and what it did not follow: the same for all runs of an experiment.
struct RunOrigin {
  std::string engine;   ///< "event", "reference"
  std::string rng;      ///< "philox", "original"
  std::string version;  ///< of the program, with the revision
  std::string program;  ///< digest of its simulating code
  LeftOut left_out;     ///< of the workload
  std::vector<Unheeded> unheeded;
};

struct RunResult {
  stats::RunRecord record;
  HostUsage host;
  std::optional<stats::ActivityChart> activity;      ///< of the ranks of a trace, when asked for
  std::optional<profile::RunProfile> profile;        ///< of ranks, when asked for
  std::vector<Probe> probes;                         ///< in the order in which they were tried
  std::optional<Sampling> sampling;                  ///< of a run that measure.sample may have shortened
  std::vector<ModelCheck> model_checks;              ///< of a model without routers: how far it can be trusted
  std::optional<profile::MessageLog> messages;       ///< when asked for
  std::optional<stats::MessageTimes> message_times;  ///< of a run whose messages are written
};

/// True when the figures cover less than was asked for.
inline bool is_partial(const RunResult& run) { return run.record.totals.outcome == stats::Outcome::interrupted; }

/// The fingerprint as it is printed: 16 hexadecimal digits.
std::string fingerprint_text(std::uint64_t fingerprint);

}  // namespace fsin::result
