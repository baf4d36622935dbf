// SPDX-License-Identifier: Apache-2.0
// Whole runs of the event engine on the standard cases: packet-hops per CPU second and peak bytes per node. One case a
// process, so that the peak memory is that case's: `whole-run CASE [cycles [reference]]`; `whole-run --list` names the
// cases, `--list-all` also the long ones; `whole-run --json CASE` prints one line of JSON instead.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "fsin/core/host.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/topology/grids/torus.hpp"
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
  unsigned threads = 1;
  bool is_long = false;
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
      {"torus-64x64-adp3-0.10", {64, 64}, 3, true, 0.1, 8000},
      {"torus-64x64-adp3-0.10-2t", {64, 64}, 3, true, 0.1, 8000, 2},
      {"torus-40x40x40-adp3-0.10-2t", {40, 40, 40}, 3, true, 0.1, 1500, 2},
      {"torus-100x100x100-adp3-0.03", {100, 100, 100}, 3, true, 0.03, 400, 1, true},
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

double peak_bytes() { return static_cast<double>(fsin::process_memory().peak); }

struct Measured {
  double wall_s = 0;
  double cpu_s = 0;
  double bytes = 0;  ///< peak less what the process had before the network was built
  double nodes = 0;
  fsin::stats::RunTotals totals;
};

void print_text(const Case& c, const Measured& m) {
  const fsin::stats::RunTotals& totals = m.totals;
  fmt::print(
      "{:28} {:>9} cycles {:>10} packet-hops {:6.2f} CPU s M packet-hops/CPU s: {:6.2f} {:8.0f} B/node  peak {:.1f} "
      "MiB "
      "wall {:.2f} s  accepted {:.4f} latency {:.2f} {:016x}\n",
      c.name, totals.cycles, totals.packet_hops, m.cpu_s, static_cast<double>(totals.packet_hops) / m.cpu_s * 1e-6,
      m.bytes / m.nodes, peak_bytes() / (1U << 20U), m.wall_s,
      static_cast<double>(totals.phits_delivered) / m.nodes / static_cast<double>(totals.measured_cycles),
      totals.latency.mean(), totals.fingerprint);
}

void print_json(const Case& c, const Measured& m) {
  fmt::print(R"({{"name": "{}", "threads": {}, "cycles": {}, "packet_hops": {}, "cpu_s": {:.6f}, "wall_s": {:.6f}, )"
             R"("bytes_per_node": {:.1f}, "peak_bytes": {:.0f}, "fingerprint": "{:016x}"}})"
             "\n",
             c.name, c.threads, m.totals.cycles, m.totals.packet_hops, m.cpu_s, m.wall_s, m.bytes / m.nodes,
             peak_bytes(), m.totals.fingerprint);
}

Measured run_case(const Case& c, fsin::Cycle cycles, fsin::engine::EngineKind kind) {
  const double base = peak_bytes();
  fsin::engine::Design design;
  design.topology = fsin::topology::TorusParams{c.dims, true};
  design.router.virtual_channels = c.vcs;
  if (c.adaptive) design.routing = fsin::routing::AdaptiveParams{};
  const fsin::topology::Topology topology = design.topology.get<fsin::topology::TorusParams>().build();
  fsin::workload::NetworkFacts facts;
  facts.nodes = static_cast<std::uint32_t>(topology.graph.nodes());
  facts.dims = c.dims;
  facts.packet_phits = 16;
  const auto workload = trgen::synth::make_sources(trgen::synth::UniformParams{}.make(facts, 1), {c.load}, facts, 1);
  fsin::engine::RunPlan plan;
  plan.cycles = cycles;
  plan.threads = c.threads;
  fsin::engine::Control control;
  const double start = cpu_seconds();
  const auto begin = std::chrono::steady_clock::now();
  Measured measured;
  measured.totals = run(kind, design, topology, *workload, plan, control);
  measured.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  measured.cpu_s = cpu_seconds() - start;
  measured.bytes = peak_bytes() - base;
  measured.nodes = static_cast<double>(facts.nodes);
  return measured;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool json = std::erase(words, "--json") != 0;
  const std::string wanted = words.empty() ? "--list" : words[0];
  const bool lists = wanted == "--list" || wanted == "--list-all";
  for (const Case& c : cases()) {
    if (lists && (!c.is_long || wanted == "--list-all")) fmt::print("{}\n", c.name);
    if (wanted != c.name) continue;
    const auto kind = words.size() > 2 ? fsin::engine::EngineKind::reference : fsin::engine::EngineKind::event;
    const auto cycles = words.size() > 1 ? std::strtoull(words[1].c_str(), nullptr, 10) : c.cycles;
    (json ? print_json : print_text)(c, run_case(c, cycles, kind));
  }
  const bool known = std::any_of(cases().begin(), cases().end(), [&](const Case& c) { return c.name == wanted; });
  return lists || known ? 0 : 2;
}
