// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/division.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fsin::engine::event {
namespace {

/// The shares of the workload; empty for a workload that cannot be divided.
std::vector<workload::Share*> shares_of(workload::Workload& workload, const workload::Division& division) {
  return workload.divisible() != nullptr ? workload.divisible()->divide(division) : std::vector<workload::Share*>{};
}

}  // namespace

Division divide(const topology::Topology& topology, workload::Workload& workload, const RunPlan& plan) {
  if (plan.processes != nullptr && plan.processes->count() > 1) {
    const unsigned self = plan.processes->self();
    Parts parts(topology, plan.processes->count());
    auto shares = shares_of(workload, {parts.of_nodes(), parts.count(), self});
    if (shares.empty()) throw std::invalid_argument("this workload cannot be divided among processes");
    return {std::move(parts), std::move(shares), self};
  }
  const auto most = static_cast<unsigned>(std::min<std::size_t>(topology.graph.routers(), most_threads));
  const unsigned threads = std::clamp(plan.threads, 1U, most);
  if (threads > 1) {
    Parts parts(topology, threads);
    auto shares = shares_of(workload, {parts.of_nodes(), threads, {}});
    if (!shares.empty()) return {std::move(parts), std::move(shares), {}};
  }
  return {Parts(topology, 1), {&workload}, {}};
}

}  // namespace fsin::engine::event
