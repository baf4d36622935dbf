// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/node_facts.hpp"

#include "fsin/topology/catalogue.hpp"

namespace fsin::experiment {

void set_nodes(workload::NetworkFacts& facts, const topology::AnyTopology& topology) {
  facts.nodes = static_cast<std::uint32_t>(topology::extent_of(topology).nodes);
  const topology::Numbering numbering = topology::Topologies::visit(
      [](const auto& params) -> topology::Numbering { return params.numbering(); }, topology);
  facts.dims = numbering.dims;
  facts.terminals = numbering.terminals;
  facts.group = numbering.group;
}

std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distances_of(const topology::AnyTopology& topology) {
  return [geometry = topology::geometry_of(topology)](std::uint32_t from, std::uint32_t to) {
    return geometry->distance(NodeId(from), NodeId(to));
  };
}

}  // namespace fsin::experiment
