// SPDX-License-Identifier: Apache-2.0
// The links that packets of a critical path crossed, and the time that they waited for each. A packet waits for a link
// as many cycles as its header begins to cross it later than it could, had it met no other packet since it came to the
// router; what it waits at the last router, before it is consumed, is counted to no link.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "fsin/engine/run_plan.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/profile/critical_path.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::run {

/// Calls use(alone), which tells how long the last packet of a message needs when it meets no other, or the message
/// where a model carries it whole. `ranks`: where ranks ran.
void with_path_alone(const engine::Design& design, const topology::Topology& topology,
                     const std::vector<workload::RankAccount>& ranks,
                     const std::function<void(const profile::Alone&)>& use);

class PathLinks {
 public:
  /// `path` was found in a run; `ranks` says where ranks ran. All must outlive this object.
  PathLinks(const engine::Design& design, const topology::Topology& topology,
            const std::vector<workload::RankAccount>& ranks, profile::CriticalPath& path);

  /// Takes a hop; several threads may call it at once.
  void hop(const engine::HopLog& hop);
  /// Writes the links to the path.
  void finish();

 private:
  struct Crossed {
    Cycle cycle = 0;
    std::uint32_t router = 0;
    unsigned port = 0;
  };

  const engine::Design& design_;
  const topology::Topology& topology_;
  const std::vector<workload::RankAccount>& ranks_;
  profile::CriticalPath& path_;
  std::mutex turn_;
  /// Packets of the path, known by their source and cycle of entry.
  std::map<std::pair<std::uint32_t, Cycle>, std::vector<Crossed>> packets_;
};

}  // namespace fsin::run
