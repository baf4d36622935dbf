// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/jobs.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/sources/left_out.hpp"
#include "fsin/sources/replayed_source.hpp"
#include "fsin/sources/trace_pool.hpp"
#include "fsin/sources/whole_trace.hpp"
#include "fsin/workload/with_background.hpp"

namespace fsin::sources {
namespace {

using trgen::jobs::Background;
using trgen::jobs::JobModel;
using trgen::jobs::JobRanks;
using trgen::jobs::JobSet;
using trgen::jobs::JobsParams;
using trgen::replay::ReplaySettings;

class JobsSource final : public ReplayedSource, public JobSource {
 public:
  JobsSource(JobSet jobs, workload::NetworkFacts facts, bool slowdown, bool has_traces, std::vector<File> files)
      : ReplayedSource(std::move(facts)),
        jobs_(std::move(jobs)),
        slowdown_(slowdown),
        has_traces_(has_traces),
        files_(std::move(files)) {}

  void set_background(Background background) { background_ = std::move(background); }

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline) const override {
    auto jobs = ReplayedSource::make(seed, original, timeline);
    return background_ ? background_->beside(std::move(jobs), facts(), seed) : std::move(jobs);
  }

  std::string summary() const override {
    std::string text;
    for (const File& file : files_) text += trace_line(file);
    for (const JobRanks& job : jobs_.jobs()) {
      text += fmt::format("job           {}: {} ranks, begins {}{}\n", job.name, job.ranks - job.streams,
                          job.start == 0 ? "at once" : fmt::format("after {} cycles", grouped_text(job.start)),
                          job.model == JobModel::flow ? ", by flow" : "");
    }
    if (background_) text += fmt::format("background    {}\n", background_->text());
    if (const auto left = left_out_of(*this); !left.text.empty()) text += fmt::format("left out      {}\n", left.text);
    return text;
  }

  std::vector<File> files() const override { return files_; }

  Judging judging(std::uint64_t seed) const override {
    if (!background_ || background_->by_flow()) return ReplayedSource::judging(seed);
    return std::string(
        "jobs run to their end, and the load of the background beside them has no window in which it could be judged; "
        "compare background.entered with what it was asked for");
  }

  trgen::record::Omissions left_out_of_programs() const override {
    return omissions_of(jobs_.left_out_of_programs(), jobs_.ranks());
  }

  const JobSource* job_source() const override { return this; }

  std::size_t ranks() const override { return jobs_.ranks(); }

  std::vector<JobRanks> jobs() const override { return jobs_.jobs(); }
  bool wants_slowdown() const override { return slowdown_; }
  bool has_traces() const override { return has_traces_; }

  SourcePointer only(std::size_t job) const override {
    auto source = std::make_shared<JobsSource>(*this);
    source->jobs_ = jobs_.only(job);
    source->background_.reset();
    return source;
  }

  bool has(JobModel model) const override { return jobs_.has(model); }

  const Background* background_by_flow() const override {
    return background_ && background_->by_flow() ? &*background_ : nullptr;
  }

  SourcePointer in_cycles(std::shared_ptr<const engine::LinkRates> rates) const override {
    auto source = std::make_shared<JobsSource>(*this);
    source->jobs_ = jobs_.of(JobModel::network);
    if (background_by_flow() != nullptr) source->background_.reset();
    source->rates_ = std::move(rates);
    return source;
  }

  const engine::LinkRates* rates() const override { return rates_.get(); }

  std::vector<NodeId> nodes_of_ranks(std::uint64_t seed) const override {
    std::vector<NodeId> nodes;
    for (const std::uint32_t node : settings_of(seed).node_of_rank) nodes.emplace_back(node);
    return nodes;
  }

 private:
  std::optional<ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics) const override {
    return jobs_.settings(facts(), seed, diagnostics, [](std::string_view) { return Mark(); });
  }

  trgen::replay::MakeReader operations(const ReplaySettings& settings) const override {
    return jobs_.operations(settings);
  }

  trgen::replay::Sample sample(const ReplaySettings& /*settings*/, std::uint64_t seed, unsigned threads,
                               double& bytes) const override {
    return jobs_.sample(facts(), seed, threads, bytes);
  }

  JobSet jobs_;
  bool slowdown_, has_traces_;
  std::vector<File> files_;  ///< traces
  std::optional<Background> background_;
  std::shared_ptr<const engine::LinkRates> rates_;
};

/// False after an error: jobs by flow need routers, and others beside them.
bool check_flows(const JobsSource& source, const Opening& opening, std::string_view key) {
  if (!source.has_flows()) return true;
  const Mark mark = opening.mark_of(key);
  if (!opening.has_routers) {
    opening.diagnostics.error(
        mark,
        "model: flow puts jobs and background beside others that network.model: routers simulates in "
        "cycles; take that, or remove model: flow, since network.model is of all jobs here");
    return false;
  }
  if (source.has(JobModel::network)) return true;
  opening.diagnostics.error(mark, "all jobs are by flow, and none is left for the routers; write network.model: flow");
  return false;
}

/// False after an error: with routers, a receiver tells the sender by a message that its receive is posted.
bool check_starts(const ReplaySettings& settings, const Opening& opening) {
  if (!opening.has_routers) return true;
  for (const trgen::replay::Job& job : settings.jobs) {
    if (!job.rules.costs.start_matched) continue;
    opening.diagnostics.error(
        opening.mark_of("jobs"),
        fmt::format("job {}: mpi.start: matched is for a network.model without routers", job.name));
    return false;
  }
  return true;
}

}  // namespace

SourcePointer open_source(const JobsParams& params, const Opening& opening) {
  std::vector<File> files;
  bool has_traces = false;
  const auto open_workload = [&](const trgen::jobs::JobWorkloads::variant& workload, Diagnostics& diagnostics,
                                 const trgen::replay::MarkOf& of_job,
                                 const trgen::programs::NotHeededTo& tell) -> trgen::jobs::Opened {
    const auto* trace = std::get_if<trgen::replay::TraceParams>(&workload);
    has_traces = has_traces || trace != nullptr;
    auto program =
        trace != nullptr ? whole_program(*trace) : std::optional(std::get<trgen::replay::ProgramParams>(workload));
    if (program) {
      compute_at(opening.facts.node_speeds, *program);
      return std::move(*program);
    }
    const auto opened = opening.traces.open_checked(*trace, diagnostics, of_job, tell);
    if (!opened) return TracePool::Trace();
    files.push_back(file_of(*trace, *opened));
    return opened->trace;
  };
  auto jobs =
      JobSet::open(params, opening.facts, open_workload, opening.diagnostics, opening.mark_of, opening.unheeded);
  if (!jobs) return nullptr;
  const auto settings = jobs->settings(opening.facts, opening.seed, opening.diagnostics, opening.mark_of);
  if (!settings) return nullptr;
  const auto source =
      std::make_shared<JobsSource>(std::move(*jobs), opening.facts, params.slowdown, has_traces, std::move(files));
  if (!check_flows(*source, opening, "jobs") || !check_starts(*settings, opening)) return nullptr;
  if (!params.background) return source;
  auto background = Background::open(*params.background, opening.facts, opening.moves_packets, opening.diagnostics,
                                     opening.mark_of("background"));
  if (!background) return nullptr;
  source->set_background(std::move(*background));
  return check_flows(*source, opening, "background") ? source : nullptr;
}

}  // namespace fsin::sources
