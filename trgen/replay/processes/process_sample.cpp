// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/processes/process_sample.hpp"

#include <algorithm>

#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/programs/cursor.hpp"
#include "trgen/replay/processes/outbox.hpp"
#include "trgen/replay/processes/process.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t most_ranks_asked = 256;
constexpr unsigned most_operations = 2000;  ///< looked at per rank
constexpr unsigned most_trips_kept = 256;   ///< per rank

struct SendRow {
  std::uint64_t sends = 0;
  std::uint64_t packets = 0;
};

/// The longest row of sends of one rank before it waits for anything.
SendRow longest_row(programs::Cursor& cursor, std::uint32_t rank, const ProcessSettings& settings,
                    const fsin::workload::Packetiser& packetiser, std::vector<Trip>& trips) {
  using programs::OperationKind;
  SendRow row, longest;
  const std::size_t enough = trips.size() + most_trips_kept;
  programs::Operation each;
  for (unsigned i = 0; i < most_operations && cursor.next(rank, each); ++i) {
    const bool sends = each.kind == OperationKind::send || each.kind == OperationKind::send_start;
    if (each.kind == OperationKind::receive || each.kind == OperationKind::wait || each.kind == OperationKind::wait_any)
      row = {};
    if (!sends || settings.node_of_task[each.peer] == settings.node_of_task[rank]) continue;
    ++row.sends;
    row.packets += packetiser.packets(each.amount);
    if (row.packets > longest.packets) longest = row;
    if (trips.size() < enough) trips.push_back({settings.node_of_task[rank], settings.node_of_task[each.peer]});
  }
  return longest;
}

}  // namespace

TraceSample sample_program(const std::shared_ptr<const programs::Program>& program,
                           const programs::collectives::Choice& choice, const ProcessSettings& settings,
                           const fsin::workload::NetworkFacts& facts) {
  programs::Cursor cursor(program, choice);
  const fsin::workload::Packetiser packetiser(facts);
  TraceSample sample;
  const std::uint32_t step = (program->ranks() + most_ranks_asked - 1) / most_ranks_asked;
  double asked = 0, senders = 0;
  for (std::uint32_t rank = 0; rank < program->ranks(); rank += step) {
    const SendRow row = longest_row(cursor, rank, settings, packetiser, sample.trips);
    ++asked;
    senders += row.sends != 0 ? 1 : 0;
    sample.packets_in_row += static_cast<double>(row.packets);
    sample.sends_in_row += static_cast<double>(row.sends);
  }
  sample.senders = senders / std::max(asked, 1.0);
  sample.packets_in_row /= std::max(senders, 1.0);
  sample.sends_in_row /= std::max(senders, 1.0);
  return sample;
}

double processes_bytes(const programs::Program& program, const ProcessSettings& settings,
                       const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads) {
  const double ranks = program.ranks();
  // The longest step of the ranks at both ends and in the middle stands for the operations that each rank keeps.
  std::size_t most = 0;
  for (const std::uint32_t rank : {std::uint32_t{0}, program.ranks() / 2, program.ranks() - 1}) {
    const std::uint64_t steps = program.steps(rank);
    for (std::uint64_t number = 0; number < std::min<std::uint64_t>(steps, 64); ++number) {
      programs::Operations operations;
      program.step(rank, number, operations);
      most = std::max(most, operations.size());
    }
  }
  const double of_rank = static_cast<double>(most) * 1.5 * sizeof(programs::Operation) +
                         (settings.outboxes ? static_cast<double>(most) * sizeof(Request) : 0);
  const double reader = 64 * ranks;  // where each rank stands, in every thread
  return ranks_bytes(settings, facts, sample) + ranks * of_rank + threads * reader;
}

double ranks_bytes(const ProcessSettings& settings, const fsin::workload::NetworkFacts& facts,
                   const TraceSample& sample) {
  const double ranks = settings.ranks, tasks = static_cast<double>(settings.node_of_task.size());
  const double of_rank = sizeof(Process) + sizeof(fsin::workload::RankAccount);
  const double of_task =
      sizeof(std::uint32_t) * 2 + 1 + static_cast<double>(fsin::workload::packetised_bytes_of_rank());
  const bool pooled = settings.order == Order::causal && settings.match == Match::packets;
  const double flows = ranks * sample.senders * std::max(1.0, sample.sends_in_row);
  const double of_message = sizeof(Flow) + 3.0 * sizeof(void*) +
                            static_cast<double>(fsin::workload::packetised_bytes_of_message(pooled)) +
                            (settings.has_outboxes() ? sizeof(Outgoing) : 0);
  return ranks * of_rank + tasks * of_task + facts.nodes * sizeof(std::uint32_t) + flows * of_message;
}

}  // namespace trgen::replay
