// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/program_params.hpp"

#include <fmt/core.h>

#include "trgen/kernels/kernel_trace.hpp"

namespace trgen::replay {

std::shared_ptr<const record::TraceSource> program_of(const ProgramParams& params, std::uint32_t nodes,
                                                      fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const auto [kernel, settings] = std::visit(
      [nodes](const auto& chosen) { return std::pair(chosen.kernel(), chosen.settings(nodes)); }, params.kernel);
  const std::size_t before = diagnostics.error_count();
  if (const std::string fault = kernel.check(settings); !fault.empty()) {
    diagnostics.error(mark_of("kernel"), fmt::format("kernel {} {}, not {}; set workload.kernel.ranks", kernel.name,
                                                     fault, settings.ranks));
  }
  if (settings.compute_ns > 0 && settings.iterations > kernels::most_computed_ns / settings.compute_ns) {
    diagnostics.error(mark_of("kernel.iterations"),
                      "compute times the iterations is over 146 years; make one of them smaller");
  }
  if (settings.compute_ns > 0 && !params.cpu.scale) {
    diagnostics.error(
        mark_of("kernel.compute"),
        "compute does nothing as no CPU bursts are replayed; add cpu: {scale: 1.0} to workload, or remove "
        "it");
  }
  if (diagnostics.error_count() != before) return nullptr;
  return kernels::make_kernel_trace(kernel, settings);
}

}  // namespace trgen::replay
