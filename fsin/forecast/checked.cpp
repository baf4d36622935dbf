// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/checked.hpp"

#include <algorithm>
#include <utility>

#include "fsin/forecast/fault_check.hpp"

namespace fsin::forecast {

Checked checked(const run::Prepared& prepared, MemoryEstimate memory, const TellStage& begin) {
  const experiment::Experiment& experiment = prepared.experiment();
  const engine::Design& design = prepared.design;
  const topology::Topology& topology = *prepared.topology;
  Checked all;
  all.has_routers = !design.model;
  all.nodes = topology.graph.nodes();
  all.packet_phits = design.packet_phits;
  all.cycle_seconds = experiment::seconds_per_cycle(experiment);
  all.bounds = run::bounds_of(*topology.geometry, design);
  all.latency = run::zero_load_latency(design, all.bounds.average_distance);
  begin("looking for pairs of nodes that failures cut off");
  all.faults = fault_lines(design, topology, {});
  if (all.has_routers) all.degraded = degraded_of(topology);
  all.memory = std::move(memory);
  begin("adding up the load of each link");
  all.loads = pattern_loads(prepared);
  // The closed form is of any routing, and of the network without faults. Under uniform traffic, the loads of all links
  // say what this routing carries of the same load: one capacity, and not two.
  if (all.loads.known() && all.loads.exact && all.loads.pattern == "uniform")
    all.bounds.capacity = std::min(all.bounds.capacity, all.loads.capacity);
  if (!all.has_routers) return all;
  all.routers = topology.graph.routers();
  all.links = topology.graph.links();
  all.queues = all.links * design.router.virtual_channels;
  all.survey = survey_of(experiment, topology, all.bounds, begin);
  begin("deciding whether the network can deadlock");
  all.deadlock = deadlock_verdict(design, topology);
  return all;
}

}  // namespace fsin::forecast
