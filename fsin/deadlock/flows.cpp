// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/flows.hpp"

#include "fsin/deadlock/state_table.hpp"

namespace fsin::deadlock {
namespace {

constexpr std::size_t most_followed = 1'000'000;  ///< states followed for each queue of a cycle

/// Follows packets from one source after the other to one destination, until they wait as a queue of the cycle
/// requires.
class Tracing {
 public:
  Tracing(Steps& steps, const Fold& fold, const Blocked& blocked) : steps_(steps), fold_(fold), blocked_(blocked) {}

  /// Finds up to `most` sources, beginning with number `first`.
  void run(std::uint32_t first, std::size_t most, std::vector<Flow>& flows) {
    const auto nodes = static_cast<std::uint32_t>(fold_.topology().graph.nodes());
    for (std::uint32_t i = 0; i < nodes && most > 0 && followed_ < most_followed; ++i) {
      const std::uint32_t source = (first + i) % nodes;
      if (source == blocked_.destination || !comes_from(source)) continue;
      flows.push_back({source, blocked_.destination});
      --most;
    }
  }

 private:
  bool comes_from(std::uint32_t source) {
    table_.clear();
    steps_.starts(source, blocked_.destination, starts_);
    for (const StateBytes& state : starts_) table_.add({{source, fold_.transit_queues()}, state});
    for (std::size_t i = 0; i < table_.size() && followed_ < most_followed; ++i) {
      ++followed_;
      if (waits(table_[i])) return true;
    }
    return false;
  }

  /// True if this packet waits as the queue of the cycle requires; else adds its next states.
  bool waits(const PacketState packet) {
    if (packet.queue.router == blocked_.destination) return false;
    steps_.ways_on(packet.queue, packet.state, ways_);
    std::size_t begin = 0;
    for (const std::size_t end : ways_.ends) {
      std::vector<std::uint16_t> outs(ways_.outs.begin() + static_cast<std::ptrdiff_t>(begin),
                                      ways_.outs.begin() + static_cast<std::ptrdiff_t>(end));
      std::erase_if(outs, [&](std::uint16_t out) { return fold_.has_failed(packet.queue.router, out); });
      if (packet.queue == blocked_.queue && outs == blocked_.outs) return true;
      for (std::size_t i = begin; i < end; ++i) {
        QueuePlace next;
        if (fold_.target(packet.queue.router, ways_.outs[i], next)) table_.add({next, ways_.behind[i]});
      }
      begin = end;
    }
    return false;
  }

  Steps& steps_;
  const Fold& fold_;
  const Blocked& blocked_;
  StateTable table_;
  std::vector<StateBytes> starts_;
  WaysOn ways_;
  std::size_t followed_ = 0;
};

}  // namespace

std::vector<Flow> flows_of(Steps& steps, const Network& network, const std::vector<Blocked>& cycle, std::size_t most,
                           std::uint32_t first) {
  const Fold whole(network.topology, network.vcs, false, false);
  std::vector<Flow> flows;
  for (const Blocked& blocked : cycle) Tracing(steps, whole, blocked).run(first, most, flows);
  return flows;
}

}  // namespace fsin::deadlock
