// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/synthetic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "trgen/synth/arrivals/bernoulli.hpp"
#include "trgen/synth/arrivals/on_off.hpp"
#include "trgen/synth/arrivals/pareto.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/population.hpp"
#include "trgen/synth/sizes/fixed.hpp"

namespace trgen::synth {
namespace {

using fsin::Diagnostics;

PlanText text_of(const SyntheticParams& params) { return {params.pattern, params.sizes, params.parts, params.phases}; }

ArrivalRates rates_of(const Traffic& traffic, const NetworkFacts& facts, std::uint64_t seed) {
  ArrivalRates rates;
  rates.least = std::numeric_limits<double>::infinity();
  rates.seed = seed;
  for (std::size_t phase = 0; phase < traffic.phases().size(); ++phase) {
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      const double rate = traffic.rate(phase, node);
      if (rate <= 0) continue;
      if (rate > rates.most) rates.mean_phits = traffic.mean_phits(phase);
      rates.most = std::max(rates.most, rate);
      rates.least = std::min(rates.least, rate);
    }
  }
  return rates;
}

/// Checks that the arrival process can have the rates of all nodes.
void check_rates(const SyntheticParams& params, const NetworkFacts& facts, Diagnostics& diagnostics,
                 const MarkOf& mark_of) {
  constexpr std::uint64_t any_seed = 1;
  const Traffic traffic = make_traffic(params.plan(), params.load, params.repeat, facts, any_seed);
  const ArrivalRates rates = rates_of(traffic, facts, any_seed);
  if (rates.most <= 0) {
    diagnostics.error(mark_of("phases"), "no node sends anything in any phase; give one of them a load above 0");
    return;
  }
  const std::string problem = check(params.arrivals, rates);
  if (!problem.empty()) diagnostics.error(mark_of("arrivals"), problem);
}

/// Refuses keys that contradict a closed loop or a shot, whose sources send as fast as they can.
void check_without_load(const SyntheticParams& params, Diagnostics& diagnostics, const MarkOf& mark_of) {
  const SyntheticParams usual;
  const auto refuse = [&](std::string_view key, bool differs) {
    if (!differs) return;
    diagnostics.error(mark_of(key), fmt::format("loop {} has no {}, for nodes send as soon as they may; leave this key "
                                                "out, or use loop: open",
                                                params.loop.name(), key));
  };
  refuse("load", params.load != usual.load);
  refuse("source", params.source != usual.source);
  refuse("arrivals", params.arrivals.index() != usual.arrivals.index());
  refuse("phases", !params.phases.empty());
}

void check_loop(const SyntheticParams& params, const NetworkFacts& facts, Diagnostics& diagnostics,
                const MarkOf& mark_of) {
  if (!params.has_load()) check_without_load(params, diagnostics, mark_of);
  if (const auto* triggered = params.loop.get_if<TriggeredLoop>()) {
    if (triggered->least > triggered->most) {
      diagnostics.error(mark_of("loop.least"), fmt::format("least is {} and most is {}; least is at most as large",
                                                           triggered->least, triggered->most));
    }
    const double more = triggered->rate * (triggered->least + triggered->most) / 2;
    if (more >= 1) {
      diagnostics.warning(mark_of("loop"), fmt::format("a packet that arrives triggers {:.4g} messages on average, so "
                                                       "that they become more and more, whatever the load",
                                                       more));
    }
  }
  const bool answered = params.loop.is<WindowLoop>() || params.loop.is<RequestReplyLoop>();
  if (!answered || !diagnostics.ok()) return;
  const Traffic traffic = make_traffic(params.plan(), 1, false, facts, 1);
  if (traffic.most_packets() > most_request_packets) {
    diagnostics.error(mark_of("sizes"), fmt::format("a message may have {} packets, and one that is answered has {} at "
                                                    "most; use smaller sizes or larger packets",
                                                    traffic.most_packets(), most_request_packets));
  }
}

void check_original(const SyntheticParams& params, const NetworkFacts& facts, Diagnostics& diagnostics,
                    const MarkOf& mark_of) {
  const std::string foreign = unlike_original(params.pattern, facts);
  if (!foreign.empty())
    diagnostics.error(mark_of("pattern"), fmt::format("--rng original: {}, or --rng philox", foreign));
  if (params.source != SourceModel::stall) {
    diagnostics.error(mark_of("source"),
                      "the original simulator has no infinite source queues; use source: stall, or --rng philox");
  }
  if (!params.is_plain() && foreign.empty()) {
    diagnostics.error(mark_of("arrivals"),
                      "how the original simulator draws other arrivals, sizes, parts, phases and loops is not known; "
                      "leave these keys out, or use --rng philox");
  }
}

ClosedLoop closed_loop(const WindowLoop& loop, const NetworkFacts&) {
  return {loop.window, 0, loop.think.value, {1, 0, 1}};
}

ClosedLoop closed_loop(const RequestReplyLoop& loop, const NetworkFacts& facts) {
  const fsin::workload::Packetiser packetiser(facts);
  const std::uint64_t bytes = loop.reply ? loop.reply->value : facts.packet_bytes();
  return {
      loop.window, loop.service.value, loop.think.value, {packetiser.packets(bytes), 0, packetiser.last_phits(bytes)}};
}

}  // namespace

bool SyntheticParams::is_memoryless() const {
  if (!has_load() || !phases.empty() || loop.is<TriggeredLoop>()) return false;
  const auto* fixed = sizes.get_if<FixedSizes>();
  const bool regular = !arrivals.is<OnOffArrivals>() && !arrivals.is<ParetoArrivals>();
  return fixed != nullptr && !fixed->bytes && parts.empty() && regular && !is_uneven(pattern);
}

bool SyntheticParams::is_plain() const {
  const auto* fixed = sizes.get_if<FixedSizes>();
  return loop.is<OpenLoop>() && arrivals.is<BernoulliArrivals>() && fixed != nullptr && !fixed->bytes &&
         parts.empty() && phases.empty() && !is_uneven(pattern);
}

bool SyntheticParams::needs_distances() const {
  const auto names_it = [](const fsin::config::YamlText& entry) {
    return entry.text.find(PopulationParams::name) != std::string::npos;
  };
  return pattern.is<PopulationParams>() || std::any_of(parts.begin(), parts.end(), names_it) ||
         std::any_of(phases.begin(), phases.end(), names_it);
}

const Plan& SyntheticParams::plan() const {
  return kept.get([&] {
    Diagnostics checked_before;
    return plan_of(text_of(*this), checked_before, [](std::string_view) { return fsin::Mark(); });
  });
}

bool check_synthetic(const SyntheticParams& params, const NetworkFacts& facts, bool original,
                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  plan_of(text_of(params), diagnostics, mark_of);
  if (diagnostics.error_count() != before) return false;
  check_plan(params.plan(), facts, diagnostics, mark_of);
  if (params.is_plain() && params.load > facts.packet_phits) {
    diagnostics.error(mark_of("load"), fmt::format("load {} is more than a packet of {} phits per node and cycle; a "
                                                   "source makes one packet a cycle at most, so ask for {} or less",
                                                   params.load, facts.packet_phits, facts.packet_phits));
  }
  if (diagnostics.error_count() == before && !params.is_plain() && params.has_load()) {
    check_rates(params, facts, diagnostics, mark_of);
  }
  if (diagnostics.error_count() == before) check_loop(params, facts, diagnostics, mark_of);
  if (original) check_original(params, facts, diagnostics, mark_of);
  return diagnostics.error_count() == before;
}

double dispersion(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  if (params.is_plain()) return facts.packet_phits;
  if (params.loop.is<TriggeredLoop>()) return std::numeric_limits<double>::infinity();
  const Traffic traffic = make_traffic(params.plan(), params.load, params.repeat, facts, seed);
  const auto process = make_process(params.arrivals, rates_of(traffic, facts, seed));
  double most = 0;
  for (std::size_t phase = 0; phase < traffic.phases().size(); ++phase) {
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      const double rate = traffic.rate(phase, node);
      if (rate > 0) most = std::max(most, traffic.dispersion(phase, node, process->dispersion(rate)));
    }
  }
  return most;
}

double packets_in_row(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  const Traffic traffic = make_traffic(params.plan(), 1, false, facts, seed);
  double packets = 0, weights = 0;
  for (const TrafficPart& part : traffic.phases().front().parts) {
    packets += part.weight * part.sizes.mean_packets(facts);
    weights += part.weight;
  }
  const double messages = Loops::visit(
      [&]<class L>(const L& loop) -> double {
        if constexpr (requires { loop.window; }) {
          return loop.window;
        } else if constexpr (std::is_same_v<L, ShotLoop>) {
          return loop.messages == 0 ? facts.nodes - 1 : loop.messages;
        } else {
          return 1;
        }
      },
      params.loop);
  return messages * packets / weights;
}

double bytes_of_synthetic(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  if (params.is_plain()) {
    return static_cast<double>(bytes_of_source(params.source)) * facts.nodes +
           static_cast<double>(make_pattern(params.pattern, facts, seed)->bytes());
  }
  const Traffic traffic = make_traffic(params.plan(), params.load, params.repeat, facts, seed);
  const std::size_t node = Loops::visit(
      [&]<class L>(const L& loop) {
        if constexpr (requires { loop.window; }) {
          return bytes_of_closed_source(loop.window);
        } else if constexpr (std::is_same_v<L, ShotLoop>) {
          return bytes_of_shot_source();
        } else {
          return bytes_of_open_source(params.source);
        }
      },
      params.loop);
  return static_cast<double>(node) * facts.nodes + static_cast<double>(traffic.bytes());
}

std::unique_ptr<fsin::workload::Workload> make_synthetic(const SyntheticParams& params, const NetworkFacts& facts,
                                                         std::uint64_t seed) {
  if (params.is_plain()) {
    return make_sources(make_pattern(params.pattern, facts, seed), {params.load, params.source}, facts, seed);
  }
  Traffic traffic = make_traffic(params.plan(), params.has_load() ? params.load : 1, params.repeat, facts, seed);
  if (const auto* window = params.loop.get_if<WindowLoop>()) {
    return make_closed_sources(std::move(traffic), closed_loop(*window, facts), facts.nodes);
  }
  if (const auto* replies = params.loop.get_if<RequestReplyLoop>()) {
    return make_closed_sources(std::move(traffic), closed_loop(*replies, facts), facts.nodes);
  }
  if (const auto* shots = params.loop.get_if<ShotLoop>()) {
    const std::uint64_t messages = shots->messages == 0 ? facts.nodes - 1 : shots->messages;
    return make_shot_sources(std::move(traffic), messages, shots->shots, facts.nodes);
  }
  std::optional<TriggeredLoop> triggered;
  if (const auto* loop = params.loop.get_if<TriggeredLoop>()) triggered = *loop;
  const ArrivalRates rates = rates_of(traffic, facts, seed);
  auto process = make_process(params.arrivals, rates);
  return make_open_sources(std::move(traffic), std::move(process), params.source, triggered, facts.nodes);
}

std::unique_ptr<fsin::workload::Workload> make_original_synthetic(const SyntheticParams& params,
                                                                  const NetworkFacts& facts, std::uint64_t seed,
                                                                  fsin::OriginalRandom& random) {
  return make_original_sources(make_pattern(params.pattern, facts, seed), params.load, facts, random);
}

}  // namespace trgen::synth
