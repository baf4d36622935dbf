// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/replay_params.hpp"

#include <fmt/core.h>

#include <cmath>

#include "fsin/core/text.hpp"
#include "trgen/record/work_rate.hpp"

namespace trgen::replay {
namespace {

using fsin::workload::NetworkFacts;

/// The node of every rank. Problems are in `diagnostics`.
std::vector<std::uint32_t> place_ranks(const Placement& placement, const Counted& counted, const NetworkFacts& facts,
                                       std::uint64_t seed, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  Problem problem;
  auto places = place(placement, {counted.ranks, facts, seed, counted.taken, counted.affinity}, diagnostics, problem);
  if (!problem.empty()) diagnostics.error(mark_of("placement"), problem);
  return places;
}

void check_order(const ReplayParams& params, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (params.order != Order::asap) return;
  if (params.cpu.scale) {
    diagnostics.error(mark_of("cpu.scale"), "order asap replays no CPU bursts; remove cpu, or use order: causal");
  }
  if (params.match != Match::packets) {
    diagnostics.error(mark_of("match"), "order asap matches nothing; remove match, or use order: causal");
  }
}

/// Number of units per second in which the trace counts: 1e9 for nanoseconds, the rate of a node for amounts of work.
std::uint64_t rate_of(const CpuParams& cpu, const std::string& clock, fsin::Diagnostics& diagnostics,
                      const MarkOf& mark_of) {
  constexpr std::uint64_t nanoseconds = 1'000'000'000;
  const bool volumes = record::is_volume(clock);
  if (!cpu.rate) {
    if (cpu.scale && volumes) {
      diagnostics.error(mark_of("cpu.scale"),
                        fmt::format("the trace counts {0}, not time, so its CPU bursts have no length; give the speed "
                                    "of a node with cpu.rate, e.g. \"{1}\", or remove cpu",
                                    clock, clock == "flops" ? "10 Gf/s" : "2 Gips"));
    }
    return nanoseconds;
  }
  std::string error;
  const auto rate = record::parse_work_rate(*cpu.rate, error);
  if (!rate) {
    diagnostics.error(mark_of("cpu.rate"), error);
  } else if (!volumes) {
    diagnostics.error(mark_of("cpu.rate"),
                      "the trace records times, which need no rate; remove cpu.rate, or use cpu.scale");
  } else if (rate->clock != clock) {
    diagnostics.error(
        mark_of("cpu.rate"),
        fmt::format("{} is a rate of {}, but the trace counts {}; write for example \"{}\"", fsin::in_quotes(*cpu.rate),
                    rate->clock, clock, clock == "flops" ? "10 Gf/s" : "2 Gips"));
  } else if (cpu.clock_cost.value > 0) {
    diagnostics.error(mark_of("cpu.clock_cost"),
                      fmt::format("cpu.clock_cost is a time, but the trace counts {}; remove it", clock));
  }
  return rate ? rate->per_second : nanoseconds;
}

void check_stragglers(const CpuParams& cpu, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (cpu.scale || !cpu.any()) return;
  const char* key = cpu.slow.empty() ? "cpu.noise" : "cpu.slow";
  diagnostics.error(mark_of(key), fmt::format("{} has no effect, since no CPU bursts are replayed; add cpu.scale: 1.0, "
                                              "or remove it",
                                              key));
}

void check_cpu(const CpuParams& cpu, const NetworkFacts& facts, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (!cpu.scale && cpu.clock_cost.value > 0) {
    diagnostics.error(
        mark_of("cpu.clock_cost"),
        "cpu.clock_cost has no effect, since no CPU bursts are replayed; add cpu.scale: 1.0, or remove it");
  }
  if (!cpu.scale) return;
  constexpr std::uint64_t fastest = 100'000'000'000'000;
  if (facts.bit_rate == 0 || facts.bit_rate > fastest) {
    diagnostics.error(mark_of("cpu.scale"),
                      fmt::format("CPU bursts need a link bandwidth from 1 b/s to 100 Tb/s to be "
                                  "turned into cycles, not {} b/s; correct network.link.bandwidth",
                                  facts.bit_rate));
  }
}

}  // namespace

bool ranks_fit(const Replayed& what, std::uint32_t ranks, std::uint32_t nodes, std::uint32_t per_node,
               fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (ranks <= std::uint64_t{nodes} * per_node) return true;
  if (per_node > 1) {
    diagnostics.error(mark_of(what.key),
                      fmt::format("{} of {} ranks on {} nodes, {} ranks a node: not all of them have a place; use a "
                                  "larger topology, a larger placement.per_node, or a {} of fewer ranks",
                                  what.noun, ranks, nodes, per_node, what.noun));
    return false;
  }
  diagnostics.error(
      mark_of(what.key),
      fmt::format("{0} of {1} ranks on {2} nodes: every rank needs a node of its own; use a topology of at least {1} "
                  "nodes, a {0} of fewer ranks, or several ranks a node (placement.per_node)",
                  what.noun, ranks, nodes));
  return false;
}

std::optional<ReplaySettings> resolve_replay(const ReplayParams& written, const Replayed& what, const Counted& counted,
                                             const NetworkFacts& facts, std::uint64_t seed,
                                             fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  ReplayParams params = written;
  if (params.cpu.rate && !params.cpu.scale) params.cpu.scale = 1.0;
  check_order(params, diagnostics, mark_of);
  check_cpu(params.cpu, facts, diagnostics, mark_of);
  check_stragglers(params.cpu, diagnostics, mark_of);
  const std::uint64_t rate = rate_of(params.cpu, counted.clock, diagnostics, mark_of);
  ReplaySettings settings;
  if (ranks_fit(what, counted.ranks, facts.nodes, ranks_of_node(params.placement), diagnostics, mark_of))
    settings.node_of_rank = place_ranks(params.placement, counted, facts, seed, diagnostics, mark_of);
  if (diagnostics.error_count() != before) return std::nullopt;
  settings.order = params.order;
  settings.match = params.match;
  settings.bursts = params.cpu.scale.has_value();
  if (settings.bursts) {
    const auto cost = static_cast<std::uint64_t>(std::llround(params.cpu.clock_cost.value));
    settings.burst_clock = BurstClock(*params.cpu.scale, cost, facts.bit_rate, facts.phit_bytes, rate);
  }
  return settings;
}

}  // namespace trgen::replay
