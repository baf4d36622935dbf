// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/flows.hpp"

#include "fsin/deadlock/state_table.hpp"

namespace fsin::deadlock {
namespace {

/// From every source to one destination, until packets wait as a queue of the cycle says.
class Tracing {
 public:
  Tracing(Steps& steps, const Fold& fold, const Blocked& blocked, std::size_t most, std::vector<Flow>& flows)
      : steps_(steps), fold_(fold), blocked_(blocked), most_(most), flows_(flows) {}

  void run() {
    std::vector<StateBytes> starts;
    for (std::uint32_t source = 0; source < fold_.topology().graph.nodes(); ++source) {
      if (source == blocked_.destination) continue;
      steps_.starts(source, blocked_.destination, starts);
      for (const StateBytes& state : starts) add({{source, fold_.transit_queues()}, state}, source);
    }
    for (std::size_t i = 0; i < table_.size() && found_ < most_; ++i) follow(table_[i], source_[i]);
  }

 private:
  void add(const PacketState& state, std::uint32_t source) {
    table_.add(state);
    if (table_.size() > source_.size()) source_.push_back(source);
  }

  void follow(const PacketState packet, std::uint32_t source) {
    if (packet.queue.router == blocked_.destination) return;
    steps_.ways_on(packet.queue, packet.state, ways_);
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      std::vector<std::uint16_t> outs(ways_.outs.begin() + static_cast<std::ptrdiff_t>(begin),
                                      ways_.outs.begin() + static_cast<std::ptrdiff_t>(end));
      std::erase_if(outs, [&](std::uint16_t out) { return fold_.has_failed(packet.queue.router, out); });
      if (packet.queue == blocked_.queue && outs == blocked_.outs) {
        flows_.push_back({source, blocked_.destination});
        ++found_;
        return;
      }
      for (std::size_t i = begin; i < end; ++i) {
        QueuePlace next;
        if (fold_.target(packet.queue.router, ways_.outs[i], next)) add({next, ways_.behind[i]}, source);
      }
      begin = end;
    }
  }

  Steps& steps_;
  const Fold& fold_;
  const Blocked& blocked_;
  std::size_t most_;
  std::vector<Flow>& flows_;
  StateTable table_;
  std::vector<std::uint32_t> source_;  ///< by state
  WaysOn ways_;
  std::size_t found_ = 0;
};

}  // namespace

std::vector<Flow> flows_of(Steps& steps, const Network& network, const Verdict& verdict, std::size_t most) {
  const Fold whole(network.topology, network.vcs, false, false);
  std::vector<Flow> flows;
  for (const Blocked& blocked : verdict.cycle) Tracing(steps, whole, blocked, most, flows).run();
  return flows;
}

}  // namespace fsin::deadlock
