// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/whole_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "trgen/formats/recognise.hpp"
#include "trgen/programs/collectives/choice_params.hpp"
#include "trgen/programs/ti/ti_params.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/replay_params.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {
namespace {

using trgen::programs::ti::TimeIndependentParams;

bool asks_for_records(const TraceParams& params) {
  return params.region.from || params.region.to || params.order == trgen::replay::Order::asap ||
         params.cpu.clock_cost.value > 0 || params.left_out == trgen::replay::LeftOutRule::accept;
}

}  // namespace

bool is_time_independent(const InputPath& file) {
  if (file == "-") return false;
  try {
    trgen::io::Input in(file);
    return trgen::formats::recognise_format(in).name == trgen::formats::ti::Format::name;
  } catch (const trgen::record::TraceError&) {
  } catch (const trgen::io::DataError&) {
  }
  return false;  // whoever opens it will say why
}

std::optional<ProgramParams> whole_program(const TraceParams& params) {
  if (asks_for_records(params) || !is_time_independent(params.file)) return std::nullopt;
  ProgramParams program;
  static_cast<trgen::replay::ReplayParams&>(program) = params;
  TimeIndependentParams kernel;
  kernel.file = params.file;
  kernel.rate = params.cpu.rate;
  kernel.rate_key = "cpu.rate";
  kernel.computes = program.bursts = params.cpu.bursts();
  program.cpu.rate.reset();
  program.kernel = kernel;
  static_cast<trgen::programs::collectives::AlgorithmParams&>(program.collectives) = params.collectives;
  program.collectives.library = params.collectives.library.value_or(program.collectives.library);
  program.mpi = params.mpi;
  return program;
}

std::string_view key_of_trace(std::string_view key_of_program) {
  if (key_of_program == "kernel.rate") return "cpu.rate";
  return key_of_program.starts_with("kernel.") ? "file" : key_of_program;
}

void compute_at(std::span<const double> node_speeds, ProgramParams& program) {
  auto* kernel = program.kernel.get_if<TimeIndependentParams>();
  if (kernel == nullptr || node_speeds.empty()) return;
  kernel->usual_call_ns = 100'000;  // smpi/test and smpi/iprobe of SimGrid
  if (kernel->says_rate()) return;
  const double fastest = *std::max_element(node_speeds.begin(), node_speeds.end());
  kernel->usual_flops = fastest;
  for (std::size_t first = 0, next = 0; first < node_speeds.size(); first = next) {
    while (next < node_speeds.size() && node_speeds[next] == node_speeds[first]) ++next;
    if (node_speeds[first] == fastest) continue;
    program.cpu.slow.push_back(
        {fmt::format("{{factor: {:.9g}, nodes: {}-{}}}", fastest / node_speeds[first], first, next - 1)});
  }
}

}  // namespace fsin::sources
