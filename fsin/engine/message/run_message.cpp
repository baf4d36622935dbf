// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/run_message.hpp"

#include "fsin/engine/message/message_feed.hpp"
#include "fsin/engine/message/packet_feed.hpp"

namespace fsin::engine::message {
namespace {

template <Feed F>
stats::RunTotals run(const Design& design, Carries unit, F& feed, const Rules& rules, std::size_t nodes,
                     const RunPlan& plan, Control& control) {
  return std::visit(
      [&](const auto& model) { return Loop(model.network, unit, feed, rules, nodes, plan, control).run(); },
      *design.model);
}

}  // namespace

stats::RunTotals run_packets(const Design& design, const Rules& rules, const topology::Topology& topology,
                             workload::Workload& workload, const RunPlan& plan, Control& control) {
  const std::size_t nodes = topology.graph.nodes();
  PacketFeed feed(workload, nodes, design.phit_bytes);
  return run(design, Carries::packets, feed, rules, nodes, plan, control);
}

stats::RunTotals run_messages(const Design& design, const Rules& rules, const topology::Topology& topology,
                              workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                              Control& control) {
  MessageFeed feed(messages, design.phit_bytes, timeline);
  return run(design, Carries::messages, feed, rules, topology.graph.nodes(), plan, control);
}

}  // namespace fsin::engine::message
