// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/scheduled_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "fsin/core/quantity_text.hpp"
#include "fsin/sources/replayed_source.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "trgen/formats/goal/schedule.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/replay/schedules/schedule_replay.hpp"

namespace fsin::sources {
namespace {

using trgen::record::Schedule;
using trgen::record::ScheduledOperation;
using trgen::replay::ScheduleSettings;
using trgen::replay::TraceParams;

constexpr std::size_t bytes_of_operation = 32;  // while it runs, beside the schedule
constexpr std::size_t trips_of_schedule = 1 << 16;

/// The part of the setting that a run depends on.
struct Ports {
  bool own = false;
  std::optional<trgen::replay::PortTimes> times;
};

/// Who sends how much to whom.
trgen::replay::Affinity affinity_of_schedule(const Schedule& schedule) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> bytes;
  for (std::uint32_t rank = 0; rank < schedule.count; ++rank) {
    for (const ScheduledOperation& each : schedule.of(rank).operations) {
      if (each.kind == ScheduledOperation::Kind::send && each.peer != rank)
        bytes[std::minmax(rank, each.peer)] += std::max<std::uint64_t>(each.amount, 1);
    }
  }
  trgen::replay::Affinity affinity;
  for (const auto& [pair, sum] : bytes) affinity.pairs.push_back({pair.first, pair.second, sum});
  return affinity;
}

std::optional<ScheduleSettings> schedule_settings(const TraceParams& params, const Schedule& schedule,
                                                  const Ports& ports, const workload::NetworkFacts& facts,
                                                  std::uint64_t seed, Diagnostics& diagnostics,
                                                  const trgen::replay::MarkOf& mark_of) {
  const trgen::replay::Counted counted{
      .ranks = schedule.count, .clock = {}, .affinity = [&] { return affinity_of_schedule(schedule); }};
  auto ranks = trgen::replay::resolve_trace(params, counted, facts, seed, diagnostics, mark_of);
  if (!ranks) return std::nullopt;
  ScheduleSettings settings{.ranks = std::move(*ranks), .node_of_nic = {}, .own_ports = ports.own};
  settings.port_times = ports.times;
  const std::vector<std::uint32_t>& nodes = settings.ranks.node_of_rank;
  std::vector<bool> taken(facts.nodes);
  for (const std::uint32_t node : nodes) taken[node] = true;
  std::uint64_t wanted = 0;
  for (std::uint32_t next = 0, rank = 0; rank < schedule.count; ++rank) {
    auto& own = settings.node_of_nic.emplace_back(schedule.of(rank).interfaces(), nodes[rank]);
    for (std::size_t nic = 1; ports.own && nic < own.size(); ++nic, ++wanted) {
      while (next < facts.nodes && taken[next]) ++next;
      if (next < facts.nodes) own[nic] = next++;
    }
  }
  const auto used = static_cast<std::uint64_t>(std::count(taken.begin(), taken.end(), true));
  if (used + wanted <= facts.nodes) return settings;
  diagnostics.error(
      mark_of("file"),
      fmt::format("the ranks use {} network interfaces beside their first (nic numbers), and under this network.model "
                  "each is a node of its own, but of {} nodes {} have no rank; use a topology of at least {} nodes",
                  wanted, facts.nodes, facts.nodes - used, used + wanted));
  return std::nullopt;
}

class ScheduleSource final : public Source, public RankSource {
 public:
  ScheduleSource(TraceParams params, workload::NetworkFacts facts, Ports ports,
                 std::shared_ptr<const Schedule> schedule)
      : params_(std::move(params)),
        facts_(std::move(facts)),
        ports_(std::move(ports)),
        schedule_(std::move(schedule)) {}

  std::string summary() const override {
    return fmt::format("schedule      {}: {} ranks, {} operations, {}, run as a graph\n", params_.file.string(),
                       schedule_->count, grouped_text(schedule_->operations()), schedule_->digest);
  }
  std::vector<File> files() const override {
    return {{params_.file, schedule_->digest, schedule_->count, schedule_->operations(), {}}};
  }
  std::size_t ranks() const override { return streams(settings(1)).size(); }
  const RankSource* rank_source() const override { return this; }
  workload::RankNames rank_names() const override {
    const std::vector<std::uint32_t> stream_of = streams(settings(1));
    return stream_of.size() == schedule_->count ? workload::RankNames() : workload::RankNames(stream_of);
  }
  bool leaves_sources_open() const override { return false; }
  Judging judging(std::uint64_t /*seed*/) const override {
    return std::string("ranks run to their end and send when they get to it: no load is offered in time");
  }

  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const override {
    return trgen::replay::make_schedule_replay(schedule_, settings(seed));
  }
  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline) const override {
    return workload::make_packetised(make_messages(seed), facts_, {false, original, timeline});
  }

  Demand demand(std::uint64_t seed, unsigned /*threads*/) const override {
    const ScheduleSettings run = settings(seed);
    Demand demand;
    std::vector<bool> sends(schedule_->count);
    for (std::uint32_t rank = 0; rank < schedule_->count; ++rank) {
      for (const ScheduledOperation& each : schedule_->of(rank).operations) {
        if (each.kind != ScheduledOperation::Kind::send || each.peer == rank) continue;
        ++demand.messages;
        sends[rank] = true;
        const std::uint32_t from = run.ranks.node_of_rank[rank], to = run.ranks.node_of_rank[each.peer];
        if (from != to && demand.trips.size() < trips_of_schedule) demand.trips.push_back({from, to});
      }
      demand.tasks += 1 + static_cast<double>(run.node_of_nic[rank].size());
    }
    demand.senders = static_cast<double>(std::count(sends.begin(), sends.end(), true));
    demand.messages_in_row = demand.packets_in_row = 1;
    demand.bytes = static_cast<double>(schedule_->bytes() + schedule_->operations() * bytes_of_operation) +
                   static_cast<double>(schedule_->count) * sizeof(trgen::replay::ScheduleSettings);
    return demand;
  }

 private:
  std::vector<std::uint32_t> streams(const ScheduleSettings& run) const {
    std::vector<std::uint32_t> stream_of;
    for (std::uint32_t rank = 0; rank < schedule_->count; ++rank) stream_of.push_back(rank);
    for (std::uint32_t rank = 0; run.own_ports && rank < schedule_->count; ++rank)
      stream_of.insert(stream_of.end(), run.node_of_nic[rank].size() - 1, rank);
    return stream_of;
  }
  ScheduleSettings settings(std::uint64_t seed) const {
    Diagnostics diagnostics;
    auto run = schedule_settings(params_, *schedule_, ports_, facts_, seed, diagnostics,
                                 [](std::string_view) { return Mark(); });
    if (!run) throw trgen::record::TraceError(diagnostics.text());
    return std::move(*run);
  }

  TraceParams params_;
  workload::NetworkFacts facts_;
  Ports ports_;
  std::shared_ptr<const Schedule> schedule_;
};

/// Refuses what a graph has no meaning for, or is not modelled with it.
bool check(const TraceParams& params, const Opening& opening) {
  const std::size_t before = opening.diagnostics.error_count();
  const auto refuse = [&](bool set, std::string_view key, std::string_view why) {
    if (set) opening.diagnostics.error(opening.mark_of(key), fmt::format("{} {}; remove it", key, why));
  };
  constexpr std::string_view calls =
      "is a rule of calls of MPI, which the operations of a schedule that runs as a graph are not";
  refuse(params.mpi.send_overhead.value > 0, "mpi.send_overhead", calls);
  refuse(params.mpi.receive_overhead.value > 0, "mpi.receive_overhead", calls);
  for (const auto& [key, text] : trgen::replay::sized_keys(params.mpi)) refuse(text->has_value(), key, calls);
  refuse(params.mpi.eager.has_value(), "mpi.eager", calls);
  refuse(params.mpi.buffered.has_value(), "mpi.buffered", calls);
  refuse(params.mpi.start == trgen::replay::MessageStart::matched, "mpi.start", calls);
  refuse(params.any_source == trgen::replay::AnySourceRule::wildcard, "any_source",
         "is always wildcard for a schedule that runs as a graph");
  return opening.diagnostics.error_count() == before;
}

}  // namespace

bool is_schedule(const TraceParams& params) {
  if (params.file == "-" || params.region.from || params.region.to || params.collectives.library ||
      params.order == trgen::replay::Order::asap || params.left_out == trgen::replay::LeftOutRule::accept)
    return false;
  try {
    trgen::io::Input in(params.file);
    const std::string_view format = trgen::formats::recognise_format(in).name;
    return (format == "goal" || format == "goal-binary") && trgen::formats::goal::is_graph(in);
  } catch (const trgen::record::TraceError&) {
  } catch (const trgen::io::DataError&) {
  }
  return false;  // whoever opens it will say why
}

SourcePointer open_schedule(const TraceParams& params, const Opening& opening) {
  if (!check(params, opening)) return nullptr;
  auto schedule = std::make_shared<Schedule>();
  try {
    trgen::io::Input in(params.file);
    *schedule = trgen::formats::goal::read_schedule(in);
  } catch (const trgen::record::TraceError& error) {
    opening.diagnostics.input_error(Mark(), error.what());
    return nullptr;
  } catch (const trgen::io::DataError& error) {
    opening.diagnostics.input_error(Mark(), error.what());
    return nullptr;
  }
  const Ports ports{opening.has_own_ports, opening.port_times};
  const auto settings =
      schedule_settings(params, *schedule, ports, opening.facts, opening.seed, opening.diagnostics, opening.mark_of);
  if (!settings) return nullptr;
  const auto& nics = settings->node_of_nic;
  if (!ports.own && std::any_of(nics.begin(), nics.end(), [](const auto& of) { return of.size() > 1; }))
    opening.diagnostics.warning(
        Mark(schedule->name),
        "this network.model has one port for each node: the network interfaces of a rank (nic numbers) share it");
  tell_unshared_nodes(settings->ranks.node_of_rank, params.mpi, opening);
  return std::make_shared<const ScheduleSource>(params, opening.facts, ports, std::move(schedule));
}

}  // namespace fsin::sources
