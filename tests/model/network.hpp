// SPDX-License-Identifier: Apache-2.0
// Small helpers of the model checks: a design with its topology built, and a workload that sends listed packets.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "fsin/workload/network_facts.hpp"
#include "tests/model/breadth_first.hpp"

namespace model {

using fsin::Cycle;
using fsin::engine::Design;
using fsin::engine::EngineKind;

struct Network {
  Design design;
  fsin::topology::Topology topology;
  fsin::workload::NetworkFacts facts;

  std::uint32_t nodes() const { return facts.nodes; }
};

Network make_network(const Design& design);

struct Shipment {
  Cycle cycle = 1;  ///< offered from this cycle on
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
};

/// Sends the listed packets, those of one source in their order; over when all have been delivered.
class Scripted final : public fsin::workload::Workload {
 public:
  Scripted(const Network& network, const std::vector<Shipment>& shipments);

  fsin::workload::Poll poll(fsin::NodeId node, Cycle now, bool room) override;
  bool delivered(const fsin::workload::Delivery&) override {
    ++delivered_;
    return false;
  }
  Cycle first_poll(fsin::NodeId node) const override { return next(node.index()); }
  bool finished() const override { return delivered_ == total_; }
  fsin::workload::Report report(Cycle) const override;

 private:
  Cycle next(std::size_t node) const { return lists_[node].empty() ? fsin::never : lists_[node].front().cycle; }

  std::vector<std::deque<Shipment>> lists_;
  std::uint16_t phits_;
  std::uint64_t total_;
  std::uint64_t sent_ = 0;
  std::uint64_t delivered_ = 0;
};

struct Outcome {
  fsin::stats::RunTotals totals;
  std::vector<fsin::engine::PacketLog> packets;  ///< in the order of delivery
};

Outcome run(EngineKind kind, const Network& network, fsin::workload::Workload& workload,
            const fsin::engine::RunPlan& plan = {});

}  // namespace model
