// SPDX-License-Identifier: Apache-2.0
// Figures of one of several jobs that share a network.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fsin/workload/report.hpp"

namespace fsin::stats {

struct JobFigures {
  std::string name;
  std::uint64_t ranks = 0;
  std::uint64_t nodes = 0;
  Cycle start = 0;     ///< last cycle before it began
  Cycle finished = 0;  ///< cycle in which its end is noticed, or of the run, if that ended earlier
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  double compute = 0;          ///< cycles, mean over ranks
  double wait = 0;             ///< cycles waiting for messages and for room, mean over ranks
  bool by_flow = false;        ///< simulated as flows, beside jobs simulated in cycles
  std::optional<Cycle> alone;  ///< cycles that it takes with the network to itself, if that was simulated

  Cycle cycles() const { return finished > start ? finished - start : 0; }
  /// Its duration divided by its duration alone.
  std::optional<double> slowdown() const {
    if (!alone || *alone == 0) return std::nullopt;
    return static_cast<double>(cycles()) / static_cast<double>(*alone);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.name, self.ranks, self.nodes, self.start, self.finished, self.messages, self.bytes, self.compute, self.wait,
      self.by_flow, self.alone);
  }
};

/// Figures of a job with these accounts, those of streams among them; `first` is the number of its first rank.
inline JobFigures job_figures(std::string name, Cycle start, std::span<const workload::RankAccount> accounts,
                              std::uint32_t first = 0) {
  JobFigures job;
  job.name = std::move(name);
  job.start = start;
  std::vector<std::uint32_t> nodes;
  for (const workload::RankAccount& each : accounts) {
    nodes.push_back(each.node.value);
    job.finished = std::max(job.finished, each.finished);
  }
  const workload::WholeRanks ranks(accounts, first);
  job.ranks = ranks.size();
  for (const workload::RankAccount& rank : ranks) {
    job.messages += rank.messages;
    job.bytes += rank.bytes;
    job.compute += static_cast<double>(rank.compute);
    job.wait += static_cast<double>(rank.wait_message + rank.wait_room);
  }
  std::sort(nodes.begin(), nodes.end());
  job.nodes = static_cast<std::uint64_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
  const double count = ranks.size() == 0 ? 1 : static_cast<double>(ranks.size());
  job.compute /= count;
  job.wait /= count;
  return job;
}

}  // namespace fsin::stats
