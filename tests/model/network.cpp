// SPDX-License-Identifier: Apache-2.0
#include "tests/model/network.hpp"

#include <algorithm>
#include <stdexcept>

#include "fsin/engine/design_checks.hpp"
#include "fsin/topology/grids/cartesian.hpp"
#include "fsin/topology/switches/hyperx.hpp"

namespace model {

using namespace fsin;

Network make_network(const Design& design) {
  Diagnostics diagnostics;
  engine::check(design, diagnostics);
  if (!diagnostics.ok()) throw std::runtime_error(diagnostics.text());
  Network network{design, topology::build(design.topology), {}};
  network.facts.nodes = static_cast<std::uint32_t>(network.topology.graph.nodes());
  if (const auto* grid = topology::as<topology::Cartesian>(*network.topology.geometry)) network.facts.dims = grid->dims;
  if (const auto* hyperx = design.topology.get_if<topology::HyperXParams>()) {
    network.facts.dims = hyperx->dims;
    network.facts.terminals = hyperx->terminals;
  }
  network.facts.packet_phits = design.packet_phits;
  return network;
}

Scripted::Scripted(const Network& network, const std::vector<Shipment>& shipments)
    : lists_(network.nodes()),
      phits_(static_cast<std::uint16_t>(network.design.packet_phits)),
      total_(shipments.size()) {
  for (const Shipment& shipment : shipments) lists_[shipment.source].push_back(shipment);
}

workload::Poll Scripted::poll(NodeId node, Cycle now, bool room) {
  std::deque<Shipment>& list = lists_[node.index()];
  workload::Poll answer;
  if (!list.empty() && list.front().cycle <= now) {
    answer.wants_room = !room;
    answer.offers = room;
    if (room) {
      answer.packet = {NodeId(list.front().destination), phits_, 0, now};
      list.pop_front();
      ++sent_;
    }
  }
  if (!answer.wants_room && !list.empty()) answer.next = std::max(now + 1, next(node.index()));
  return answer;
}

workload::Report Scripted::report(Cycle) const {
  workload::Report report;
  report.packets_generated = sent_;
  report.phits_generated = sent_ * phits_;
  return report;
}

Outcome run(EngineKind kind, const Network& network, workload::Workload& workload, const engine::RunPlan& plan) {
  Outcome outcome;
  engine::Control control;
  control.on_delivery = [&](const engine::PacketLog& packet) { outcome.packets.push_back(packet); };
  outcome.totals = engine::run(kind, network.design, network.topology, workload, plan, control);
  return outcome;
}

}  // namespace model
