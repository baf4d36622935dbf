// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/node_cores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trgen::replay {
namespace {

constexpr std::uint32_t no_rank_ends = ~std::uint32_t{0};
constexpr double endless = std::numeric_limits<double>::infinity();
/// Part of a cycle that is attributed to rounding: a burst takes no further cycle for it.
constexpr double rounding = 1e-6;

fsin::Cycle cycle_of(double time) { return static_cast<fsin::Cycle>(std::ceil(time - rounding - time * 1e-12)); }

}  // namespace

NodeCores::NodeCores(const std::vector<std::uint32_t>& cores, const std::vector<std::uint32_t>& machine_of_rank) {
  std::vector<Machine> machines(cores.size());
  for (std::uint32_t rank = 0; rank < machine_of_rank.size(); ++rank)
    machines[machine_of_rank[rank]].ranks.push_back(rank);
  bool any = false;
  for (std::size_t machine = 0; machine < cores.size(); ++machine) {
    if (machines[machine].ranks.size() <= cores[machine]) continue;
    machines[machine].cores = cores[machine];
    any = true;
  }
  if (!any) return;
  machines_ = std::move(machines);
  machine_of_ = machine_of_rank;
  bursts_.resize(machine_of_rank.size());
}

void NodeCores::begin(std::uint32_t rank, Cycle first, std::uint64_t cycles) {
  bursts_[rank] = {static_cast<double>(cycles), first - 1, 0};
}

double NodeCores::advance(const Machine& machine, std::vector<Burst>& bursts, double from, double to,
                          std::uint32_t until) const {
  while (from < to && (until == no_rank_ends || bursts[until].left > 0)) {
    // What happens next: a burst begins or ends.
    std::size_t computing = 0;
    double least = endless, next = to;
    for (const std::uint32_t rank : machine.ranks) {
      const Burst& burst = bursts[rank];
      if (burst.left <= 0) continue;
      if (const auto begins = static_cast<double>(burst.begins); begins > from) {
        next = std::min(next, begins);
      } else {
        ++computing;
        least = std::min(least, burst.left);
      }
    }
    if (computing == 0 && next == endless) return from;
    const double speed =
        computing <= machine.cores ? 1 : static_cast<double>(machine.cores) / static_cast<double>(computing);
    const bool ends = computing > 0 && from + least / speed <= next;
    const double time = ends ? from + least / speed : next;
    const double done = ends ? least : (time - from) * speed;
    for (const std::uint32_t rank : machine.ranks) {
      Burst& burst = bursts[rank];
      if (burst.left <= 0 || static_cast<double>(burst.begins) > from) continue;
      burst.left -= done;
      if (burst.left > rounding * speed) continue;
      burst.left = 0;
      burst.ended = cycle_of(time);
    }
    from = time;
  }
  return from;
}

/// Bursts that share equally end in the order of what is left of them.
std::optional<double> NodeCores::end_among_begun(const Machine& machine, std::uint32_t rank) {
  lefts_.clear();
  for (const std::uint32_t each : machine.ranks) {
    const Burst& burst = bursts_[each];
    if (burst.left <= 0) continue;
    if (static_cast<double>(burst.begins) > machine.at) return std::nullopt;
    lefts_.push_back(burst.left);
  }
  std::sort(lefts_.begin(), lefts_.end());
  double time = machine.at, done = 0;
  std::size_t computing = lefts_.size();
  for (const double left : lefts_) {
    const double each = static_cast<double>(std::max<std::size_t>(computing--, machine.cores));
    time += (left - done) * each / machine.cores;
    done = left;
    if (left >= bursts_[rank].left) break;
  }
  return time;
}

fsin::Cycle NodeCores::last(std::uint32_t rank, Cycle now) {
  Machine& machine = machines_[machine_of_[rank]];
  const auto time = static_cast<double>(now);
  if (machine.at < time) {
    advance(machine, bursts_, machine.at, time, no_rank_ends);
    machine.at = time;
  }
  if (bursts_[rank].left <= 0) return bursts_[rank].ended;
  if (const auto end = end_among_begun(machine, rank)) return cycle_of(*end);
  trial_.resize(bursts_.size());
  for (const std::uint32_t each : machine.ranks) trial_[each] = bursts_[each];
  advance(machine, trial_, machine.at, endless, rank);
  return trial_[rank].ended;
}

}  // namespace trgen::replay
