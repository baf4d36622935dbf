// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/saturation.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "fsin/run/bounds.hpp"
#include "fsin/stats/balance.hpp"

namespace fsin::run {
namespace {

constexpr double latency_factor = 3.0;
constexpr unsigned most_times = 8;
constexpr double rounding = 1e-9;  ///< of a load, in steps

double mean_latency(const stats::RunRecord& record) { return record.totals.latency_from_generation.mean(); }

/// Packets do not wait for others of their own message or burst.
bool sends_single_packets(const stats::RunRecord& record) { return record.sources && record.sources->memoryless; }

bool is_slow(const stats::RunRecord& record) {
  return sends_single_packets(record) && record.totals.packets_delivered != 0 &&
         mean_latency(record) > latency_factor * record.sources->alone;
}

bool can_tell(const stats::RunRecord& record) { return !std::holds_alternative<stats::NotJudged>(record.load); }

bool is_carried(const stats::RunRecord& record) {
  return record.totals.outcome == stats::Outcome::finished && stats::rather_carried(record);
}

result::Probe probe_of(double load, const stats::RunRecord& record) {
  const stats::RunTotals& totals = record.totals;
  const double duration = static_cast<double>(record.nodes) * static_cast<double>(totals.measured_cycles);
  return {.load = load,
          .accepted = duration > 0 ? static_cast<double>(totals.phits_delivered) / duration : 0,
          .latency = mean_latency(record),
          .cycles = totals.measured_cycles,
          .saturated = !is_carried(record),
          .slow = is_slow(record)};
}

class Search {
 public:
  Search(double resolution, sources::LoadRange loads, const RunAtLoad& run)
      : resolution_(resolution),
        run_(run),
        first_(static_cast<unsigned>(std::lround(loads.least / resolution))),
        last_step_(static_cast<unsigned>(std::lround(loads.most / resolution))) {}

  result::RunResult result() {
    const auto carried = highest([](const result::Probe& probe) { return !probe.saturated; });
    const auto quick =
        carried ? highest([](const result::Probe& probe) { return !probe.saturated && !probe.slow; }) : std::nullopt;
    if (!carried || !quick) return std::move(last_);  // interrupted
    result::RunResult result = best_ ? std::move(*best_) : std::move(last_);
    result.record.saturation_load = *carried * resolution_;
    if (sends_single_packets(result.record)) result.record.latency_load = *quick * resolution_;
    result.probes = std::move(probes_);
    result.host.wall_s = wall_s_;
    result.host.cpu_s = cpu_s_;
    return result;
  }

 private:
  /// The highest step that is good, where all below it are; 0: none is. Empty when a run was interrupted.
  template <class Good>
  std::optional<unsigned> highest(Good good) {
    unsigned below = first_ - 1, above = last_step_ + 1;
    while (above - below > 1) {
      const unsigned step = below + (above - below) / 2;
      const auto probe = at(step);
      if (!probe) return std::nullopt;
      (good(*probe) ? below : above) = step;
    }
    return below < first_ ? 0 : below;
  }

  std::optional<result::Probe> at(unsigned step) {
    const auto known = known_.find(step);
    if (known != known_.end()) return probes_[known->second];
    for (unsigned times = 1;; times *= 2) {
      last_ = run_(step * resolution_, times);
      if (last_.record.totals.outcome == stats::Outcome::interrupted) return std::nullopt;
      wall_s_ += last_.host.wall_s;
      cpu_s_ += last_.host.cpu_s;
      if (times == most_times || can_tell(last_.record)) break;
    }
    known_[step] = probes_.size();
    const result::Probe probe = probe_of(step * resolution_, last_.record);
    probes_.push_back(probe);
    last_.record.queues = {};
    if (!probe.saturated && (!best_ || step > best_step_)) {
      best_ = last_;
      best_step_ = step;
    }
    return probe;
  }

  double resolution_;
  const RunAtLoad& run_;
  unsigned first_;
  unsigned last_step_;
  std::map<unsigned, std::size_t> known_;  ///< places in probes_
  std::vector<result::Probe> probes_;
  result::RunResult last_;
  std::optional<result::RunResult> best_;
  unsigned best_step_ = 0;
  double wall_s_ = 0, cpu_s_ = 0;
};

}  // namespace

sources::LoadRange loads_to_search(double resolution, const engine::Design& design, const sources::LoadSource& source) {
  const sources::LoadRange range = source.loads_within({resolution, most_load_of_nodes(design)});
  return {std::ceil(range.least / resolution - rounding) * resolution,
          std::floor(range.most / resolution + rounding) * resolution};
}

result::RunResult find_saturation(double resolution, sources::LoadRange loads, const RunAtLoad& run) {
  return Search(resolution, loads, run).result();
}

}  // namespace fsin::run
