// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/deadlock_check.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include "fsin/core/text.hpp"

namespace fsin::forecast {

std::optional<deadlock::Verdict> deadlock_verdict(const engine::Design& design, const topology::Topology& topology,
                                                  const deadlock::Budget& budget) {
  if (design.model) return std::nullopt;
  auto verdict = deadlock::decide(design, topology, budget);
  malloc_trim(0);  // the states of a large network take as much memory as its run, which is to follow
  return verdict;
}

void refuse_unsafe(const experiment::LoadedExperiment& loaded, const deadlock::Verdict& verdict,
                   Diagnostics& diagnostics) {
  if (verdict.answer != deadlock::Answer::unsafe) return;
  diagnostics.error(loaded.document.mark(routing_key),
                    fmt::format("this network can deadlock: {}; fsin check shows how. Change routing, "
                                "router.virtual_channels or router.flow_control, or add --allow-deadlock",
                                verdict.text));
}

std::string verdict_text(const deadlock::Verdict& verdict) {
  switch (verdict.answer) {
    case deadlock::Answer::free:
      return fmt::format("free under any traffic: {}", verdict.text);
    case deadlock::Answer::unsafe:
      return fmt::format("not free: {}", verdict.text);
    case deadlock::Answer::undecided:
      break;
  }
  return fmt::format("not decided: {}", verdict.text);
}

void refuse_deadlock(const experiment::LoadedExperiment& loaded, const engine::Design& design,
                     const topology::Topology& topology, Diagnostics& diagnostics) {
  const auto verdict = deadlock_verdict(design, topology, quick_budget);
  if (!verdict) return;
  refuse_unsafe(loaded, *verdict, diagnostics);
  if (verdict->answer != deadlock::Answer::undecided) return;
  diagnostics.warning(
      loaded.document.mark(routing_key),
      fmt::format("it is not decided whether this network can deadlock: {}; fsin check looks further", verdict->text));
}

}  // namespace fsin::forecast
