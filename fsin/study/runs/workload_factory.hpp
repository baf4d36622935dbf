// SPDX-License-Identifier: Apache-2.0
// Makes the workload of each run. A trace is opened once and shared by all runs; each run reads it on its own. So is a
// program, whose operations each run makes for itself.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fsin/core/original_random.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/study/checks/left_out.hpp"
#include "fsin/study/experiments/experiment.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/replay/trace_sample.hpp"

namespace fsin::study {

/// Traces that several experiments share: each file is opened once, its collectives are expanded once with the same
/// algorithms, and each region of it is looked for once.
class TracePool {
 public:
  using Trace = std::shared_ptr<const trgen::record::TraceSource>;

  Trace open(const std::filesystem::path& file);

  /// What is replayed of a file that is open. Nothing after an error, which is in `diagnostics`.
  Trace region(const trgen::replay::TraceParams& params, Diagnostics& diagnostics,
               const trgen::replay::MarkOf& mark_of);

  /// What a replay leaves out of a region that was found before.
  const trgen::record::Omissions& left_out(const trgen::replay::TraceParams& params);

  /// Whether what is to be said of the file, or of what is left out of a region, has not been said yet.
  bool tell_of_file(const std::filesystem::path& file) { return told_files_.insert(file.string()).second; }
  bool tell_of_region(const trgen::replay::TraceParams& params) { return told_regions_.insert(key(params)).second; }

 private:
  using Key = std::array<std::string, 4>;  ///< file, collectives, from, to

  static std::string collectives(const trgen::replay::TraceParams& params) {
    if (!params.collectives.library) return {};
    return std::string(name_of(*params.collectives.library)) + params.collectives.text();
  }
  static Key key(const trgen::replay::TraceParams& params) {
    return {params.file.string(), collectives(params), params.region.from.value_or(""), params.region.to.value_or("")};
  }

  std::map<std::string, Trace> traces_;
  std::map<std::array<std::string, 2>, Trace> expanded_;  ///< by file and collectives
  std::map<Key, Trace> regions_;
  std::map<Key, trgen::record::Omissions> left_out_;
  std::set<std::string> told_files_;
  std::set<Key> told_regions_;
};

/// What a workload will ask of memory and of the network, as far as that can be told before it runs.
struct Demand {
  double bytes = 0;    ///< of the workload in one run; a trace that was opened is not in it
  double senders = 0;  ///< nodes that send at all
  /// Phits a cycle that each of them wants to send. Nothing: ranks, which send as fast as they can.
  std::optional<double> load;
  double packets_in_row = 0;  ///< ranks: packets of a sender before it waits for others
  /// Packets or messages from node to node, some of many. None: uniform traffic.
  std::vector<trgen::replay::Trip> trips;
};

class WorkloadFactory {
 public:
  /// Checks the workload against the network and opens the trace, which may take a while. `original`: the runs will
  /// draw from the original simulator's generator. Empty after an error, which is in `diagnostics`.
  /// Traces come from `pool` where one is given.
  static std::optional<WorkloadFactory> open(const LoadedExperiment& loaded, bool original, Diagnostics& diagnostics,
                                             TracePool* pool = nullptr);

  /// The workload of the run with this seed; for several threads at once. Throws record::TraceError when the trace
  /// cannot be read again. `original` and `timeline` (which may be null) must outlive the workload.
  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline = nullptr) const;

  /// The same of a trace or a program, before it is cut into packets.
  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const;

  /// Of a run with this seed in so many threads. Throws record::TraceError when the trace cannot be read again.
  Demand demand(std::uint64_t seed, unsigned threads) const;

  /// Of a trace or a program; 0 for synthetic load.
  std::size_t ranks() const { return program_ ? program_->ranks() : trace_ ? trace_->ranks() : 0; }

  /// The same synthetic workload at another load.
  WorkloadFactory with_load(double load) const;

  /// Phits per node and cycle that a synthetic workload asks for, mean over all nodes (some may be silent).
  std::optional<double> offered_load() const { return offered_; }
  /// Synthetic sources that make nothing while a packet waits for room. `original`: as the original simulator's do.
  bool sources_stall(bool original) const;
  /// Synthetic sources of which it can be judged whether their load is carried.
  bool is_memoryless() const;
  /// Of a workload that make() returned and that has run; nothing where it is no closed loop.
  std::optional<stats::RoundTrips> round_trips(const workload::Workload& workload) const;
  /// Uniform synthetic traffic: the closed-form capacity applies.
  bool is_uniform() const;
  /// Digest of the trace or of the file of packets; empty where none is read.
  std::string trace_digest() const;
  /// Of a trace; nothing of synthetic load.
  result::LeftOut left_out() const { return to_report(left_out_); }
  /// What `fsin check` tells of the workload: a line, and one more for the region of a trace.
  std::string summary() const;

 private:
  WorkloadFactory(Workloads::variant params, workload::NetworkFacts facts)
      : params_(std::move(params)), facts_(std::move(facts)) {}

  /// False after an error.
  bool open_trace(const LoadedExperiment& loaded, Diagnostics& diagnostics, TracePool& traces);
  Demand packets_demand(const trgen::synth::PacketsParams& params, unsigned threads) const;
  Demand synthetic_demand(const trgen::synth::SyntheticParams& params, std::uint64_t seed) const;
  /// Nothing after an error.
  std::optional<trgen::replay::ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics,
                                                       const trgen::replay::MarkOf& mark_of) const;
  trgen::replay::ReplaySettings settings(std::uint64_t seed) const;
  /// Of a trace or a program.
  const trgen::replay::ReplayParams& replay_params() const;
  trgen::replay::ProcessSettings process_settings(std::uint64_t seed) const;

  Workloads::variant params_;
  workload::NetworkFacts facts_;
  std::optional<double> offered_;
  TracePool::Trace file_;   ///< of a trace
  TracePool::Trace trace_;  ///< what is replayed of it
  std::shared_ptr<const trgen::programs::Program> program_;
  trgen::programs::collectives::Choice choice_;  ///< of the program's collectives
  trgen::record::Omissions left_out_;
};

}  // namespace fsin::study
