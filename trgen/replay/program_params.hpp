// SPDX-License-Identifier: Apache-2.0
// `workload: {type: program, kernel: {type: ring, iterations: 100}}`: a program (trgen/programs) that runs without a
// file. Its operations are made when they are needed, so that memory does not grow with the length of the program.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "trgen/programs/any_program.hpp"
#include "trgen/programs/collectives/choice_params.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/replay_params.hpp"

namespace trgen::replay {

struct ProgramParams : ReplayParams {
  static constexpr std::string_view name = "program";
  static constexpr std::string_view doc = "messages of a generated program, without a file";

  programs::AnyProgram kernel;
  programs::collectives::ChoiceParams collectives;
  MpiParams mpi;
  bool bursts = true;  ///< no key: false for a trace without CPU bursts that is run as a program

  template <class F>
  void fields(F& f) {
    f.choice("kernel", kernel, "what the ranks do, as in trgen generate");
    f.group("collectives", collectives, "algorithms of the program's collectives");
    order_fields(f);
    f.group("cpu", cpu, "CPU bursts: the time that ranks compute between their MPI calls (default: scale 1)");
    f.group("mpi", mpi, "what calls of MPI and messages within a node cost, beside the network");
    placement_fields(f);
  }
};

inline constexpr Replayed replayed_program{"program", "kernel.ranks"};

/// The program on a network of `nodes` nodes; null after an error, which is in `diagnostics`.
std::shared_ptr<const programs::Program> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                    fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The settings for one run, on nodes that are not `taken` (Site::taken); empty after an error, which is in
/// `diagnostics`.
std::optional<ReplaySettings> resolve_program(const ProgramParams& params,
                                              const std::shared_ptr<const programs::Program>& program,
                                              const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                              fsin::Diagnostics& diagnostics, const MarkOf& mark_of,
                                              std::span<const std::uint8_t> taken = {});

}  // namespace trgen::replay
