// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_workload.hpp"

#include <fmt/format.h>

#include <variant>

#include "fsin/topology/grids/cartesian.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "tests/engine/differential/random_program.hpp"
#include "tests/engine/differential/random_synthetic.hpp"
#include "tests/engine/differential/random_trace.hpp"
#include "tests/engine/differential/short_packets.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/neighbour.hpp"
#include "trgen/synth/random_permutation.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/sources.hpp"
#include "trgen/synth/tornado.hpp"
#include "trgen/synth/uniform.hpp"

namespace differential {
namespace {

using namespace fsin;
using trgen::synth::Pattern;
using PatternMaker = std::function<std::unique_ptr<Pattern>(const workload::NetworkFacts&)>;

workload::NetworkFacts facts_of(const RandomCase& c) {
  workload::NetworkFacts facts;
  facts.nodes = static_cast<std::uint32_t>(c.topology.graph.nodes());
  if (const auto* grid = topology::as<topology::Cartesian>(*c.topology.geometry)) facts.dims = grid->dims;
  facts.packet_phits = c.design.packet_phits;
  facts.phit_bytes = 4;
  facts.bit_rate = 1'000'000'000;
  return facts;
}

template <class Params>
PatternMaker maker(Params params, std::uint64_t seed) {
  return [params, seed](const workload::NetworkFacts& facts) { return params.make(facts, seed); };
}

std::pair<std::string, PatternMaker> random_pattern(Dice& dice, const workload::NetworkFacts& facts,
                                                    std::uint64_t seed) {
  switch (dice.below(facts.dims.empty() ? 4 : 6)) {
    case 1:
      return {"hotspot", maker(trgen::synth::HotspotParams{}, seed)};
    case 2:
      return {"random-permutation", maker(trgen::synth::RandomPermutationParams{}, seed)};
    case 3:
      return {"shift", maker(trgen::synth::ShiftParams{}, seed)};
    case 4:
      return {"tornado", maker(trgen::synth::TornadoParams{}, seed)};
    case 5:
      return {"neighbour", maker(trgen::synth::NeighbourParams{}, seed)};
    default:
      return {"uniform", maker(trgen::synth::UniformParams{}, seed)};
  }
}

}  // namespace

namespace {

/// Now and then calls that cost something, or receives from any source; of dice of its own, so that the other cases
/// keep their numbers.
bool choose_calls(const std::shared_ptr<const trgen::record::TraceSource>& source,
                  const trgen::replay::ReplaySettings& replay, const workload::NetworkFacts& facts, RandomCase& c) {
  Dice dice(c.plan.seed ^ std::uint64_t{1} << 58U);
  if (!dice.chance(40)) return false;
  trgen::replay::TraceParams params;
  params.order = replay.order;
  const bool causal = replay.order == trgen::replay::Order::causal;
  if (dice.chance(60)) params.mpi.send_overhead.value = dice.below(3000);
  if (causal && dice.chance(50)) params.mpi.receive_overhead.value = dice.below(3000);
  if (causal && dice.chance(50)) params.mpi.eager = fsin::Bytes{dice.below(300)};
  if (params.mpi.eager && dice.chance(50)) params.mpi.progress = trgen::replay::Progress::calls;
  if (causal && dice.chance(50)) params.any_source = trgen::replay::AnySourceRule::wildcard;
  trgen::replay::ReplaySettings settings = replay;
  settings.wildcards = params.any_source == trgen::replay::AnySourceRule::wildcard;
  set_costs(settings, params.mpi, facts);
  c.workload_text += fmt::format(
      ", overheads {} and {}{}{}{}", settings.costs.send_overhead, settings.costs.receive_overhead,
      params.mpi.eager ? fmt::format(", eager {}", settings.costs.eager) : "",
      settings.costs.progress_in_calls ? ", progress in calls" : "", settings.wildcards ? ", any source" : "");
  c.make_workload = [source, settings, facts] {
    return trgen::replay::make_packet_replay(operations_of(source, settings), settings, facts);
  };
  return true;
}

void choose_trace(Dice& dice, RandomCase& c) {
  workload::NetworkFacts facts = facts_of(c);
  facts.variable_last_packet = dice.chance(40);
  const TraceShape shape{dice.between(2, std::min(facts.nodes, 40U)), dice.between(1, 120), !dice.chance(8)};
  std::shared_ptr<const trgen::record::TraceSource> source = make_random_trace(dice, shape);
  trgen::replay::ReplaySettings settings;
  settings.order = dice.chance(25) ? trgen::replay::Order::asap : trgen::replay::Order::causal;
  settings.match = dice.chance(30) ? trgen::replay::Match::messages : trgen::replay::Match::packets;
  settings.bursts = settings.order == trgen::replay::Order::causal && dice.chance(40);
  if (settings.bursts)
    settings.burst_clock = trgen::replay::BurstClock(dice.one_of({0.1, 1.0, 3.0}), 0, facts.bit_rate, facts.phit_bytes);
  const std::uint32_t shift = dice.below(facts.nodes);
  for (std::uint32_t rank = 0; rank < shape.ranks; ++rank)
    settings.node_of_rank.push_back((rank + shift) % facts.nodes);
  c.plan.warmup = dice.one_of({0U, 200U});
  const auto region = dice.chance(30) ? random_region(dice, source) : nullptr;
  if (region) source = region;
  c.workload_text = fmt::format(
      "trace of {} ranks and {} messages, {}{}, match {}, {}{}{}", shape.ranks, shape.messages,
      region ? to_text(region->region()) + ", " : "", settings.order == trgen::replay::Order::asap ? "asap" : "causal",
      settings.match == trgen::replay::Match::messages ? "messages" : "packets",
      settings.bursts ? "bursts" : "no bursts", facts.variable_last_packet ? ", short last packets" : "",
      shape.complete ? "" : ", a send is missing");
  if (choose_calls(source, settings, facts, c)) return;
  c.ranks = shape.ranks;
  c.make_told = [source, settings, facts](workload::Timeline* timeline) {
    return trgen::replay::make_packet_replay(operations_of(source, settings), settings, facts, nullptr, timeline);
  };
  c.make_workload = [make = c.make_told] { return make(nullptr); };
}

}  // namespace

void choose_workload(Dice& dice, RandomCase& c) {
  // Now and then anything of the catalogues, or packets of a file. Of dice of its own, so that the other cases keep
  // their numbers.
  Dice other(c.plan.seed ^ std::uint64_t{1} << 59U);
  if (other.chance(25)) {
    const workload::NetworkFacts facts = facts_of(c);
    if (other.chance(30)) return choose_program(other, facts, c);
    if (other.chance(20)) return choose_packets(other, c.plan.seed, facts, c);
    for (int tries = 0; tries < 20; ++tries) {
      if (choose_synthetic(other, facts, c)) return;
    }
  }
  if (dice.chance(30)) {
    choose_trace(dice, c);
    return;
  }
  const workload::NetworkFacts facts = facts_of(c);
  const std::uint64_t seed = c.plan.seed;
  const auto [name, make_pattern] = random_pattern(dice, facts, seed);
  const double load = dice.one_of({0.02, 0.1, 0.3, 0.6, 1.0, 4.0});
  const auto model = dice.chance(30) ? trgen::synth::SourceModel::infinite : trgen::synth::SourceModel::stall;
  c.plan.warmup = dice.one_of({0U, 100U, 500U});
  c.plan.cycles = dice.between(200, 1200);
  c.workload_text = fmt::format("{} at load {}, {} sources, {}+{} cycles, seed {}", name, load,
                                model == trgen::synth::SourceModel::stall ? "stalling" : "infinite", c.plan.warmup,
                                c.plan.cycles, seed);
  const bool shortened = dice.chance(25);
  if (shortened) c.workload_text += ", half of the packets shortened";
  c.make_workload = [facts, make_pattern = make_pattern, load, model, seed,
                     shortened]() -> std::unique_ptr<workload::Workload> {
    auto whole = trgen::synth::make_sources(make_pattern(facts), {load, model}, facts, seed);
    if (!shortened) return whole;
    return std::make_unique<ShortPackets>(std::move(whole), facts.nodes);
  };
}

}  // namespace differential
