// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_synthetic.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "trgen/synth/arrivals/catalogue.hpp"
#include "trgen/synth/loops/catalogue.hpp"
#include "trgen/synth/packets/packet_workload.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/sizes/catalogue.hpp"
#include "trgen/synth/synthetic.hpp"

namespace differential {
namespace {

using namespace trgen::synth;
using fsin::workload::NetworkFacts;

/// Any entry of a catalogue, as it is by default.
template <class Catalogue>
void draw_entry(Dice& dice, fsin::config::Choice<Catalogue>& value) {
  constexpr auto count = static_cast<std::uint32_t>(std::variant_size_v<typename Catalogue::variant>);
  Catalogue::emplace(value, dice.below(count));
}

void draw_values(Dice& dice, SyntheticParams& params) {
  if (auto* fixed = params.sizes.get_if<FixedSizes>()) fixed->bytes = fsin::Bytes{dice.between(1, 400)};
  if (auto* sizes = params.sizes.get_if<BimodalSizes>()) sizes->large = {dice.between(1, 900)};
  if (auto* sizes = params.sizes.get_if<LogNormalSizes>()) sizes->median = {dice.between(1, 300)};
  if (auto* sizes = params.sizes.get_if<OriginalBimodalSizes>()) sizes->packets = dice.between(1, 20);
  if (auto* shots = params.loop.get_if<ShotLoop>()) {
    shots->messages = dice.between(0, 12);
    shots->shots = dice.one_of({1U, 1U, 2U, 4U});
  }
  if (auto* loop = params.loop.get_if<WindowLoop>()) {
    loop->window = dice.between(1, 6);
    loop->think = {dice.one_of({0U, 3U, 100U})};
  }
  if (auto* loop = params.loop.get_if<RequestReplyLoop>()) {
    loop->window = dice.between(1, 6);
    loop->service = {dice.one_of({0U, 1U, 40U})};
    loop->think = {dice.one_of({0U, 3U, 100U})};
    if (dice.chance(50)) loop->reply = fsin::Bytes{dice.between(1, 300)};
  }
  if (auto* loop = params.loop.get_if<TriggeredLoop>()) {
    loop->rate = dice.one_of({0.1, 0.5, 1.0});
    loop->most = dice.between(1, 3);
  }
}

std::string draw_parts(Dice& dice, SyntheticParams& params) {
  std::string text;
  if (dice.chance(30)) {
    params.parts.push_back({"{weight: 2}"});
    params.parts.push_back({"{pattern: {type: shift, offset: 1}, sizes: {type: fixed, bytes: 100 B}}"});
    text += ", 2 parts";
  }
  // Messages of megabytes come so rarely that thousands of short phases pass between two of them.
  const bool rare = params.sizes.is<WebSearchSizes>() || params.sizes.is<DataMiningSizes>();
  if (params.has_load() && !rare && dice.chance(30)) {
    params.phases.push_back({fmt::format("{{cycles: {}, load: {}}}", dice.between(1, 200), dice.one_of({0.0, 0.3}))});
    params.phases.push_back({"{cycles: 70, pattern: uniform}"});
    params.repeat = dice.chance(60);
    text += params.repeat ? ", phases" : ", phases once";
  }
  return text;
}

}  // namespace

bool choose_synthetic(Dice& dice, const NetworkFacts& facts_of_case, RandomCase& c) {
  NetworkFacts facts = facts_of_case;
  facts.variable_last_packet = dice.chance(50);
  SyntheticParams params;
  draw_entry<Patterns>(dice, params.pattern);
  draw_entry<SizeChoices>(dice, params.sizes);
  draw_entry<Loops>(dice, params.loop);
  if (params.has_load()) {
    draw_entry<ArrivalChoices>(dice, params.arrivals);
    params.load = dice.one_of({0.02, 0.1, 0.3, 0.6, 0.9, 2.0});
    params.source = dice.chance(40) ? SourceModel::infinite : SourceModel::stall;
  }
  const bool huge = params.sizes.is<WebSearchSizes>() || params.sizes.is<DataMiningSizes>();
  if (params.has_end() && huge) params.sizes = FixedSizes{};  // the run would not end
  draw_values(dice, params);
  const std::string parts = draw_parts(dice, params);
  fsin::Diagnostics diagnostics;
  if (!check_synthetic(params, facts, false, diagnostics, [](std::string_view) { return fsin::Mark(); })) return false;
  const std::uint64_t seed = c.plan.seed;
  if (params.has_end()) {
    c.plan.cycles = fsin::never;
    c.plan.max_cycles = 30000;
  } else {
    c.plan.warmup = dice.one_of({0U, 100U, 500U});
    c.plan.cycles = dice.between(200, 1200);
  }
  c.workload_text = fmt::format("{}, {} of {}, {}, load {}, {} sources{}, seed {}", params.pattern.name(),
                                params.arrivals.name(), params.sizes.name(), params.loop.name(), params.load,
                                params.source == SourceModel::stall ? "stalling" : "infinite", parts, seed);
  c.make_workload = [params, facts, seed] { return make_synthetic(params, facts, seed); };
  return true;
}

void choose_packets(Dice& dice, std::uint64_t number, const NetworkFacts& facts, RandomCase& c) {
  PacketsParams params;
  params.file = fmt::format("differential_{}_{}.packets", ::getpid(), number);
  std::string text;
  const std::uint32_t rows = dice.between(1, 400), pace = dice.one_of({1U, 3U, 40U});
  std::uint64_t cycle = 1;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const std::uint32_t source = dice.below(facts.nodes);
    const std::uint32_t to = (source + 1 + dice.below(facts.nodes - 1)) % facts.nodes;
    if (dice.chance(60)) cycle += dice.below(pace + 1);
    fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", cycle, source, to, dice.between(1, 300));
  }
  std::ofstream(params.file) << text;
  params.survey(facts);
  c.plan.warmup = 0;
  c.plan.cycles = fsin::never;
  c.workload_text = fmt::format("{} packets of a file", rows);
  // The file is removed with the last copy of the case.
  const std::shared_ptr<void> keeper(nullptr, [file = params.file](void*) { std::remove(file.c_str()); });
  c.make_workload = [params, facts, keeper] { return make_packets(params, facts); };
}

}  // namespace differential
