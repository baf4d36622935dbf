// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/sample.hpp"

#include <algorithm>

#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/replay/ranks/all_ranks.hpp"
#include "trgen/replay/readers/program_reader.hpp"
#include "trgen/replay/readers/trace_reader.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t most_ranks = 256;
constexpr unsigned most_operations = 5000;  ///< looked at per rank
constexpr unsigned most_trips = 256;        ///< messages kept per rank, beside the first to each further node

/// Sends of one rank before it waits for anything.
struct Row {
  std::uint64_t sends = 0;
  std::uint64_t packets = 0;
};

class Sampler {
 public:
  Sampler(OperationReader& reader, const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts)
      : reader_(reader), settings_(settings), packetiser_(facts) {}

  Sample sample() {
    Sample sample;
    const std::uint32_t step = (settings_.ranks() + most_ranks - 1) / most_ranks;
    double looked_at = 0, senders = 0;
    for (std::uint32_t rank = 0; rank < settings_.ranks(); rank += step) {
      const Row row = longest_row(rank, sample.trips);
      ++looked_at;
      senders += row.sends != 0 ? 1 : 0;
      sample.packets_in_row += static_cast<double>(row.packets);
      sample.sends_in_row += static_cast<double>(row.sends);
    }
    sample.sends = static_cast<double>(sends_) / std::max(looked_at, 1.0);
    sample.senders = senders / std::max(looked_at, 1.0);
    sample.packets_in_row /= std::max(senders, 1.0);
    sample.sends_in_row /= std::max(senders, 1.0);
    return sample;
  }

 private:
  Row longest_row(std::uint32_t rank, std::vector<Trip>& trips) {
    using enum programs::OperationKind;
    const std::vector<std::uint32_t>& nodes = settings_.node_of_rank;
    Row row, longest;
    const std::size_t enough = trips.size() + most_trips;
    met_.assign(nodes.empty() ? 0 : *std::max_element(nodes.begin(), nodes.end()) + std::size_t{1}, false);
    programs::Operation each;
    for (unsigned i = 0; i < most_operations && reader_.next(rank, each); ++i) {
      if (each.kind == receive || each.kind == wait || each.kind == wait_any) row = {};
      if (each.kind != send && each.kind != send_start) continue;
      if (each.peer >= nodes.size() || nodes[each.peer] == nodes[rank]) continue;  // impossible, or within a node
      ++row.sends;
      ++sends_;
      row.packets += packetiser_.packets(each.amount);
      if (row.packets > longest.packets) longest = row;
      const std::uint32_t peer = nodes[each.peer];
      if (trips.size() < enough || !met_[peer]) trips.push_back({nodes[rank], peer});
      met_[peer] = true;
    }
    return longest;
  }

  OperationReader& reader_;
  const ReplaySettings& settings_;
  fsin::workload::Packetiser packetiser_;
  std::uint64_t sends_ = 0;  ///< of all ranks looked at
  std::vector<bool> met_;    ///< by node: a message of the rank goes there
};

/// Bytes of the buckets of the table of flows: a power of two, with those of the size before while the table grows.
double bucket_bytes(double flows) {
  double buckets = 1024;
  while (buckets < flows) buckets *= 2;
  return 1.5 * buckets * sizeof(void*);
}

}  // namespace

Sample sample_of(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
                 const fsin::workload::NetworkFacts& facts) {
  TraceReader reader(source);
  reader.may_skip({.bursts = !settings.run_bursts(), .calls = true, .receives = settings.order == Order::asap});
  return Sampler(reader, settings, facts).sample();
}

Sample sample_of(const std::shared_ptr<const programs::Program>& program, const programs::collectives::Choice& choice,
                 const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts) {
  ProgramReader reader(program, choice);
  return Sampler(reader, settings, facts).sample();
}

double ranks_bytes(const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts, const Sample& sample) {
  const double ranks = settings.ranks(), tasks = settings.outboxes ? 2 * ranks : ranks;
  double of_rank = sizeof(Rank) + sizeof(std::uint32_t) + sizeof(fsin::workload::RankAccount);
  if (settings.run_bursts()) of_rank += sizeof(BurstState);
  if (settings.any_rules([](const RankRules& rules) { return rules.costs.take_time(); })) of_rank += sizeof(CallState);
  // A rank that starts messages has as many requests as it sends in a row, and receives about as many. Those that send
  // nothing have none.
  if (settings.outboxes)
    of_rank += sizeof(Outbox) + sizeof(Requests) + sizeof(std::uint32_t) +
               3 * sample.senders * sample.sends_in_row * sizeof(Request);
  const double of_task = 1 + static_cast<double>(fsin::workload::packetised_bytes_of_rank());
  const auto of_message = static_cast<double>(fsin::workload::packetised_bytes_of_message(settings.pooled()));
  double under_way = 0;
  if (settings.order == Order::causal) {
    // Flows of all messages that are sent before the receiver comes to them, and of the one that it waits for.
    const double flows = ranks * sample.senders * std::max(1.0, sample.sends_in_row);
    under_way = flows * (sizeof(Flow) + of_message + (settings.outboxes ? sizeof(Outgoing) : 0)) + bucket_bytes(flows);
  } else {
    under_way = 2 * ranks * sample.senders * of_message;
  }
  return ranks * of_rank + tasks * of_task + facts.nodes * sizeof(std::uint32_t) + under_way;
}

}  // namespace trgen::replay
