// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/live.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/core/text.hpp"
#include "fsin/live/live_ranks.hpp"
#include "fsin/sources/live_cpu_times.hpp"
#include "fsin/sources/live_trace.hpp"
#include "fsin/sources/source.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/record/work_rate.hpp"
#include "trgen/replay/replay_params.hpp"

namespace fsin::sources {
namespace {

std::uint64_t picoseconds(Nanoseconds time) { return static_cast<std::uint64_t>(std::llround(time.value * 1000)); }

/// A burst behind a message that a rank has waited for begins in the cycle after that of its receipt, as everywhere in
/// fsin. Where nothing is computed, nothing begins.
std::uint64_t cycle_before_burst(const live::Costs& costs, const live::ClockScale& scale) {
  const bool computes = costs.cpu != live::CpuModel::none && (costs.cpu != live::CpuModel::fixed || costs.burst != 0);
  return computes ? scale.picoseconds(1) : 0;
}

live::Costs costs_of(const LiveParams& params, const live::ClockScale& scale) {
  live::Costs costs;
  costs.cpu = params.cpu.replay ? live::CpuModel::replayed : params.cpu.model;
  costs.ahead = params.cpu.side_by_side ? 1 : 0;
  costs.scale = params.cpu.scale.value_or(1.0);
  costs.burst = picoseconds(params.cpu.burst.value_or(Nanoseconds{1000}));
  costs.send = picoseconds(params.mpi.send_overhead);
  costs.receive = picoseconds(params.mpi.receive_overhead);
  costs.test = picoseconds(params.mpi.test_overhead);
  costs.cycle = cycle_before_burst(costs, scale);
  costs.sample = params.cpu.sample.value_or(0);
  return costs;
}

/// Files that a run leaves.
struct ByProducts {
  std::optional<std::string> cpu_times;
  std::optional<std::string> trace;

  live::Logging logging() const {
    if (trace) return live::Logging::everything;
    return cpu_times ? live::Logging::bursts : live::Logging::nothing;
  }
  std::vector<std::unique_ptr<live::Chronicle>> begin(const live::Command& command) const {
    std::vector<std::unique_ptr<live::Chronicle>> chronicles;
    if (cpu_times) {
      OutputFile::probe(*cpu_times);
      chronicles.push_back(write_cpu_times(*cpu_times, command.ranks, command.words));
    }
    if (trace) {
      OutputFile::probe(*trace);
      chronicles.push_back(write_live_trace(*trace, command.ranks));
    }
    return chronicles;
  }
};

class LiveSource final : public Source, public RankSource, public Stoppable, public Writing {
 public:
  LiveSource(live::LiveSettings settings, ByProducts by_products, trgen::replay::Placement placement,
             workload::NetworkFacts facts)
      : settings_(std::move(settings)),
        by_products_(std::move(by_products)),
        placement_(std::move(placement)),
        facts_(std::move(facts)) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* /*original*/,
                                           workload::Timeline* timeline) const override {
    return workload::make_packetised(make_messages(seed), facts_, {false, nullptr, timeline});
  }

  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const override {
    live::LiveSettings settings = settings_;
    settings.session.interrupted = interrupted_.load();
    Diagnostics diagnostics;
    trgen::replay::Problem problem;
    settings.node_of_rank =
        trgen::replay::place(placement_, {settings.session.command.ranks, facts_, seed}, diagnostics, problem);
    if (!diagnostics.ok()) problem = diagnostics.text();
    if (!problem.empty()) throw trgen::record::TraceError(problem);
    auto chronicles = by_products_.begin(settings.session.command);
    return std::make_unique<live::LiveRanks>(std::move(settings), std::move(chronicles));
  }

  std::vector<Written> written() const override {
    std::vector<Written> files;
    if (by_products_.cpu_times) files.push_back({"workload.cpu.record", *by_products_.cpu_times});
    if (by_products_.trace) files.push_back({"workload.trace", *by_products_.trace});
    return files;
  }

  void stop_by(const std::atomic<bool>* interrupted) const override { interrupted_.store(interrupted); }

  Demand demand(std::uint64_t /*seed*/, unsigned /*threads*/) const override {
    Demand demand;
    demand.tasks = 2.0 * static_cast<double>(ranks());
    demand.senders = static_cast<double>(ranks());
    demand.bytes = demand.tasks * 1024;
    return demand;
  }

  std::string summary() const override {
    std::string words;
    for (const std::string& word : settings_.session.command.words) words += (words.empty() ? "" : " ") + word;
    return fmt::format("program       {}, {} by {}\n", words, counted(ranks(), "rank"), settings_.session.tools.mpirun);
  }

  Judging judging(std::uint64_t /*seed*/) const override {
    return std::string("ranks run to their end and send when they get to it: no load is offered in time");
  }

  const RankSource* rank_source() const override { return this; }
  const Writing* writing() const override { return this; }
  const Stoppable* stoppable() const override { return this; }
  std::size_t ranks() const override { return settings_.session.command.ranks; }
  workload::RankNames rank_names() const override { return {}; }
  bool buffers_sends() const override { return true; }
  bool runs_once() const override { return true; }

 private:
  live::LiveSettings settings_;
  ByProducts by_products_;
  trgen::replay::Placement placement_;
  workload::NetworkFacts facts_;
  mutable std::atomic<const std::atomic<bool>*> interrupted_{nullptr};
};

/// Keys that another value makes useless.
void check_cpu(const LiveParams& params, const Opening& opening) {
  const bool replays = params.cpu.replay.has_value();
  if (params.cpu.scale && params.cpu.model != live::CpuModel::measured && !replays) {
    opening.unheeded("cpu.scale", "has an effect with cpu.model: measured and cpu.replay only");
  }
  if (params.cpu.burst && params.cpu.model != live::CpuModel::fixed) {
    opening.unheeded("cpu.burst", "has an effect with cpu.model: fixed only");
  }
  if (params.cpu.sample && (params.cpu.model != live::CpuModel::measured || replays)) {
    opening.unheeded("cpu.sample", "has an effect with cpu.model: measured only");
  }
  if (replays && params.cpu.model != live::CpuModel::measured) {
    opening.diagnostics.error(opening.mark_of("cpu.replay"),
                              "CPU times from a file take the place of cpu.model; remove one of the two");
  }
}

/// flop/s of delays that the program gives; 0 where no speed is known, or after an error.
double speed_of(const LiveParams& params, const Opening& opening) {
  if (!params.cpu.speed) return 0;
  std::string why;
  const auto rate = trgen::record::parse_work_rate(*params.cpu.speed, why);
  if (rate && rate->clock == "flops") return static_cast<double>(rate->per_second);
  if (rate)
    why = fmt::format("{} is a rate of {}; programs give flops, so write 2 Gf/s", in_quotes(*params.cpu.speed),
                      rate->clock);
  opening.diagnostics.error(opening.mark_of("cpu.speed"), why);
  return 0;
}

void check_bandwidth(const LiveParams& params, const Opening& opening) {
  if (params.mpi.node_bandwidth_per == trgen::replay::BandwidthPer::node && !params.mpi.node_bandwidth) {
    opening.diagnostics.error(opening.mark_of("mpi.node_bandwidth_per"),
                              "there is no bandwidth to share; add mpi.node_bandwidth");
  }
}

/// The files that a run is to leave can be written, as far as that is known before.
void check_by_products(const LiveParams& params, const Opening& opening) {
  for (const auto& [key, file] : {std::pair("cpu.record", params.cpu.record), std::pair("trace", params.trace)}) {
    if (file && (file->empty() || *file == "-")) {
      opening.diagnostics.error(opening.mark_of(key), "the standard output is the result's; give the name of a file");
    }
  }
  if (!params.trace) return;
  const trgen::formats::FormatEntry* format = trgen::formats::format_by_suffix(*params.trace);
  if (format != nullptr && format->write == nullptr && format->write_files == nullptr) {
    opening.diagnostics.error(opening.mark_of("trace"),
                              fmt::format("format {} can be read but not written", format->name));
  }
}

/// The CPU times that are replayed; null where there are none, or after an error.
std::shared_ptr<const live::RecordedBursts> recorded_of(const LiveParams& params, const Opening& opening) {
  if (!params.cpu.replay) return nullptr;
  std::shared_ptr<const live::RecordedBursts> recorded;
  try {
    recorded = read_cpu_times(*params.cpu.replay);
  } catch (const trgen::record::TraceError& error) {
    opening.diagnostics.error(opening.mark_of("cpu.replay"), error.what());
    return nullptr;
  }
  if (recorded->ranks.size() == params.ranks) return recorded;
  opening.diagnostics.error(
      opening.mark_of("cpu.replay"),
      fmt::format("the file is of {}, and the program has {}; give the number of ranks with which it was recorded",
                  counted(recorded->ranks.size(), "rank"), params.ranks));
  return nullptr;
}

}  // namespace

SourcePointer open_source(const LiveParams& params, const Opening& opening) {
  Diagnostics& diagnostics = opening.diagnostics;
  if (params.command.empty() || params.command.front().empty()) {
    diagnostics.error(opening.mark_of("command"), "no program is given; write command: [./program, argument]");
  }
  check_cpu(params, opening);
  check_bandwidth(params, opening);
  check_by_products(params, opening);
  const live::ClockScale scale(opening.facts);
  if (!scale.is_fine()) {
    diagnostics.error(opening.mark_of("type"),
                      "a phit takes less than a picosecond, which the clocks of ranks cannot tell; use larger phits");
  }
  std::string missing;
  const auto tools =
      live::find_tools(params.command.empty() ? std::string() : params.command.front(), params.mpi.library, missing);
  if (!tools) diagnostics.error(opening.mark_of("type"), "no live run is possible here: " + missing);
  if (params.cpu.sample && tools && tools->library == live::MpiLibrary::none) {
    opening.unheeded("cpu.sample", "has an effect on programs of MPI only");
  }
  if (trgen::replay::goes_by_messages(params.placement)) {
    diagnostics.error(opening.mark_of("placement"),
                      "this placement asks who will send to whom, which nobody knows before a live program has run");
    return nullptr;
  }
  trgen::replay::ranks_fit({"live program", "ranks"}, params.ranks, opening.facts.nodes,
                           trgen::replay::ranks_of_node(params.placement), diagnostics, opening.mark_of);
  if (!diagnostics.ok()) return nullptr;
  trgen::replay::Problem problem;
  auto nodes =
      trgen::replay::place(params.placement, {params.ranks, opening.facts, opening.seed}, diagnostics, problem);
  if (!problem.empty()) diagnostics.error(opening.mark_of("placement"), problem);
  auto recorded = recorded_of(params, opening);
  live::Costs costs = costs_of(params, scale);
  costs.speed = speed_of(params, opening);
  if (!diagnostics.ok()) return nullptr;
  ByProducts by_products{params.cpu.record, params.trace};
  live::SessionSettings session{
      .tools = *tools,
      .command = {params.ranks, params.mpi_options.value_or(std::vector<std::string>()), params.command},
      .costs = costs,
      .without_mpi = tools->library == live::MpiLibrary::none,
      .limit_s = params.time_limit.value * 1e-9};
  live::LiveSettings settings{
      .session = std::move(session),
      .scale = scale,
      .copies = {picoseconds(params.mpi.node_latency),
                 params.mpi.node_bandwidth ? 8e12 / static_cast<double>(params.mpi.node_bandwidth->value) : 0.0,
                 params.mpi.node_bandwidth_per == trgen::replay::BandwidthPer::node},
      .node_of_rank = std::move(nodes),
      .logging = by_products.logging(),
      .recorded = std::move(recorded)};
  return std::make_shared<LiveSource>(std::move(settings), std::move(by_products), params.placement, opening.facts);
}

}  // namespace fsin::sources
