// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/program_params.hpp"

#include <fmt/core.h>

#include "trgen/kernels/kernel_trace.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint64_t most_records = std::uint64_t{1} << 62;

}  // namespace

std::shared_ptr<const record::TraceSource> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                      fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const auto [kernel, settings] = std::visit(
      [nodes](const auto& chosen) { return std::pair(chosen.kernel(), chosen.settings(nodes)); }, params.kernel);
  const std::size_t before = diagnostics.error_count();
  if (!ranks_fit(replayed_program, settings.ranks, nodes, diagnostics, mark_of)) return nullptr;
  if (const std::string fault = kernel.check(settings); !fault.empty()) {
    diagnostics.error(mark_of("kernel.ranks"), fmt::format("kernel {} {}, not {}; set workload.kernel.ranks",
                                                           kernel.name, fault, settings.ranks));
    return nullptr;
  }
  const std::uint64_t records = kernels::count_records(kernel, settings).per_iteration;
  if (records > 0 && settings.iterations > most_records / records) {
    diagnostics.error(mark_of("kernel.iterations"),
                      fmt::format("{} iterations of {} records each are too many; at most {}, which no run reaches",
                                  settings.iterations, records, most_records / records));
  }
  if (settings.compute_ns > 0 && settings.iterations > kernels::most_computed_ns / settings.compute_ns) {
    diagnostics.error(mark_of("kernel.iterations"),
                      "the CPU bursts of all iterations last over 146 years; make compute or iterations smaller");
  }
  if (settings.compute_ns > 0 && !params.cpu.scale) {
    diagnostics.error(mark_of("kernel.compute"),
                      "compute has no effect, since no CPU bursts are replayed; add cpu: {scale: 1.0} to workload, or "
                      "remove it");
  }
  if (diagnostics.error_count() != before) return nullptr;
  return kernels::make_kernel_trace(kernel, settings);
}

}  // namespace trgen::replay
