// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/degraded.hpp"

#include <fmt/format.h>

#include "fsin/topology/faults/cut_off.hpp"

namespace fsin::forecast {

std::optional<Degraded> degraded_of(const topology::Topology& topology) {
  if (!topology.failures.from_the_start()) return std::nullopt;
  const std::uint64_t nodes = topology.graph.nodes();
  Degraded degraded;
  degraded.pairs = nodes * (nodes - 1);
  degraded.after = analysis::node_distances(topology.graph);
  degraded.connected =
      degraded.after.all ? degraded.after.connected : degraded.pairs - topology::find_cut_off(topology.graph, 0).pairs;
  degraded.before = analysis::node_distances(topology::before_failures(topology.graph, topology.failures));
  return degraded;
}

std::string degraded_text(const Degraded& degraded) {
  std::string text = fmt::format(
      "{} of {} pairs of nodes connected; shortest paths of {:.4f} links on average, {} at most; without faults "
      "{:.4f}, {}",
      degraded.connected, degraded.pairs, degraded.after.average, degraded.after.largest, degraded.before.average,
      degraded.before.largest);
  if (!degraded.after.all || !degraded.before.all) {
    text += fmt::format(" (lengths from {} of the pairs)", degraded.after.pairs);
  }
  return text;
}

}  // namespace fsin::forecast
