// SPDX-License-Identifier: Apache-2.0
// The heaviest load there is: each node offers a packet in every cycle in which there is room. By the seed,
// destinations are drawn among all nodes, or among a few that are far away, which brings cycles about sooner.
#pragma once

#include "fsin/core/rng.hpp"
#include "fsin/engine/reference/run.hpp"
#include "fsin/routing/algorithm_walker.hpp"
#include "tests/deadlock/cases.hpp"

namespace deadlock_test {

class FloodWorkload final : public fsin::workload::Workload {
 public:
  FloodWorkload(std::uint32_t nodes, const Flood& flood)
      : nodes_(nodes), phits_(flood.phits), stream_{flood.seed, fsin::Purpose::destination}, sent_(nodes, 0) {
    // 0: uniform; otherwise each node has so many partners.
    const std::uint32_t kinds[] = {0, 1, 2, 4};
    partners_ = kinds[flood.seed % 4];
    if (flood.flows.empty()) return;
    listed_.resize(nodes);
    for (const fsin::deadlock::Flow& flow : flood.flows) listed_[flow.source].push_back(flow.destination);
  }

  fsin::workload::Poll poll(fsin::NodeId node, fsin::Cycle now, bool room) override {
    fsin::workload::Poll answer;
    if (silent(node.value)) return answer;
    answer.wants_room = !room;
    answer.offers = room;
    answer.next = now + 1;
    if (room) answer.packet = {fsin::NodeId(destination(node.value)), phits_, 0, now};
    return answer;
  }
  bool delivered(const fsin::workload::Delivery&) override { return false; }
  fsin::Cycle first_poll(fsin::NodeId node) const override { return silent(node.value) ? fsin::never : 1; }
  bool finished() const override { return false; }
  bool endless() const override { return true; }
  fsin::workload::Report report(fsin::Cycle) const override { return {}; }

 private:
  bool silent(std::uint32_t node) const { return !listed_.empty() && listed_[node].empty(); }
  std::uint32_t destination(std::uint32_t node) {
    std::uint64_t draw = sent_[node]++;
    if (!listed_.empty()) {
      const auto choices = static_cast<std::uint32_t>(listed_[node].size());
      return listed_[node][fsin::scale_draw(fsin::philox(stream_, draw, node)[2], choices)];
    }
    if (partners_ != 0) draw = fsin::philox(stream_, draw, node)[1] % partners_;
    const std::uint32_t other = fsin::scale_draw(fsin::philox(stream_, draw, node)[0], nodes_ - 1);
    return other < node ? other : other + 1;
  }

  std::uint32_t nodes_;
  std::uint16_t phits_;
  fsin::StreamKey stream_;
  std::uint32_t partners_ = 0;
  std::vector<std::uint64_t> sent_;
  std::vector<std::vector<std::uint32_t>> listed_;  ///< by source; empty: not only listed flows
};

inline fsin::engine::RunPlan flood_plan(const Flood& flood) {
  fsin::engine::RunPlan plan;
  plan.seed = flood.seed;
  plan.cycles = flood.cycles;
  plan.watchdog = 100 + 50U * flood.phits;
  return plan;
}

/// Packets of `flood.phits` over queues of `flood.queue`.
inline void set_flood(fsin::engine::Design& design, const Flood& flood) {
  design.packet_phits = flood.phits;
  design.router.queue = fsin::PacketCount{flood.queue};
  design.router.injection_queue = fsin::PacketCount{2};
}

/// A case with an algorithm of its own, on any topology, without flow control.
template <class Algorithm>
Case algorithm_case(std::string name, bool free, std::shared_ptr<const fsin::topology::Topology> topology, unsigned vcs,
                    const Algorithm& algorithm) {
  using namespace fsin;
  const auto verdict = [=](bool whole) {
    return deadlock::decide(routing::AlgorithmWalker(algorithm), deadlock::Network{*topology, vcs, {}}, {}, whole);
  };
  const auto simulate = [=](const Flood& flood) {
    engine::Design design;
    set_flood(design, flood);
    design.router.virtual_channels = vcs;
    design.router.flow_control = router::flow_control<router::NoFlowControl>;
    const engine::Rules rules = engine::make_rules(design, *topology);
    FloodWorkload workload(static_cast<std::uint32_t>(topology->graph.nodes()), flood);
    const engine::RunPlan plan = flood_plan(flood);
    engine::Control control;
    return engine::reference::run(routing::AlgorithmWalker(algorithm),
                                  engine::RunParts{rules, *topology, workload, plan, control});
  };
  const auto loads = [=] {
    return deadlock::DirectedLoads(std::make_unique<routing::AlgorithmWalker<Algorithm>>(algorithm),
                                   deadlock::Network{*topology, vcs, {}});
  };
  return {std::move(name), free, verdict, loads, simulate};
}

}  // namespace deadlock_test
