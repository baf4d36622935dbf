// SPDX-License-Identifier: Apache-2.0
// The network of an experiment as its workload sees it (facts_of).
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/platform_routes.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/node_facts.hpp"
#include "fsin/topology/catalogue.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/replay/replay_params.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {
namespace {

workload::NetworkLinks links_of(const NetworkParams& network) {
  const topology::Topology topology = built_network(network);
  workload::NetworkLinks links{topology.graph.routers(), {}};
  for (std::uint32_t router = 0; router < topology.graph.routers(); ++router) {
    for (unsigned port = 0; port < topology.graph.ports(); ++port) {
      const topology::Link next = topology.graph.next(RouterId(router), port);
      if (next.exists()) links.pairs.emplace_back(router, next.router.value);
    }
  }
  return links;
}

}  // namespace

workload::NetworkFacts packets_of(const NetworkParams& network) {
  workload::NetworkFacts facts;
  facts.packet_phits = static_cast<std::uint32_t>(network.packet.value / network.phit.value);
  facts.phit_bytes = static_cast<std::uint32_t>(network.phit.value);
  if (network.payload) facts.payload_bytes = static_cast<std::uint32_t>(network.payload->value);
  facts.bit_rate = network.link.bandwidth.value;
  facts.variable_last_packet = network.variable_last_packet;
  return facts;
}

workload::NetworkFacts facts_of(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  workload::NetworkFacts facts = packets_of(network);
  set_nodes(facts, network.topology);
  if (sources::needs_distances(experiment.workload)) facts.distance = distances_of(network.topology);
  if (sources::needs_links(experiment.workload)) facts.links = [network] { return links_of(network); };
  if (const auto& nodes = network.nodes_of_platform) {
    for (const std::uint32_t host : nodes->host_of_node)
      facts.node_speeds.push_back(nodes->file->platform.hosts()[host].speed);
    facts.node_machines = nodes->host_of_node;
    for (const platform::Host& host : nodes->file->platform.hosts()) facts.machine_cores.push_back(host.cores);
    facts.carries_own = network.model.is<engine::message::FlowModel>();
  }
  return facts;
}

}  // namespace fsin::experiment
