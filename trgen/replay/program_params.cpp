// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/program_params.hpp"

#include <fmt/core.h>

namespace trgen::replay {

std::shared_ptr<const programs::Program> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                    fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const programs::MarkOf mark_in_kernel = [&mark_of](std::string_view key) {
    return mark_of(fmt::format("kernel.{}", key));
  };
  auto program =
      std::visit([&](const auto& kind) { return kind.make(nodes, diagnostics, mark_in_kernel); }, params.kernel);
  if (program && !ranks_fit(replayed_program, program->seats(), nodes, ranks_of_node(params.placement),
                            diagnostics, mark_of)) return nullptr;
  return program;
}

std::optional<ProcessSettings> resolve_program(const ProgramParams& params, const programs::Program& program,
                                               const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                               fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  ReplayParams ranks = params;
  if (params.order == Order::causal && !ranks.cpu.scale) ranks.cpu.scale = 1.0;
  const auto replay = resolve_replay(ranks, replayed_program, {program.seats(), ""}, facts, seed, diagnostics, mark_of);
  if (params.mpi.eager && params.order == Order::asap) {
    diagnostics.error(
        mark_of("mpi.eager"),
        "order asap posts no receives, for which long messages would wait; remove mpi.eager, or use order: causal");
    return std::nullopt;
  }
  if (!replay) return std::nullopt;
  ProcessSettings settings;
  settings.ranks = program.ranks();
  settings.outboxes = !program.only_blocks() || params.mpi.eager;
  settings.order = replay->order;
  settings.match = replay->match;
  settings.bursts = replay->bursts;
  settings.burst_clock = replay->burst_clock;
  settings.costs = costs_of(params.mpi, facts);
  settings.node_of_task.reserve(settings.has_outboxes() ? 2 * std::size_t{settings.ranks} : settings.ranks);
  for (std::uint32_t rank = 0; rank < settings.ranks; ++rank) {
    settings.node_of_task.push_back(replay->node_of_rank[program.seat(rank)]);
  }
  if (settings.has_outboxes()) {
    for (std::uint32_t rank = 0; rank < settings.ranks; ++rank)
      settings.node_of_task.push_back(settings.node_of_task[rank]);
  }
  return settings;
}

}  // namespace trgen::replay
