// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/kept_profile.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

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

/// Numbers the calls in the order of their names. They have the numbers in which they were first entered, and which
/// rank is the first depends on the machine where ranks are programs.
void number_by_name(KeptProfile& kept) {
  const auto sort = [](std::vector<profile::CallName>& names) {
    const std::vector<profile::CallName> before = names;
    std::sort(names.begin(), names.end());
    std::vector<std::uint16_t> numbers;
    for (const profile::CallName& name : before)
      numbers.push_back(static_cast<std::uint16_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin()));
    return [numbers = std::move(numbers)](std::uint16_t& call) {
      if (call != profile::no_call) call = numbers[call];
    };
  };
  const auto renumber = sort(kept.names);
  for (KeptProfile::ChartSpan& span : kept.chart) renumber(span.call);
  for (profile::CallProfile::Row& row : kept.phases) renumber(row.call);
  std::sort(kept.phases.begin(), kept.phases.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.call == profile::no_call, -a.mean, a.call) <
           std::tuple(b.call == profile::no_call, -b.mean, b.call);
  });
  if (!kept.path) return;
  const auto renumber_step = sort(kept.path->names);
  for (profile::PathStep& step : kept.path->steps) renumber_step(step.call);
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
  kept.path = profile.path;
  number_by_name(kept);
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
  if (!kept.path) return kept;
  for (profile::PathStep& step : kept.path->steps) {
    step.rank = names[step.rank].rank;
    if (step.kind == profile::PathStep::Kind::message) step.destination = names[step.destination].rank;
  }
  kept.summary = profile::summary_of(*kept.path);
  kept.steps_left_out = shorten(kept.path->steps);
  return kept;
}

}  // namespace fsin::result
