// SPDX-License-Identifier: Apache-2.0
// Jobs that run at once, as one set of ranks: those of the first job come first, then those of the second, and so on.
// Their messages never meet, as ranks of one job know none of another; what they share is the network.
//
// Each job has a seed of its own, made from that of the run, so that copies of a job do not have the same noise. Jobs
// are placed in their order, each on nodes that none before it has taken. Not modelled: several jobs on one node, and
// jobs that wait for others to end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "trgen/jobs/rank_work.hpp"
#include "trgen/programs/collective_calls.hpp"

namespace trgen::jobs {

/// What a job runs: the records of a trace (null after an error), or a program, as which a time-independent trace is
/// run.
using Opened = std::variant<std::shared_ptr<const record::TraceSource>, replay::ProgramParams>;
/// Opens the workload of a job as it would be opened alone. Errors are in the diagnostics.
using OpenWorkload = std::function<Opened(const JobWorkloads::variant&, fsin::Diagnostics&, const MarkOf&,
                                          const programs::NotHeededTo&)>;

struct JobPlan {
  std::string name;
  fsin::Cycle start = 0;  ///< last cycle before it begins
  JobModel model = JobModel::network;
  std::shared_ptr<const RankWork> work;
};

/// Where the ranks of a job are among those of all.
struct JobRanks {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t ranks = 0;    ///< the streams of ranks among them
  std::uint32_t streams = 0;  ///< of the ranks: further streams of others
  fsin::Cycle start = 0;
  JobModel model = JobModel::network;
};

class JobSet {
 public:
  /// Reads and opens the jobs; `unheeded` takes values of theirs that their ranks do not follow, with keys like
  /// "jobs[0].workload.collectives.allreduce". Nothing after an error, which is in `diagnostics`.
  static std::optional<JobSet> open(const JobsParams& params, const NetworkFacts& facts,
                                    const OpenWorkload& open_workload, fsin::Diagnostics& diagnostics,
                                    const MarkOf& mark_of, const programs::NotHeededTo& unheeded);

  std::vector<JobRanks> jobs() const;
  std::uint32_t ranks() const;
  /// Traffic that its programs leave out of their traces (programs::Program::left_out).
  record::Losses left_out_of_programs() const;

  /// One of jobs() alone, on the nodes that it has among the others.
  JobSet only(std::size_t job) const;
  /// Those of jobs() that are simulated so, on the nodes that they have among the others; perhaps none, and then
  /// nothing else may be asked.
  JobSet of(JobModel model) const;
  bool has(JobModel model) const { return !of(model).runs_.empty(); }

  /// For one run. Nothing after an error, which is in `diagnostics`.
  std::optional<replay::ReplaySettings> settings(const NetworkFacts& facts, std::uint64_t seed,
                                                 fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;

  /// The operations of all ranks, for a replay with these settings.
  replay::MakeReader operations(const replay::ReplaySettings& settings) const;

  /// Of all jobs together; `bytes` is the memory of their ranks.
  replay::Sample sample(const NetworkFacts& facts, std::uint64_t seed, unsigned threads, double& bytes) const;

 private:
  /// The settings of each job by itself.
  std::optional<std::vector<replay::ReplaySettings>> each(const NetworkFacts& facts, std::uint64_t seed,
                                                          fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;

  std::vector<JobPlan> plans_;
  std::vector<std::size_t> runs_;  ///< those of plans_ that run, ascending
};

}  // namespace trgen::jobs
