// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/kernel_program.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "trgen/kernels/kernel_trace.hpp"

namespace trgen::programs {
namespace {

/// Events of a step: an iteration of a kernel may have two for each rank of the program.
constexpr std::uint64_t most_events = 16;
constexpr std::uint64_t most_records = std::uint64_t{1} << 62;

class KernelProgram final : public Program {
 public:
  KernelProgram(const kernels::KernelEntry& kernel, const kernels::KernelSettings& settings)
      : kernel_(kernel),
        settings_(settings),
        name_(fmt::format("kernel {}: {} ranks, {} B, {} iterations, compute {} ns, seed {}", kernel.name,
                          settings.ranks, settings.bytes, settings.iterations, settings.compute_ns, settings.seed)) {}

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return settings_.ranks; }
  std::uint64_t steps(std::uint32_t rank) const override {
    return settings_.iterations * parts(kernel_.events(settings_, rank));
  }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    const std::uint64_t events = kernel_.events(settings_, rank), count = parts(events);
    const std::uint64_t iteration = number / count, first = number % count * most_events;
    if (first == 0) out.compute(settings_.compute_ns);
    for (std::uint64_t i = first; i < std::min(events, first + most_events); ++i) {
      const kernels::Event event = kernel_.event(settings_, rank, iteration, i);
      if (event.is_send) {
        out.send(event.peer, event.bytes, event.tag);
      } else {
        out.receive(event.peer, event.bytes, event.tag);
      }
    }
  }
  std::optional<MainLoop> main_loop(std::uint32_t rank) const override {
    if (settings_.iterations < 2) return std::nullopt;
    return MainLoop{0, parts(kernel_.events(settings_, rank)), settings_.iterations};
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  bool only_blocks() const override { return true; }

 private:
  static std::uint64_t parts(std::uint64_t events) {
    return std::max<std::uint64_t>(1, (events + most_events - 1) / most_events);
  }

  kernels::KernelEntry kernel_;
  kernels::KernelSettings settings_;
  std::string name_;
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> make_kernel_program(const kernels::KernelEntry& kernel,
                                                   const kernels::KernelSettings& settings) {
  return std::make_shared<KernelProgram>(kernel, settings);
}

std::shared_ptr<const Program> make_kernel(const kernels::KernelEntry& kernel, const kernels::KernelSettings& settings,
                                           fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  if (const std::string fault = kernel.check(settings); !fault.empty()) {
    diagnostics.error(mark_of("ranks"), fmt::format("kernel {} {}, not {}; set workload.kernel.ranks", kernel.name,
                                                    fault, settings.ranks));
    return nullptr;
  }
  const std::uint64_t records = kernels::count_records(kernel, settings).per_iteration;
  if (records > 0 && settings.iterations > most_records / records) {
    diagnostics.error(mark_of("iterations"),
                      fmt::format("{} iterations of {} records each are too many; at most {}, which no run reaches",
                                  settings.iterations, records, most_records / records));
  }
  if (settings.compute_ns > 0 && settings.iterations > kernels::most_computed_ns / settings.compute_ns) {
    diagnostics.error(mark_of("iterations"),
                      "the CPU bursts of all iterations last over 146 years; make compute or iterations smaller");
  }
  if (diagnostics.error_count() != before) return nullptr;
  return make_kernel_program(kernel, settings);
}

}  // namespace trgen::programs
