// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/program_params.hpp"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "trgen/replay/readers/program_reader.hpp"

namespace trgen::replay {
namespace {

/// By seat.
Affinity affinity_of_program(const ProgramParams& params, const std::shared_ptr<const programs::Program>& program) {
  fsin::Diagnostics known;  // the choice has been checked
  const auto choice =
      programs::collectives::choice_of(params.collectives, known, [](std::string_view) { return fsin::Mark(); });
  ProgramReader reader(program, choice.value_or(programs::collectives::Choice{}));
  std::vector<std::uint32_t> seats(program->ranks());
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) seats[rank] = program->seat(rank);
  return affinity_of(reader, seats);
}

}  // namespace

std::shared_ptr<const programs::Program> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                    fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const programs::MarkOf mark_in_kernel = [&mark_of](std::string_view key) {
    return mark_of(fmt::format("kernel.{}", key));
  };
  auto program = programs::make(params.kernel, nodes, diagnostics, mark_in_kernel);
  if (program &&
      !ranks_fit(replayed_program, program->seats(), nodes, ranks_of_node(params.placement), diagnostics, mark_of))
    return nullptr;
  return program;
}

std::optional<ReplaySettings> resolve_program(const ProgramParams& params,
                                              const std::shared_ptr<const programs::Program>& program,
                                              const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                              fsin::Diagnostics& diagnostics, const MarkOf& mark_of,
                                              std::span<const std::uint8_t> taken) {
  ReplayParams ranks = params;
  if (params.bursts && params.order == Order::causal && !ranks.cpu.scale) ranks.cpu.scale = 1.0;
  const std::size_t before = diagnostics.error_count();
  check_mpi(params.mpi, ranks, diagnostics, mark_of);
  const Counted counted{.ranks = program->seats(),
                        .clock = {},
                        .affinity = [&] { return affinity_of_program(params, program); },
                        .taken = taken};
  auto settings = resolve_replay(ranks, replayed_program, counted, facts, seed, diagnostics, mark_of);
  if (diagnostics.error_count() != before || !settings) return std::nullopt;
  std::vector<std::uint32_t> nodes(program->ranks());
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank)
    nodes[rank] = settings->node_of_rank[program->seat(rank)];
  settings->node_of_rank = std::move(nodes);
  bool streams = false;
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) {
    settings->stream_of.push_back(program->stream_of(rank));
    streams = streams || settings->stream_of.back() != rank;
  }
  if (!streams) settings->stream_of = {};
  settings->stretch = stretch_of(ranks.cpu, settings->node_of_rank, facts, seed, diagnostics, mark_of);
  if (diagnostics.error_count() != before) return std::nullopt;
  settings->wildcards = program->receives_any();
  settings->outboxes = !program->only_blocks() || settings->wildcards;  // synchronous sends ask through them
  set_costs(*settings, params.mpi, facts);
  return settings;
}

}  // namespace trgen::replay
