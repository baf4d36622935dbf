// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/plan.hpp"

#include <fmt/format.h>

#include "fsin/config/entry.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::synth {
namespace {

using fsin::Diagnostics;
using fsin::Mark;
using fsin::config::YamlText;

/// Reads a struct that was kept as text. Messages name the entry of the list. Returns the document.
template <class T>
fsin::config::Document read_entry(const YamlText& text, std::string_view list, std::size_t number, T& value,
                                  Diagnostics& diagnostics, const MarkOf& mark_of) {
  Diagnostics found;
  const Mark mark = mark_of(list);
  fsin::config::Document document = fsin::config::read_entry(text, mark, value, found);
  fsin::config::pass_on(found, mark, fmt::format("{}, entry {}: ", list, number), diagnostics);
  return document;
}

/// Reports the message of `check` for a pattern or sizes, with the name of the part.
template <class Check>
void say_problem(const Mark& mark, const std::string& where, Diagnostics& diagnostics, Check problem_of) {
  try {
    const std::string problem = problem_of();
    if (!problem.empty()) diagnostics.error(mark, where + problem);
  } catch (const record::TraceError& error) {
    diagnostics.input_error(mark, error.what());
  }
}

void check_part(const PartPlan& part, const std::string& where, const Mark& of_pattern, const Mark& of_sizes,
                const NetworkFacts& facts, Diagnostics& diagnostics) {
  say_problem(of_pattern, where, diagnostics, [&] { return check(part.pattern, facts); });
  say_problem(of_sizes, where, diagnostics, [&] { return check(part.sizes, facts); });
}

}  // namespace

Plan plan_of(const PlanText& text, Diagnostics& diagnostics, const MarkOf& mark_of) {
  std::vector<PartPlan> parts;
  double weights = 0;
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    PartPlan& part = parts.emplace_back(PartPlan{1, text.pattern, text.sizes});
    read_entry(text.parts[i], "parts", i + 1, part, diagnostics, mark_of);
    weights += part.weight;
  }
  if (!parts.empty() && weights <= 0) {
    diagnostics.error(mark_of("parts"), "all weights of the parts are 0; give at least one of them a weight above 0");
  }
  if (parts.empty()) parts.push_back({1, text.pattern, text.sizes});
  Plan plan;
  for (std::size_t i = 0; i < text.phases.size(); ++i) {
    PhasePlan& phase = plan.phases.emplace_back();
    phase.pattern = text.pattern;
    phase.sizes = text.sizes;
    const auto written = read_entry(text.phases[i], "phases", i + 1, phase, diagnostics, mark_of);
    const bool own = written.loaded() && (written.has("pattern") || written.has("sizes"));
    if (own) {
      phase.parts.push_back({1, phase.pattern, phase.sizes});
    } else {
      phase.parts = parts;
    }
  }
  if (plan.phases.empty()) plan.phases.emplace_back().parts = std::move(parts);
  return plan;
}

void check_plan(const Plan& plan, const NetworkFacts& facts, Diagnostics& diagnostics, const MarkOf& mark_of) {
  for (std::size_t i = 0; i < plan.phases.size(); ++i) {
    const PhasePlan& phase = plan.phases[i];
    for (std::size_t k = 0; k < phase.parts.size(); ++k) {
      std::string where;
      if (plan.phases.size() > 1) where += fmt::format("phase {}: ", i + 1);
      if (phase.parts.size() > 1) where += fmt::format("part {}: ", k + 1);
      const Mark pattern = mark_of(phase.parts.size() > 1 ? "parts" : plan.phases.size() > 1 ? "phases" : "pattern");
      const Mark sizes = mark_of(phase.parts.size() > 1 ? "parts" : plan.phases.size() > 1 ? "phases" : "sizes");
      check_part(phase.parts[k], where, pattern, sizes, facts, diagnostics);
    }
  }
}

Traffic make_traffic(const Plan& plan, double load, bool repeat, const NetworkFacts& facts, std::uint64_t seed) {
  std::vector<TrafficPhase> phases;
  for (const PhasePlan& each : plan.phases) {
    TrafficPhase& phase = phases.emplace_back();
    phase.cycles = each.cycles.value;
    phase.load = each.load.value_or(load);
    for (const PartPlan& part : each.parts) {
      phase.parts.push_back({part.weight, make_pattern(part.pattern, facts, seed), make_sizes(part.sizes, facts)});
    }
  }
  const bool again = repeat && phases.size() > 1;
  return {std::move(phases), again, facts, seed};
}

}  // namespace trgen::synth
