// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/kept_profile.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

namespace fsin::result {
namespace {

Cycle length(const profile::PathStep& step) { return step.last + 1 - step.first; }

/// Leaves out the shortest steps, of those of one length the later ones. How many.
std::uint64_t shorten(std::vector<profile::PathStep>& steps) {
  if (steps.size() <= most_path_steps) return 0;
  std::vector<Cycle> lengths(steps.size());
  std::transform(steps.begin(), steps.end(), lengths.begin(), length);
  std::nth_element(lengths.begin(), lengths.begin() + most_path_steps - 1, lengths.end(), std::greater<>());
  const Cycle limit = lengths[most_path_steps - 1];
  auto equal = static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [&](const auto& step) { return length(step) > limit; }));
  const std::size_t before = steps.size();
  std::erase_if(steps, [&](const profile::PathStep& step) {
    return length(step) < limit || (length(step) == limit && ++equal > most_path_steps);
  });
  return before - steps.size();
}

}  // namespace

KeptProfile kept_profile(const profile::RunProfile& profile) {
  const workload::RankNames& names = profile.calls.rank_names();
  KeptProfile kept;
  kept.names = profile.calls.names();
  kept.phases = profile.calls.rows();
  for (profile::CallChart::Span span : profile.calls.chart().spans()) {
    const workload::RankName name = names[span.rank];
    span.rank = name.rank;
    kept.chart.push_back({span, name.stream});
  }
  // By rank and time: the order in which calls ended differs between engines and numbers of threads.
  std::sort(kept.chart.begin(), kept.chart.end(), [](const auto& a, const auto& b) {
    return std::tie(a.rank, a.stream, a.first, a.last, a.call) < std::tie(b.rank, b.stream, b.first, b.last, b.call);
  });
  kept.chart_shortest = profile.calls.chart().shortest();
  kept.ranks_per_block = profile.traffic.ranks_per_block();
  for (std::size_t from = 0; from < profile.traffic.blocks(); ++from) {
    for (std::size_t to = 0; to < profile.traffic.blocks(); ++to) {
      const auto& [messages, bytes] = profile.traffic.cell(from, to);
      if (messages != 0) kept.traffic.push_back({from, to, messages, bytes});
    }
  }
  if (!profile.path) return kept;
  kept.path = profile.path;
  for (profile::PathStep& step : kept.path->steps) {
    step.rank = names[step.rank].rank;
    if (step.kind == profile::PathStep::Kind::message) step.destination = names[step.destination].rank;
  }
  kept.summary = profile::summary_of(*kept.path);
  kept.steps_left_out = shorten(kept.path->steps);
  return kept;
}

}  // namespace fsin::result
