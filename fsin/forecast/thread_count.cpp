// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/thread_count.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "fsin/core/text.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/run/bounds.hpp"

namespace fsin::forecast {
namespace {

/// How many threads have something to do, and what keeps it at that.
struct Limit {
  double threads;
  std::string what;
};

Limit limit_of_work(const run::Prepared& prepared) {
  const experiment::Experiment& experiment = prepared.experiment();
  const engine::Design& design = prepared.design;
  const double nodes = topology::extent_of(experiment.network.topology).nodes;
  const auto load = sources::offered_load(*prepared.source);
  if (!load) {
    return {nodes / least_nodes, fmt::format("{:.0f} nodes; a thread should have {:.0f}", nodes, least_nodes)};
  }
  const run::Bounds bounds = run::bounds_of(*topology::geometry_of(design.topology), design);
  // Load beyond the capacity moves nothing; a search ends near the capacity.
  const bool searches = experiment.measure.find == experiment::Find::saturation;
  const double carried = searches ? bounds.capacity : std::min(*load, bounds.capacity);
  const double hops = carried * nodes * bounds.average_distance / design.packet_phits;
  return {hops / least_hops,
          fmt::format("{:.0f} nodes at this load make {:.3g} hops of packets a cycle; a thread should have {:.0f}",
                      nodes, hops, least_hops)};
}

}  // namespace

ThreadChoice useful_threads(unsigned wanted, const run::Prepared& prepared, unsigned side_by_side, unsigned cores) {
  if (wanted <= 1) return {wanted, {}};
  Limit limit{1, "a network without routers is simulated in one"};
  if (!prepared.design.model) {
    limit = limit_of_work(prepared);
    const unsigned share = cores / std::max(side_by_side, 1U);
    if (cores != 0 && share < limit.threads) {
      limit = {static_cast<double>(share),
               fmt::format("{} for {} side by side", counted(cores, "core"), counted(side_by_side, "run"))};
    }
  }
  const auto useful = static_cast<unsigned>(std::clamp(limit.threads, 1.0, static_cast<double>(wanted)));
  if (useful == wanted) return {wanted, {}};
  return {useful, fmt::format("{} and not {}: {}; the result is the same (--force-threads insists)",
                              counted(useful, "thread"), wanted, limit.what)};
}

unsigned usable_cores() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) == 0) return static_cast<unsigned>(CPU_COUNT(&mine));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace fsin::forecast
