// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/replayed_source.hpp"

#include <algorithm>
#include <vector>

#include "trgen/record/trace_error.hpp"
#include "trgen/replay/replay.hpp"

namespace fsin::sources {

using trgen::replay::ReplaySettings;

void tell_unshared_nodes(std::span<const std::uint32_t> node_of_rank, const trgen::replay::MpiParams& mpi,
                         const Opening& opening) {
  std::vector<std::uint32_t> nodes(node_of_rank.begin(), node_of_rank.end());
  std::sort(nodes.begin(), nodes.end());
  if (std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end()) return;
  constexpr const char* why = "has no effect where no node has two ranks";
  if (mpi.node_latency.value > 0) opening.unheeded("mpi.node_latency", why);
  if (mpi.node_bandwidth) opening.unheeded("mpi.node_bandwidth", why);
  if (mpi.node_bandwidth_per != trgen::replay::BandwidthPer::message) opening.unheeded("mpi.node_bandwidth_per", why);
}

std::unique_ptr<workload::Workload> ReplayedSource::make(std::uint64_t seed, OriginalRandom* original,
                                                         workload::Timeline* timeline) const {
  const ReplaySettings settings = settings_of(seed);
  return trgen::replay::make_packet_replay(operations(settings), settings, facts_, original, timeline);
}

std::unique_ptr<workload::MessageWorkload> ReplayedSource::make_messages(std::uint64_t seed) const {
  const ReplaySettings settings = settings_of(seed);
  return trgen::replay::make_replay(operations(settings), settings, facts_);
}

Demand ReplayedSource::demand(std::uint64_t seed, unsigned threads) const {
  Demand demand;
  const ReplaySettings settings = settings_of(seed);
  trgen::replay::Sample found = sample(settings, seed, threads, demand.bytes);
  demand.tasks = static_cast<double>(ranks()) * (settings.outboxes ? 2 : 1);
  demand.messages_in_row = found.sends_in_row;
  demand.messages = found.sends * static_cast<double>(ranks());
  demand.senders = found.senders * static_cast<double>(ranks());
  demand.packets_in_row = found.packets_in_row;
  demand.trips = std::move(found.trips);
  return demand;
}

workload::RankNames ReplayedSource::rank_names() const {
  return workload::RankNames(settings_of(1).stream_of);  // which no seed changes
}

ReplaySettings ReplayedSource::settings_of(std::uint64_t seed) const {
  Diagnostics diagnostics;
  auto settings = resolve(seed, diagnostics);
  if (!settings) throw trgen::record::TraceError(diagnostics.text());
  return std::move(*settings);
}

}  // namespace fsin::sources
