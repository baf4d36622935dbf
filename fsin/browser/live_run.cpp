// SPDX-License-Identifier: Apache-2.0
#include "fsin/browser/live_run.hpp"

#include <algorithm>
#include <stdexcept>

#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/walker.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/stats/balance.hpp"
#include "fsin/topology/catalogue.hpp"
#include "trgen/synth/loops/catalogue.hpp"

namespace fsin::browser {
namespace {

topology::Topology built(const engine::Design& design) {
  topology::Topology topology = topology::build(design.topology);
  Diagnostics diagnostics;
  engine::check_built(design, topology, diagnostics);
  if (!diagnostics.ok()) throw std::runtime_error(diagnostics.entries().front().message);
  return topology;
}

/// The facts by which the load of a run is judged, as fsin/run/single_run.cpp has them of every source.
double set_sources(const Settings& settings, const engine::Design& design, const workload::NetworkFacts& facts,
                   stats::RunRecord& record) {
  const trgen::synth::SyntheticParams& load = settings.load();
  const std::string_view not_judged =
      trgen::synth::Loops::visit([](const auto& loop) { return loop.not_judged; }, load.loop);
  if (!not_judged.empty()) {
    record.not_judged = not_judged;
    return 0;
  }
  stats::LoadSources& sources = record.sources.emplace(run::load_sources(design, record.totals));
  sources.stall = load.source == trgen::synth::SourceModel::stall;
  sources.memoryless = load.is_memoryless();
  sources.time = trgen::synth::load_in_time(load, facts, record.seed);
  return trgen::synth::dispersion(load, facts, record.seed);
}

}  // namespace

LiveRun::LiveRun(const Settings& settings)
    : settings_(settings),
      design_(design_of(settings.network)),
      topology_(built(design_)),
      rules_(engine::make_rules(design_, topology_)),
      facts_(facts_of(settings.network)),
      walker_(engine::walker_of(design_, topology_)),
      workload_(trgen::synth::make_synthetic(settings_.load(), facts_, settings.measure.seed)) {
  const MeasureSettings& measure = settings_.measure;
  plan_.seed = measure.seed;
  plan_.warmup = measure.warmup.value;
  plan_.cycles = settings_.load().has_end() ? never : measure.cycles.value;
  if (measure.max_cycles) plan_.max_cycles = measure.max_cycles->value;
  plan_.watchdog = measure.watchdog.value;
  if (auto* queues = dynamic_cast<workload::KeepsQueues*>(workload_.get());
      queues != nullptr && plan_.cycles != never &&
      trgen::synth::Loops::visit([](const auto& loop) { return loop.not_judged.empty(); }, settings_.load().loop)) {
    queues->watch({plan_.warmup, plan_.warmup + plan_.cycles / 2, plan_.warmup + plan_.cycles});
  }
  run_ = std::make_unique<engine::reference::SteppedRun<engine::KeyedDraws>>(
      *walker_, engine::RunParts{rules_, topology_, *workload_, plan_, control_},
      engine::KeyedDraws(plan_.seed, topology_.graph.routers(), rules_.queues));
  for (std::uint32_t r = 0; r < topology_.graph.routers(); ++r) {
    for (unsigned p = 0; p < topology_.graph.ports(); ++p) {
      if (topology_.graph.next(RouterId(r), p).exists()) links_.push_back({r, p});
    }
  }
  carried_.resize(links_.size());
  for (std::vector<std::uint32_t>& slot : in_slot_) slot.resize(links_.size());
  link_loads_.resize(links_.size());
  link_held_.resize(links_.size());
  queue_fill_.resize(topology_.graph.routers());
  injection_fill_.resize(topology_.graph.routers());
}

void LiveRun::advance(Cycle cycles) {
  const Cycle target = now() + cycles;
  while (!ended() && now() < target) {
    const Cycle before = now();
    // The counters of links begin again when the window opens.
    Cycle until = std::min(target, (before / slot_cycles + 1) * slot_cycles);
    if (before < plan_.warmup) until = std::min(until, plan_.warmup);
    bool goes_on = true;
    while (goes_on && now() < until) goes_on = run_->step();
    count(before);
    if (!goes_on) end();
  }
  look();
}

void LiveRun::count(Cycle before) {
  if (before <= plan_.warmup && now() > plan_.warmup) std::fill(carried_.begin(), carried_.end(), 0U);
  const std::size_t slot = before / slot_cycles % slots;
  if (before % slot_cycles == 0) {
    std::fill(in_slot_[slot].begin(), in_slot_[slot].end(), 0U);
    cycles_of_[slot] = 0;
  }
  cycles_of_[slot] += now() - before;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    const std::uint64_t carried = world().routers[links_[link].router].ports[links_[link].port].carried;
    in_slot_[slot][link] += static_cast<std::uint32_t>(carried - carried_[link]);
    carried_[link] = carried;
  }
}

void LiveRun::look() {
  Cycle cycles = 0;
  for (const Cycle each : cycles_of_) cycles += each;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    std::uint64_t held = 0;
    for (const std::vector<std::uint32_t>& slot : in_slot_) held += slot[link];
    link_loads_[link] = static_cast<float>(static_cast<double>(held) / static_cast<double>(std::max<Cycle>(cycles, 1)));
    const auto& port = world().routers[links_[link].router].ports[links_[link].port];
    link_held_[link] = now() > 0 && port.last_held == now() ? 1 : 0;
  }
  for (std::uint32_t r = 0; r < topology_.graph.routers(); ++r) {
    const engine::reference::Router& router = world().routers[r];
    std::size_t used = 0, all = 0;
    for (unsigned q = 0; q < rules_.transit_queues; ++q) {
      if (!world().feeders[r * rules_.ports + rules_.port_of[q]].exists()) continue;
      used += router.queues[q].held.slots();
      all += rules_.slots;
    }
    queue_fill_[r] = all == 0 ? 0 : static_cast<float>(used) / static_cast<float>(all);
    std::size_t waiting = 0;
    for (unsigned i = 0; i < rules_.injectors; ++i) {
      waiting += router.injectors[i].buffer.size() + router.queues[rules_.transit_queues + i].held.packets();
    }
    injection_fill_[r] =
        static_cast<float>(waiting) / static_cast<float>(std::size_t{rules_.injectors} * rules_.injection_slots);
  }
}

void LiveRun::end() {
  stats::RunRecord& record = result_.emplace();
  record.totals = run_->finish();
  record.seed = plan_.seed;
  record.nodes = topology_.graph.nodes();
  record.seconds_per_cycle = seconds_per_cycle(settings_.network);
  record.delays = stats::Delays{engine::link_spread(design_).longest_delay, design_.router.delay.cycles(),
                                design_.router.credit_delay.cycles()};
  record.has_end = settings_.load().has_end();
  record.offered = trgen::synth::offered_load(settings_.load(), facts_, plan_.seed);
  record.warmup = plan_.warmup;
  const double dispersion = set_sources(settings_, design_, facts_, record);
  if (auto* queues = dynamic_cast<workload::KeepsQueues*>(workload_.get()); queues != nullptr && record.sources)
    record.queues = std::move(queues->queues());
  stats::judge(record, dispersion);
}

const stats::RunTotals& LiveRun::totals() const { return ended() ? result_->totals : run_->totals(); }

std::uint64_t LiveRun::waiting_at_sources() const {
  return workload_->report(now()).packets_generated - totals().total_packets_injected;
}

}  // namespace fsin::browser
