// SPDX-License-Identifier: Apache-2.0
// Programs over the ideal network of the replay tests, with what a profile makes of them.
#pragma once

#include <fmt/format.h>

#include "fsin/profile/path_summary.hpp"
#include "fsin/profile/run_profile.hpp"
#include "fsin/profile/several.hpp"
#include "tests/trgen/replay/program_fixture.hpp"

namespace profile_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;
using fsin::Cycle;
using fsin::profile::CriticalPath;
using fsin::profile::PathPart;
using fsin::profile::PathStep;

struct Profiled {
  fsin::profile::RunProfile profile;
  CriticalPath path;
  Cycle cycles = 0;
  bool finished = false;
  std::vector<fsin::workload::RankAccount> ranks;

  Cycle of(PathPart part) const { return path.sums()[static_cast<std::size_t>(part)]; }
};

/// Over a network in which a packet of L phits needs D + L - 1 cycles.
template <class MakeTold>
Profiled profiled(MakeTold make, std::size_t ranks, IdealSettings how) {
  Profiled result{.profile = fsin::profile::RunProfile(ranks), .path = {}, .ranks = {}};
  fsin::profile::History history(ranks);
  fsin::profile::Several several;
  several.add(&result.profile.calls);
  several.add(&result.profile.traffic);
  several.add(&history);
  const std::unique_ptr<fsin::workload::Workload> workload = make(several.timeline());
  IdealNetwork network(how);
  const auto end = network.run(*workload);
  result.finished = end.finished;
  result.cycles = end.cycles;
  result.ranks = workload->rank_accounts(end.cycles);
  if (!end.finished) return result;
  const auto alone = [&](const fsin::profile::History::Cause& cause) { return how.distance + cause.phits - 1; };
  result.path = fsin::profile::critical_path(history, result.ranks, end.cycles, alone);
  return result;
}

inline Profiled profiled(const std::shared_ptr<const trgen::programs::Program>& program, const ReplaySettings& settings,
                         IdealSettings how = {}) {
  for (const std::uint32_t node : settings.node_of_rank) how.nodes = std::max(how.nodes, node + 1);
  return profiled([&](fsin::workload::Timeline* timeline) { return replay_of(program, settings, how.nodes, timeline); },
                  program->ranks(), how);
}

/// Empty when the steps follow each other without a gap from cycle 1 to the end, each with as many cycles as it lasts.
inline std::string gap_in(const CriticalPath& path) {
  Cycle at = 0;
  for (const PathStep& step : path.steps) {
    if (step.first != at + 1) return fmt::format("a step begins in cycle {} after one that ends in {}", step.first, at);
    if (fsin::profile::total(step.cycles) != step.last + 1 - step.first)
      return fmt::format("the step {} .. {} has {} cycles", step.first, step.last, fsin::profile::total(step.cycles));
    at = step.last;
  }
  return at == path.cycles ? std::string() : fmt::format("the path ends in cycle {} of {}", at, path.cycles);
}

}  // namespace profile_test
