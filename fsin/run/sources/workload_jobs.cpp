// SPDX-License-Identifier: Apache-2.0
// What a factory of workloads does for several jobs (trgen/jobs).
#include <fmt/format.h>

#include <span>

#include "fsin/engine/engine.hpp"
#include "fsin/run/sources/workload_factory.hpp"
#include "fsin/workload/with_background.hpp"

namespace fsin::run::sources {

using trgen::jobs::JobsParams;
using trgen::replay::TraceParams;

bool WorkloadFactory::open_jobs(const JobsParams& params, const experiment::Experiment& experiment, TracePool& traces,
                                Diagnostics& diagnostics, const trgen::replay::MarkOf& mark_of) {
  const auto open_trace = [&](const TraceParams& trace, const trgen::replay::MarkOf& of_job) -> TracePool::Trace {
    const auto opened = traces.open_checked(trace, diagnostics, of_job);
    if (!opened) return nullptr;
    files_.push_back(
        {trace.file, opened->file->digest(), opened->file->ranks(), opened->file->records(), opened->left_out});
    return opened->trace;
  };
  jobs_ = trgen::jobs::JobSet::open(params, facts_, open_trace, diagnostics, mark_of);
  if (!jobs_) return false;
  const auto settings = jobs_->settings(facts_, experiment.measure.seed, diagnostics, mark_of);
  if (!settings) return false;
  if (!check_flows(experiment, diagnostics, mark_of("jobs"))) return false;
  const bool routers = std::holds_alternative<engine::RoutersModel>(experiment.network.model);
  for (const trgen::replay::Job& job : settings->jobs) {
    if (!routers || !job.rules.costs.start_matched) continue;
    diagnostics.error(mark_of("jobs"),
                      fmt::format("job {}: mpi.start: matched is for a network.model without routers", job.name));
    return false;
  }
  if (!params.background) return true;
  const bool packets = !engine::carries_messages(experiment::design_of(experiment));
  background_ = trgen::jobs::Background::open(*params.background, facts_, packets, diagnostics, mark_of("background"));
  return background_ && check_flows(experiment, diagnostics, mark_of("background"));
}

bool WorkloadFactory::check_flows(const experiment::Experiment& experiment, Diagnostics& diagnostics,
                                  const Mark& mark) const {
  if (!has_flows()) return true;
  const std::size_t before = diagnostics.error_count();
  if (!std::holds_alternative<engine::RoutersModel>(experiment.network.model)) {
    diagnostics.error(mark,
                      "model: flow puts jobs and background beside others that network.model: routers simulates in "
                      "cycles; take that, or remove model: flow, since network.model is of all jobs here");
  } else if (!has(trgen::jobs::JobModel::network)) {
    diagnostics.error(mark, "all jobs are by flow, and none is left for the routers; write network.model: flow");
  }
  return diagnostics.error_count() == before;
}

std::vector<stats::JobFigures> WorkloadFactory::figures_of_jobs(const stats::RunTotals& totals) const {
  std::vector<stats::JobFigures> figures;
  for (const auto& job : jobs()) {
    if (std::size_t{job.first} + job.ranks > totals.ranks.size()) break;
    figures.push_back(stats::job_figures(job.name, job.start, std::span(totals.ranks).subspan(job.first, job.ranks)));
  }
  return figures;
}

std::optional<stats::BackgroundFigures> WorkloadFactory::background(const workload::Workload& workload) const {
  if (!background_ || background_->by_flow()) return std::nullopt;
  const workload::BackgroundCount count = workload::background_of(workload);
  return stats::BackgroundFigures{count.entered, count.delivered};
}

bool WorkloadFactory::wants_slowdown() const {
  const auto* jobs = std::get_if<JobsParams>(&params_);
  return jobs != nullptr && jobs->slowdown;
}

WorkloadFactory WorkloadFactory::only_job(std::size_t job) const {
  WorkloadFactory factory = *this;
  factory.jobs_ = jobs_->only(job);
  factory.background_.reset();
  return factory;
}

WorkloadFactory WorkloadFactory::in_cycles(std::shared_ptr<const engine::LinkRates> rates) const {
  WorkloadFactory factory = *this;
  factory.jobs_ = jobs_->of(trgen::jobs::JobModel::network);
  if (background_by_flow() != nullptr) factory.background_.reset();
  factory.rates_ = std::move(rates);
  return factory;
}

std::vector<NodeId> WorkloadFactory::nodes_of_ranks(std::uint64_t seed) const {
  const trgen::replay::ProcessSettings settings = process_settings(seed);
  std::vector<NodeId> nodes;
  for (std::uint32_t rank = 0; rank < settings.ranks; ++rank) nodes.emplace_back(settings.node_of_task[rank]);
  return nodes;
}

}  // namespace fsin::run::sources
