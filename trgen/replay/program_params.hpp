// SPDX-License-Identifier: Apache-2.0
// `workload: {type: program, kernel: {type: ring, iterations: 100}}`: a generated program (trgen/kernels) that runs
// without a file. It is replayed like the trace that `trgen generate` would write, and each record is made when it is
// needed, so that memory does not grow with the number of iterations.
#pragma once

#include <memory>
#include <string_view>

#include "trgen/kernels/catalogue.hpp"
#include "trgen/replay/replay_params.hpp"

namespace trgen::replay {

struct ProgramParams : ReplayParams {
  static constexpr std::string_view name = "program";
  static constexpr std::string_view doc = "messages of a generated program, without a file";

  kernels::Kernels::params kernel;

  template <class F>
  void fields(F& f) {
    f.choice("kernel", kernel, "what the ranks do in each iteration, as in trgen generate");
    order_fields(f);
    cpu_fields(f);
    placement_fields(f);
  }
};

inline constexpr Replayed replayed_program{"program", "kernel.ranks"};

/// The program on a network of `nodes` nodes; null after an error, which is in `diagnostics`.
std::shared_ptr<const record::TraceSource> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                      fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

}  // namespace trgen::replay
