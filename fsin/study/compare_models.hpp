// SPDX-License-Identifier: Apache-2.0
// One experiment under several models of its network: routers, cycle by cycle, and what the others make of the same
// workload, topology, routing and seed; and where they differ, by ranks, messages, phases and links.
//
// The parameters of a model are those of the experiment where it names that model, else derived (derived_model.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/profile/path_summary.hpp"
#include "fsin/result/model_check.hpp"
#include "fsin/run/progress_sink.hpp"
#include "fsin/stats/outcome.hpp"

namespace fsin::study {

struct ComparisonRequest {
  std::filesystem::path file;
  std::vector<std::string> overrides;
  std::vector<std::string> models;  ///< without routers, which are always there
  bool allow_deadlock = false;
  run::ProgressSink* progress = nullptr;
};

/// The result of the experiment under one model.
struct ModelResult {
  std::string name;
  std::string parameters;  ///< as network.model has them
  std::string origin;      ///< of the parameters, in words
  std::string refused;     ///< why there is no result; all below means nothing then
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle cycles = 0;
  double latency = 0;   ///< cycles, mean over packets, of synthetic load
  double accepted = 0;  ///< phits/node/cycle, of synthetic load
  double error = 0;     ///< of the main figure, relative to routers
  double cpu_s = 0;
  std::vector<Cycle> ranks;     ///< last cycle of each
  double mean_rank_error = 0;   ///< mean of absolute values
  double worst_rank_error = 0;  ///< with its sign
  std::uint32_t worst_rank = 0;
  std::vector<result::ModelCheck> checks;

  bool warns() const;
};

/// Messages of a class, or cycles of a phase: a value for each model, in their order.
struct ModelRow {
  std::string name;
  std::uint64_t messages = 0;  ///< that routers carried
  std::vector<double> values;
};

struct ModelComparison {
  std::string name;      ///< of the experiment
  std::string headline;  ///< network and workload
  std::uint64_t seed = 1;
  std::string figure;  ///< "cycles", "latency.mean" or "load.accepted": that of which errors are told
  double seconds_per_cycle = 0;
  double hops = 0;                  ///< mean over packets, under routers
  std::vector<ModelResult> models;  ///< routers first
  std::vector<ModelRow> sizes;      ///< mean latency of messages, cycles, by their size
  std::vector<ModelRow> distances;  ///< the same by the links between their nodes
  std::vector<ModelRow> phases;     ///< mean over ranks: cycles by call
  double mean_link = 0;             ///< part of the time for which links are busy, under routers
  double busiest_link = 0;
  std::uint32_t busiest_from = 0, busiest_to = 0;
  std::optional<profile::PathSummary> path;  ///< critical path under routers, of ranks
};

/// Nothing after an error in the experiment, or without a result of routers. Throws record::TraceError when a trace
/// cannot be read again.
std::optional<ModelComparison> compare_models(const ComparisonRequest& request, Diagnostics& diagnostics);

}  // namespace fsin::study
