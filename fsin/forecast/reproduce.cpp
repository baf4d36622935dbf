// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/text.hpp"
#include "fsin/deadlock/design.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/forecast/directed_trace.hpp"
#include "trgen/formats/text/format.hpp"
#include "trgen/io/output.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/complement.hpp"
#include "trgen/synth/random_permutation.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/tornado.hpp"
#include "trgen/synth/uniform.hpp"

namespace fsin::forecast {
namespace {

using trgen::synth::SyntheticParams;

constexpr CycleCount try_cycles{20'000};
constexpr unsigned most_tries = 400;
constexpr deadlock::Budget directed_budget{.states = 2'000'000, .queues = 4'000'000};
constexpr double flood = 2.0;  ///< phits/node/cycle: more than any node can inject

/// The patterns that are tried with each seed, in this order.
std::vector<trgen::synth::AnyPattern> reproducing_patterns() {
  return {trgen::synth::RandomPermutationParams{}, trgen::synth::UniformParams{}, trgen::synth::TornadoParams{},
          trgen::synth::ComplementParams{}};
}

/// Queues as small as may be, and traffic without a warm-up.
experiment::Experiment crowded(experiment::Experiment experiment, std::uint64_t seed) {
  const engine::BubbleRule bubble = engine::bubble_of(experiment::design_of(experiment));
  router::RouterParams& router = experiment.network.router;
  const bool protects = bubble.channels != 0;
  router.queue = PacketCount{protects ? std::max<std::uint64_t>(2, router.bubble.value) : 1};
  router.injection_queue = PacketCount{2};
  experiment.measure = experiment::MeasureParams{};
  experiment.measure.seed = seed;
  experiment.measure.watchdog = CycleCount{1000};
  experiment.description = "a load under which this network deadlocks";
  return experiment;
}

bool runs_on(const SyntheticParams& load, const workload::NetworkFacts& facts) {
  Diagnostics ignored;
  return trgen::synth::check_synthetic(load, facts, false, ignored, [](std::string_view) { return Mark(); });
}

engine::RunPlan reproducing_plan(const experiment::MeasureParams& measure) {
  engine::RunPlan plan;
  plan.seed = measure.seed;
  plan.cycles = try_cycles.value;
  plan.watchdog = measure.watchdog.value;
  return plan;
}

/// One simulation after the other.
class Trying {
 public:
  Trying(const experiment::Experiment& experiment, const topology::Topology& topology,
         const run::InterruptWatch& interrupt)
      : experiment_(experiment), topology_(topology), interrupt_(interrupt) {}

  /// Each pattern with each seed; true when a deadlock was found.
  bool patterns(std::uint64_t packet_hops) {
    for (std::uint64_t seed = 1; found_.tried < most_tries && goes_on(packet_hops); ++seed) {
      for (const trgen::synth::AnyPattern& pattern : reproducing_patterns()) {
        experiment::Experiment tried = crowded(experiment_, seed);
        SyntheticParams load;
        load.pattern = pattern;
        load.load = flood;
        tried.workload = load;
        tried.measure.warmup = CycleCount{0};
        tried.measure.cycles = try_cycles;
        const workload::NetworkFacts facts = experiment::facts_of(tried);
        if (!runs_on(load, facts)) continue;
        const auto sources = trgen::synth::make_synthetic(load, facts, seed);
        if (!deadlocks(tried, *sources)) continue;
        found_.load = fmt::format("pattern {} and seed {}", pattern.name(), seed);
        return true;
      }
    }
    return false;
  }

  /// The packets that fill the queues of a counter-example, of one after the other.
  bool directed(std::uint64_t packet_hops) {
    const engine::Design design = experiment::design_of(crowded(experiment_, 1));
    deadlock::DirectedLoads loads = deadlock::directed_loads(design, topology_, directed_budget);
    if (!loads.any()) return false;
    unsigned empty = 0;
    for (std::uint64_t number = 0; empty < most_tries && goes_on(packet_hops); ++number) {
      const deadlock::DirectedLoad load = loads.load(number);
      if (load.flows.empty()) {
        ++empty;
        continue;
      }
      if (!deadlocks_under(load, number)) continue;
      found_.load = fmt::format("traffic of {} of nodes that aims at a cycle of {}", counted(load.flows.size(), "pair"),
                                counted(load.queues, "queue"));
      return true;
    }
    return false;
  }

  Reproduction take() { return std::move(found_); }

 private:
  bool goes_on(std::uint64_t packet_hops) const { return spent_ <= packet_hops && !interrupt_.interrupted(); }

  bool deadlocks(const experiment::Experiment& tried, workload::Workload& sources) {
    engine::Control control;
    const stats::RunTotals totals = engine::run(engine::EngineKind::event, experiment::design_of(tried), topology_,
                                                sources, reproducing_plan(tried.measure), control);
    ++found_.tried;
    spent_ += totals.packet_hops + 1;
    if (totals.outcome != stats::Outcome::deadlock) return false;
    found_.experiment = tried;
    found_.cycles = totals.cycles;
    return true;
  }

  bool deadlocks_under(const deadlock::DirectedLoad& load, std::uint64_t number) {
    constexpr std::uint64_t phits[] = {2, 5, 1, 16};
    experiment::Experiment tried = crowded(experiment_, number);
    experiment::NetworkParams& network = tried.network;
    network.packet = Bytes{network.phit.value * phits[number / 4 % std::size(phits)]};
    network.payload.reset();
    network.variable_last_packet = false;
    trgen::replay::TraceParams replayed;
    replayed.order = trgen::replay::Order::asap;
    tried.workload = replayed;
    const workload::NetworkFacts facts = experiment::facts_of(tried);
    DirectedTraceParams params{facts.nodes, load.flows, number, try_cycles.value};
    const auto run = [&] {
      found_.trace = make_directed_trace(params);
      const trgen::replay::ReplaySettings settings = everyone_at_home(facts.nodes);
      const auto sources = make_packet_replay(operations_of(found_.trace, settings), settings, facts);
      return deadlocks(tried, *sources);
    };
    if (!run()) return false;
    params.messages = std::min(params.messages, found_.cycles);  // a node sends one message a cycle at most
    if (run()) return true;
    found_.experiment.reset();
    return false;
  }

  static trgen::replay::ReplaySettings everyone_at_home(std::uint32_t nodes) {
    trgen::replay::ReplaySettings settings;
    settings.order = trgen::replay::Order::asap;
    settings.node_of_rank.resize(nodes);
    std::iota(settings.node_of_rank.begin(), settings.node_of_rank.end(), 0U);
    return settings;
  }

  const experiment::Experiment& experiment_;
  const topology::Topology& topology_;
  const run::InterruptWatch& interrupt_;
  std::uint64_t spent_ = 0;  ///< packet-hops, and simulations
  Reproduction found_;
};

}  // namespace

Reproduction reproduce_deadlock(const experiment::Experiment& experiment, const topology::Topology& topology,
                                const run::InterruptWatch& interrupt, std::uint64_t packet_hops) {
  Trying trying(experiment, topology, interrupt);
  if (!trying.patterns(packet_hops / 2)) trying.directed(packet_hops);
  return trying.take();
}

std::filesystem::path sends_beside(std::filesystem::path file) { return file.replace_extension(".sends.txt"); }

void write_reproduction(const std::filesystem::path& file, const Reproduction& found) {
  experiment::Experiment experiment = *found.experiment;
  if (found.trace) {
    const std::filesystem::path trace = sends_beside(file);
    trgen::io::Output out(trace.string());
    trgen::record::Losses losses;
    trgen::formats::text::Format::write(*found.trace, out, losses);
    out.commit();
    experiment.workload.get<trgen::replay::TraceParams>().file = trace.filename();
  }
  write_file(file, fmt::format("# Ends in a deadlock after {} cycles: fsin run {} --allow-deadlock\n{}", found.cycles,
                               file.string(), config::dump(experiment, "fsin", experiment::schema_version)));
}

}  // namespace fsin::forecast
