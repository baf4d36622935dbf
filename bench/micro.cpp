// SPDX-License-Identifier: Apache-2.0
// Google Benchmark: the pieces of the hot path, and both ends of the program as rates (packet-hops, trace records).
#include <benchmark/benchmark.h>

#include <memory>

#include "fsin/core/rng.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/engine/event/wheel.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/synth/sources.hpp"
#include "trgen/synth/uniform.hpp"

namespace {

void squares_draw(benchmark::State& state) {
  const fsin::KeyedRandom random(1, fsin::Purpose::selection);
  std::uint64_t counter = 0;
  for (auto _ : state) benchmark::DoNotOptimize(random.below(counter++, 3));
}
BENCHMARK(squares_draw);

void philox_block(benchmark::State& state) {
  std::uint64_t counter = 0;
  for (auto _ : state) benchmark::DoNotOptimize(fsin::philox({1, fsin::Purpose::arrival}, counter++, 7));
}
BENCHMARK(philox_block);

void wheel_add_and_drain(benchmark::State& state) {
  fsin::engine::event::Wheel<std::uint64_t> wheel(32);
  fsin::Cycle now = 0;
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < 64; ++i) wheel.add(now + 1 + i % 17, i);
    wheel.drain(++now, [](const std::uint64_t* items, std::uint32_t n) { benchmark::DoNotOptimize(items[n - 1]); });
  }
  state.SetItemsProcessed(state.iterations() * 64);
}
BENCHMARK(wheel_add_and_drain);

void packet_hops(benchmark::State& state) {
  fsin::engine::Design design;
  design.router.virtual_channels = 3;
  design.routing = fsin::routing::AdaptiveParams{};
  const fsin::topology::Topology topology = fsin::topology::TorusParams{}.build();
  fsin::workload::NetworkFacts facts;
  facts.nodes = 64;
  facts.dims = {8, 8};
  fsin::engine::RunPlan plan;
  plan.cycles = 20000;
  std::uint64_t hops = 0;
  for (auto _ : state) {
    const double load = static_cast<double>(state.range(0)) / 100.0;
    const auto workload = trgen::synth::make_sources(trgen::synth::UniformParams{}.make(facts, 1), {load}, facts, 1);
    fsin::engine::Control control;
    hops += run(fsin::engine::EngineKind::event, design, topology, *workload, plan, control).packet_hops;
  }
  state.counters["packet_hops"] = benchmark::Counter(static_cast<double>(hops), benchmark::Counter::kIsRate);
}
BENCHMARK(packet_hops)->Arg(1)->Arg(30)->Arg(100)->Unit(benchmark::kMillisecond);

void trace_records(benchmark::State& state) {
  std::uint64_t records = 0;
  for (auto _ : state) records += trgen::formats::open_trace(FSIN_SOURCE_DIR "/traces/npb/cg.W.64.txt.zst")->records();
  state.counters["records"] = benchmark::Counter(static_cast<double>(records), benchmark::Counter::kIsRate);
}
BENCHMARK(trace_records)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
