// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/trace_sample.hpp"

#include <algorithm>

#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/replay/event_reader.hpp"
#include "trgen/replay/flow.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t most_ranks = 256;
constexpr unsigned most_events = 2000;  ///< events looked at per rank
constexpr unsigned most_trips = 256;    ///< messages kept per rank

/// The longest row of sends of one rank without a receive in between.
struct Row {
  std::uint64_t sends = 0;
  std::uint64_t packets = 0;
};

class Sampler {
 public:
  Sampler(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
          const fsin::workload::NetworkFacts& facts)
      : reader_(source, settings), settings_(settings), packetiser_(facts) {}

  Row longest_row(std::uint32_t rank, std::vector<Trip>& trips) {
    Row row, longest;
    const std::size_t enough = trips.size() + most_trips;
    for (unsigned i = 0; i < most_events; ++i) {
      const Event event = reader_.next(rank);
      if (event.kind == Event::Kind::end || event.kind == Event::Kind::broken) break;
      if (event.kind == Event::Kind::receive) row = {};
      if (event.kind != Event::Kind::send) continue;
      if (settings_.node_of_rank[rank] == settings_.node_of_rank[event.peer]) continue;  // within a node
      ++row.sends;
      row.packets += packetiser_.packets(event.bytes);
      if (row.packets > longest.packets) longest = row;
      if (trips.size() < enough) trips.push_back({settings_.node_of_rank[rank], settings_.node_of_rank[event.peer]});
    }
    return longest;
  }

 private:
  EventReader reader_;
  const ReplaySettings& settings_;
  fsin::workload::Packetiser packetiser_;
};

/// Bytes of the buckets of the table of flows: a power of two, with those of the size before while the table grows.
double bucket_bytes(double flows) {
  double buckets = 1024;
  while (buckets < flows) buckets *= 2;
  return 1.5 * buckets * sizeof(void*);
}

}  // namespace

TraceSample sample_trace(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
                         const fsin::workload::NetworkFacts& facts) {
  Sampler sampler(source, settings, facts);
  TraceSample sample;
  const std::uint32_t step = (source->ranks() + most_ranks - 1) / most_ranks;
  double looked_at = 0, senders = 0;
  for (std::uint32_t rank = 0; rank < source->ranks(); rank += step) {
    const Row row = sampler.longest_row(rank, sample.trips);
    ++looked_at;
    senders += row.sends != 0 ? 1 : 0;
    sample.packets_in_row += static_cast<double>(row.packets);
    sample.sends_in_row += static_cast<double>(row.sends);
  }
  sample.senders = senders / looked_at;
  sample.packets_in_row /= std::max(senders, 1.0);
  sample.sends_in_row /= std::max(senders, 1.0);
  return sample;
}

double replay_bytes(const record::TraceSource& source, const ReplaySettings& settings,
                    const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads) {
  const double ranks = source.ranks();
  // The rank, its share and its node in the settings; at the end of the run, its account.
  const double of_rank = sizeof(Rank) + 1 + sizeof(std::uint32_t) + sizeof(fsin::workload::RankAccount) +
                         static_cast<double>(fsin::workload::packetised_bytes_of_rank());
  // Every thread has a reader for all ranks, and reads only its own.
  const std::uint64_t own = (source.ranks() + threads - 1) / threads;
  const double reader =
      ranks * static_cast<double>(EventReader::bytes_per_rank()) + static_cast<double>(source.cursor_bytes(own));
  const bool pooled = settings.order == Order::causal && settings.match == Match::packets;
  const auto of_message = static_cast<double>(fsin::workload::packetised_bytes_of_message(pooled));
  double under_way = 0;
  if (settings.order == Order::causal) {
    // Flows of all messages that are sent before the receiver comes to them, and of the one that it waits for.
    const double flows = ranks * sample.senders * sample.sends_in_row;
    under_way = flows * (sizeof(Flow) + of_message) + bucket_bytes(flows);
  } else {
    under_way = 2 * ranks * sample.senders * of_message;
  }
  return ranks * of_rank + facts.nodes * sizeof(std::uint32_t) + threads * reader + under_way;
}

}  // namespace trgen::replay
