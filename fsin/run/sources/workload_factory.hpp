// SPDX-License-Identifier: Apache-2.0
// Makes the workload of each run. A trace is opened once and shared by all runs; each run reads it on its own. So is a
// program, whose operations each run makes for itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/original_random.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/result/left_out.hpp"
#include "fsin/run/sources/trace_pool.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/jobs/background.hpp"
#include "trgen/jobs/job_set.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/replay/trace_sample.hpp"

namespace fsin::run::sources {

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
  static std::optional<WorkloadFactory> open(const experiment::LoadedExperiment& loaded, bool original,
                                             Diagnostics& diagnostics, TracePool* pool = nullptr);

  /// The workload of the run with this seed; for several threads at once. Throws record::TraceError when the trace
  /// cannot be read again. `original` and `timeline` (which may be null) must outlive the workload.
  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline = nullptr) const;

  /// The same of a trace or a program, before it is cut into packets.
  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const;

  /// Of a run with this seed in so many threads. Throws record::TraceError when the trace cannot be read again.
  Demand demand(std::uint64_t seed, unsigned threads) const;

  /// Of a trace or a program; 0 for synthetic load.
  std::size_t ranks() const {
    return jobs_ ? jobs_->ranks() : program_ ? program_->ranks() : trace_ ? trace_->ranks() : 0;
  }

  /// Jobs that run at once; none of any other workload.
  std::vector<trgen::jobs::JobRanks> jobs() const {
    return jobs_ ? jobs_->jobs() : std::vector<trgen::jobs::JobRanks>();
  }
  /// Of a run of them.
  std::vector<stats::JobFigures> figures_of_jobs(const stats::RunTotals& totals) const;
  /// Of a workload that make() returned and that has run; nothing where there is no background.
  std::optional<stats::BackgroundFigures> background(const workload::Workload& workload) const;
  /// Each job is to be simulated alone too.
  bool wants_slowdown() const;
  /// One of the jobs alone, on the nodes that it has among the others, without background.
  WorkloadFactory only_job(std::size_t job) const;

  /// There are jobs that are simulated so.
  bool has(trgen::jobs::JobModel model) const { return jobs_ && jobs_->has(model); }
  /// Null where it is in packets, and where there is none.
  const trgen::jobs::Background* background_by_flow() const {
    return background_ && background_->by_flow() ? &*background_ : nullptr;
  }
  /// Jobs or background are by flow (flow_jobs.hpp).
  bool has_flows() const { return has(trgen::jobs::JobModel::flow) || background_by_flow() != nullptr; }
  /// The jobs that are not, beside which the others take links by these rates.
  WorkloadFactory in_cycles(std::shared_ptr<const engine::LinkRates> rates) const;
  /// What takes links beside the workload; null: nothing.
  const engine::LinkRates* rates() const { return rates_.get(); }
  /// Of jobs, in a run with this seed.
  std::vector<NodeId> nodes_of_ranks(std::uint64_t seed) const;

  /// Rounds of the main loop of a program; 0 of anything that has none.
  std::uint64_t rounds() const;
  /// The program with the first of its rounds only; `marks` is told when they begin.
  WorkloadFactory with_rounds(std::uint64_t rounds, std::shared_ptr<trgen::replay::RoundMarks>& marks) const;

  /// The same synthetic workload at another load.
  WorkloadFactory with_load(double load) const;

  /// Phits per node and cycle that a synthetic workload asks for, mean over all nodes (some may be silent).
  std::optional<double> offered_load() const { return offered_; }
  /// Receives of ranks may take messages from any source.
  bool leaves_sources_open() const;
  /// Synthetic sources that make nothing while a packet waits for room. `original`: as the original simulator's do.
  bool sources_stall(bool original) const;
  /// Synthetic sources of which it can be judged whether their load is carried.
  bool is_memoryless() const;
  /// Of a workload that make() returned and that has run; nothing where it is no closed loop.
  std::optional<stats::RoundTrips> round_trips(const workload::Workload& workload) const;
  /// Uniform synthetic traffic: the closed-form capacity applies.
  bool is_uniform() const;
  /// A file that the workload reads.
  struct File {
    std::filesystem::path path;
    std::string digest;
    std::uint64_t ranks = 0;    ///< of a trace
    std::uint64_t records = 0;  ///< of a trace
    trgen::record::Omissions left_out{};
  };
  std::vector<File> files() const;
  /// Of all of them; empty where none is read.
  std::string digest_of_files() const;
  /// Of traces; nothing of synthetic load.
  result::LeftOut left_out() const;
  /// What `fsin check` tells of the workload: a line, and one more for the region of a trace.
  std::string summary() const;

 private:
  WorkloadFactory(experiment::Workloads::variant params, workload::NetworkFacts facts)
      : params_(std::move(params)), facts_(std::move(facts)) {}

  /// Of params_. False after an error.
  bool open_program(std::uint64_t seed, Diagnostics& diagnostics, const trgen::replay::MarkOf& mark_of);
  /// False after an error.
  bool open_jobs(const trgen::jobs::JobsParams& params, const experiment::Experiment& experiment, TracePool& traces,
                 Diagnostics& diagnostics, const trgen::replay::MarkOf& mark_of);
  /// False after an error.
  bool check_flows(const experiment::Experiment& experiment, Diagnostics& diagnostics, const Mark& mark) const;
  Demand packets_demand(const trgen::synth::PacketsParams& params, unsigned threads) const;
  Demand synthetic_demand(const trgen::synth::SyntheticParams& params, std::uint64_t seed) const;
  /// Nothing after an error.
  std::optional<trgen::replay::ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics,
                                                       const trgen::replay::MarkOf& mark_of) const;
  trgen::replay::ReplaySettings settings(std::uint64_t seed) const;
  /// Of a trace or a program.
  const trgen::replay::ReplayParams& replay_params() const;
  trgen::replay::ProcessSettings process_settings(std::uint64_t seed) const;

  experiment::Workloads::variant params_;
  workload::NetworkFacts facts_;
  std::optional<double> offered_;
  std::vector<File> files_;  ///< traces
  TracePool::Trace trace_;   ///< what is replayed of the one trace
  std::shared_ptr<const trgen::programs::Program> program_;
  std::shared_ptr<trgen::replay::RoundMarks> marks_;  ///< null: nobody is told of rounds
  trgen::programs::collectives::Choice choice_;       ///< of the program's collectives
  std::optional<trgen::jobs::JobSet> jobs_;
  std::optional<trgen::jobs::Background> background_;
  std::shared_ptr<const engine::LinkRates> rates_;
};

}  // namespace fsin::run::sources
