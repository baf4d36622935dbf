// SPDX-License-Identifier: Apache-2.0
#include "trgen/jobs/job_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "fsin/config/entry.hpp"
#include "fsin/core/rng.hpp"
#include "trgen/jobs/jobs_reader.hpp"
#include "trgen/programs/collective_calls.hpp"

namespace trgen::jobs {
namespace {

using fsin::Diagnostics;
using fsin::Mark;
using replay::ReplaySettings;

constexpr std::uint32_t most_jobs = 65535;
constexpr std::uint64_t most_ranks = 0x7fffffff;

/// The first job has the seed of the run, as it would have in an experiment of its own.
std::uint64_t seed_of(std::uint64_t seed, std::size_t job) {
  if (job == 0) return seed;
  const fsin::PhiloxWords words = fsin::philox({seed, fsin::Purpose::job}, job);
  return fsin::join_words(words[0], words[1]);
}

std::shared_ptr<const RankWork> open_work(const JobWorkloads::variant& workload, const NetworkFacts& facts,
                                          const OpenWorkload& open_workload, Diagnostics& found, const MarkOf& mark_of,
                                          const programs::NotHeededTo& tell) {
  const Opened opened = open_workload(workload, found, mark_of, tell);
  if (const auto* trace = std::get_if<std::shared_ptr<const record::TraceSource>>(&opened)) {
    return *trace ? std::make_shared<RankWork>(std::get<replay::TraceParams>(workload), *trace) : nullptr;
  }
  const auto& program = std::get<replay::ProgramParams>(opened);
  auto made = replay::program_of(program, facts.nodes, found, mark_of);
  const auto choice = programs::collectives::choice_of(program.collectives, found, mark_of);
  if (!made || !choice) return nullptr;
  if (!programs::check_collectives(*made, *choice, tell, found, mark_of)) return nullptr;
  return std::make_shared<RankWork>(program, std::move(made), *choice);
}

/// What cannot differ between jobs, since their messages are carried alike.
void check_common(const replay::ReplayParams& params, const replay::ReplayParams& first, Diagnostics& found,
                  const Mark& mark) {
  if (params.order != replay::Order::causal)
    found.error(mark, "jobs run in causal order only; remove workload.order from the job");
  if (params.match != first.match)
    found.error(mark, "its workload.match is not that of the first job; give all jobs the same");
}

}  // namespace

std::optional<JobSet> JobSet::open(const JobsParams& params, const NetworkFacts& facts,
                                   const OpenWorkload& open_workload, Diagnostics& diagnostics, const MarkOf& mark_of,
                                   const programs::NotHeededTo& unheeded) {
  const std::size_t before = diagnostics.error_count();
  JobSet set;
  const Mark mark = mark_of("jobs");
  std::set<std::string> names;
  for (std::size_t i = 0; i < params.jobs.size(); ++i) {
    Diagnostics found;
    JobEntry entry;
    entry.name = fmt::format("job {}", i + 1);
    fsin::config::read_entry(params.jobs[i], mark, entry, found);
    std::shared_ptr<const RankWork> work;
    const auto tell = [&](std::string_view key, const std::string& why) {
      unheeded(fmt::format("jobs[{}].workload.collectives.{}", i, key), why);
    };
    const auto there = [&mark](std::string_view) { return mark; };
    if (found.error_count() == 0) work = open_work(entry.workload, facts, open_workload, found, there, tell);
    if (work)
      check_common(work->params(), set.plans_.empty() ? work->params() : set.plans_.front().work->params(), found,
                   mark);
    if (!names.insert(entry.name).second)
      found.error(mark, fmt::format("another job is called {} too; give it a name of its own", entry.name));
    fsin::config::pass_on(found, mark, fmt::format("jobs, entry {}: ", i + 1), diagnostics);
    if (!work) continue;
    const fsin::Cycle start =
        fsin::LinkClock{facts.bit_rate, std::uint64_t{8} * facts.phit_bytes, 1}.cycles(entry.start);
    for (std::uint32_t copy = 1; copy <= entry.copies; ++copy)
      set.plans_.push_back(
          {entry.copies == 1 ? entry.name : fmt::format("{} {}", entry.name, copy), start, entry.model, work});
  }
  if (diagnostics.error_count() != before || set.plans_.empty()) return std::nullopt;
  std::uint64_t ranks = 0;
  for (const JobPlan& plan : set.plans_) ranks += plan.work->ranks();
  if (set.plans_.size() > most_jobs || ranks > most_ranks) {
    diagnostics.error(mark, fmt::format("{} jobs with {} ranks are more than can run at once; the limits are {} and {}",
                                        set.plans_.size(), ranks, most_jobs, most_ranks));
    return std::nullopt;
  }
  set.runs_.resize(set.plans_.size());
  std::iota(set.runs_.begin(), set.runs_.end(), std::size_t{0});
  return set;
}

std::vector<JobRanks> JobSet::jobs() const {
  std::vector<JobRanks> jobs;
  std::uint32_t first = 0;
  for (const std::size_t i : runs_) {
    const RankWork& work = *plans_[i].work;
    jobs.push_back({plans_[i].name, first, work.ranks(), work.streams(), plans_[i].start, plans_[i].model});
    first += plans_[i].work->ranks();
  }
  return jobs;
}

record::Losses JobSet::left_out_of_programs() const {
  record::Losses all;
  for (const std::size_t i : runs_) {
    const record::Losses more = plans_[i].work->left_out_of_program();
    for (const auto& [what, count] : more.counts()) all.add(what, count);
  }
  return all;
}

std::uint32_t JobSet::ranks() const { return jobs().back().first + jobs().back().ranks; }

JobSet JobSet::only(std::size_t job) const {
  JobSet alone = *this;
  alone.runs_ = {runs_[job]};
  return alone;
}

JobSet JobSet::of(JobModel model) const {
  JobSet some = *this;
  std::erase_if(some.runs_, [&](std::size_t i) { return plans_[i].model != model; });
  return some;
}

std::optional<std::vector<ReplaySettings>> JobSet::each(const NetworkFacts& facts, std::uint64_t seed,
                                                        Diagnostics& diagnostics, const MarkOf& mark_of) const {
  const Mark mark = mark_of("jobs");
  std::vector<std::uint8_t> taken(facts.nodes);
  std::vector<ReplaySettings> all;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    Diagnostics found;
    auto settings =
        plans_[i].work->settings(facts, seed_of(seed, i), taken, found, [&mark](std::string_view) { return mark; });
    fsin::config::pass_on(found, mark, plans_[i].name + ": ", diagnostics);
    if (!settings) return std::nullopt;
    settings->start = plans_[i].start;
    for (const std::uint32_t node : settings->node_of_rank) taken[node] = 1;
    all.push_back(std::move(*settings));
  }
  return all;
}

std::optional<ReplaySettings> JobSet::settings(const NetworkFacts& facts, std::uint64_t seed, Diagnostics& diagnostics,
                                               const MarkOf& mark_of) const {
  const auto all = each(facts, seed, diagnostics, mark_of);
  if (!all) return std::nullopt;
  ReplaySettings together;
  together.match = all->front().match;
  for (const std::size_t i : runs_) {
    const ReplaySettings& one = (*all)[i];
    together.outboxes = together.outboxes || one.outboxes;
    together.wildcards = together.wildcards || one.wildcards;
    together.jobs.push_back({plans_[i].name, together.ranks(), one.ranks(), one});
    if (together.stream_of.empty() && !one.stream_of.empty()) {
      together.stream_of.resize(together.ranks());
      std::iota(together.stream_of.begin(), together.stream_of.end(), 0U);
    }
    for (std::uint32_t rank = 0; rank < one.ranks() && (!together.stream_of.empty() || !one.stream_of.empty()); ++rank)
      together.stream_of.push_back(together.ranks() + one.whole_rank(rank));
    together.job_of_rank.insert(together.job_of_rank.end(), one.ranks(),
                                static_cast<std::uint16_t>(together.jobs.size() - 1));
    together.node_of_rank.insert(together.node_of_rank.end(), one.node_of_rank.begin(), one.node_of_rank.end());
  }
  return together;
}

replay::MakeReader JobSet::operations(const ReplaySettings& settings) const {
  std::vector<replay::MakeReader> makers;
  for (const std::size_t i : runs_) makers.push_back(plans_[i].work->operations(settings.jobs[makers.size()].rules));
  return [makers, jobs = settings.jobs, job_of_rank = settings.job_of_rank] {
    std::vector<std::unique_ptr<replay::OperationReader>> readers;
    for (const auto& make : makers) readers.push_back(make());
    return std::make_unique<JobsReader>(std::move(readers), jobs, job_of_rank);
  };
}

replay::Sample JobSet::sample(const NetworkFacts& facts, std::uint64_t seed, unsigned threads, double& bytes) const {
  Diagnostics ignored;
  replay::Sample all;
  const auto settings = each(facts, seed, ignored, [](std::string_view) { return Mark(); });
  double senders = 0;
  bytes = 0;
  if (!settings) return all;
  for (const std::size_t i : runs_) {
    const RankWork& work = *plans_[i].work;
    const replay::Sample one = work.sample((*settings)[i], facts);
    bytes += work.bytes((*settings)[i], facts, one, threads);
    senders += one.senders * work.ranks();
    all.packets_in_row = std::max(all.packets_in_row, one.packets_in_row);
    all.sends_in_row = std::max(all.sends_in_row, one.sends_in_row);
    all.sends += one.sends * work.ranks() / std::max<double>(1, ranks());
    all.trips.insert(all.trips.end(), one.trips.begin(), one.trips.end());
  }
  all.senders = senders / std::max<double>(1, ranks());
  return all;
}

}  // namespace trgen::jobs
