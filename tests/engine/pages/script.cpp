// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/pages/script.hpp"

#include <algorithm>
#include <tuple>

#include "fsin/topology/grids/torus.hpp"

namespace pages {
namespace {

using namespace fsin;

class Script final : public workload::Workload {
 public:
  Script(std::vector<ScriptedPacket> packets, unsigned phits) : packets_(std::move(packets)), phits_(phits) {}

  workload::Poll poll(NodeId node, Cycle now, bool room) override {
    workload::Poll answer;
    const auto next =
        std::find_if(packets_.begin(), packets_.end(), [&](const auto& p) { return p.from == node.value; });
    if (next == packets_.end()) return answer;
    answer.next = std::max(next->at, now + 1);
    if (next->at > now) return answer;
    answer.wants_room = !room;
    if (!room) return answer;
    answer.offers = true;
    answer.packet = {NodeId(next->to), static_cast<std::uint16_t>(phits_), 0, next->at};
    packets_.erase(next);
    return answer;
  }
  bool delivered(const workload::Delivery&) override {
    ++delivered_;
    return true;
  }
  Cycle first_poll(NodeId node) const override {
    const auto next =
        std::find_if(packets_.begin(), packets_.end(), [&](const auto& p) { return p.from == node.value; });
    return next == packets_.end() ? never : next->at;
  }
  bool finished() const override { return delivered_ == total_; }
  workload::Report report(Cycle) const override { return {}; }

 private:
  std::vector<ScriptedPacket> packets_;
  unsigned phits_;
  std::size_t total_ = packets_.size();
  std::size_t delivered_ = 0;
};

}  // namespace

Ran run_script(engine::EngineKind kind, const engine::Design& design, const std::vector<ScriptedPacket>& packets,
               Cycle cycles, const topology::FaultPlan& faults) {
  topology::Topology topology = topology::build(design.topology);
  topology::fail(faults, topology);
  Script script(packets, design.packet_phits);
  Ran ran;
  engine::Control control;
  control.on_delivery = [&](const engine::PacketLog& packet) { ran.packets.push_back(packet); };
  engine::RunPlan plan;
  plan.cycles = cycles;
  ran.totals = engine::run(kind, design, topology, script, plan, control);
  std::sort(ran.packets.begin(), ran.packets.end(), [](const auto& a, const auto& b) {
    return std::tie(a.entered, a.source.value) < std::tie(b.entered, b.source.value);
  });
  return ran;
}

engine::Design ring_of_three() {
  engine::Design design;
  design.topology = topology::TorusParams{{3}, false};
  design.packet_phits = 3;
  return design;
}

}  // namespace pages
