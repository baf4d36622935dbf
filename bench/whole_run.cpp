// SPDX-License-Identifier: Apache-2.0
// Whole runs of the event engine on the standard cases: packet-hops per CPU second and peak bytes per node. One case a
// process, so that the peak memory is that case's: `whole-run CASE [cycles]`; `whole-run --list`.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "trgen/synth/sources.hpp"
#include "trgen/synth/uniform.hpp"

namespace {

struct Case {
  std::string name;
  std::vector<unsigned> dims;
  unsigned vcs;
  bool adaptive;
  double load;
  fsin::Cycle cycles;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"torus-8x8-adp3-0.30", {8, 8}, 3, true, 0.3, 200000},
      {"torus-8x8-adp3-0.01", {8, 8}, 3, true, 0.01, 4000000},
      {"torus-8x8-adp3-1.00", {8, 8}, 3, true, 1.0, 60000},
      {"torus-8x8-obl1-0.30", {8, 8}, 1, false, 0.3, 200000},
      {"torus-8x8-obl3-0.30", {8, 8}, 3, false, 0.3, 200000},
      {"torus-8x8-obl1-1.00", {8, 8}, 1, false, 1.0, 60000},
      {"torus-8x8-obl3-1.00", {8, 8}, 3, false, 1.0, 60000},
      {"torus-16x16-adp3-0.25", {16, 16}, 3, true, 0.25, 60000},
      {"torus-16x16-adp3-0.01", {16, 16}, 3, true, 0.01, 1000000},
      {"torus-40x40x40-adp3-0.10", {40, 40, 40}, 3, true, 0.1, 1500},
      {"torus-40x40x40-adp3-0.01", {40, 40, 40}, 3, true, 0.01, 6000},
  };
  return all;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

int run_case(const Case& c, fsin::Cycle cycles, fsin::engine::EngineKind kind) {
  const double base = peak_bytes();
  fsin::engine::Design design;
  design.topology = fsin::topology::TorusParams{c.dims, true};
  design.router.virtual_channels = c.vcs;
  if (c.adaptive) design.routing = fsin::routing::AdaptiveParams{};
  const fsin::topology::Topology topology = std::get<fsin::topology::TorusParams>(design.topology).build();
  fsin::workload::NetworkFacts facts;
  facts.nodes = static_cast<std::uint32_t>(topology.graph.nodes());
  facts.dims = c.dims;
  facts.packet_phits = 16;
  const auto workload = trgen::synth::make_sources(trgen::synth::UniformParams{}.make(facts, 1), {c.load}, facts, 1);
  fsin::engine::RunPlan plan;
  plan.cycles = cycles;
  fsin::engine::Control control;
  const double start = cpu_seconds();
  const fsin::stats::RunTotals totals = run(kind, design, topology, *workload, plan, control);
  const double cpu = cpu_seconds() - start;
  const double nodes = static_cast<double>(facts.nodes);
  fmt::print(
      "{:28} {:>9} cycles {:>10} packet-hops {:6.2f} CPU s M packet-hops/CPU s: {:6.2f} {:8.0f} B/node  accepted "
      "{:.4f} "
      "latency {:.2f} {:016x}\n",
      c.name, totals.cycles, totals.packet_hops, cpu, static_cast<double>(totals.packet_hops) / cpu * 1e-6,
      (peak_bytes() - base) / nodes,
      static_cast<double>(totals.phits_delivered) / nodes / static_cast<double>(totals.measured_cycles),
      totals.latency.mean(), totals.fingerprint);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "--list";
  for (const Case& c : cases()) {
    if (wanted == "--list") fmt::print("{}\n", c.name);
    if (wanted == c.name) {
      const auto kind = argc > 3 ? fsin::engine::EngineKind::reference : fsin::engine::EngineKind::event;
      return run_case(c, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : c.cycles, kind);
    }
  }
  return wanted == "--list" ? 0 : 2;
}
