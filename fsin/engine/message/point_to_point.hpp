// SPDX-License-Identifier: Apache-2.0
// A Network (model.hpp) in which every transfer has times of its own, known when it begins: the transfers of a node
// leave one after the other, one at a time per injector; each arrives a latency later and is consumed at the speed of
// its arrival. If a node receives one transfer at a time, later ones wait there in the order of their arrival.
//
// A model provides `Times`: of(transfer), and one_receiver.
#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

struct Duration {
  Cycle latency = 1;  ///< cycles from the departure of the first phit to its arrival
  /// Cycles for which a transfer occupies an injector, and a node that receives one transfer at a time.
  Cycle occupies = 1;
  Cycle drains = 1;  ///< cycles from the arrival of the first phit to that of the last one, both included
};

template <class Times>
class PointToPoint {
 public:
  explicit PointToPoint(const Times& times = {}) : times_(times) {}

  void prepare(const Ground& ground) {
    injectors_ = ground.rules.injectors;
    tells_departures_ = ground.unit == Carries::messages;
    port_free_.assign(ground.nodes() * injectors_, 0);
    if (Times::one_receiver) receiver_free_.assign(ground.nodes(), 0);
  }

  Cycle start(TransferNumber number, const Transfer& transfer, Cycle now) {
    const Duration takes = times_.of(transfer);
    const auto ports = port_free_.begin() + static_cast<std::ptrdiff_t>(std::size_t{transfer.source} * injectors_);
    Cycle& free = *std::min_element(ports, ports + static_cast<std::ptrdiff_t>(injectors_));
    const Cycle leaves = std::max(now, free);
    free = leaves + takes.occupies;
    if (tells_departures_) departures_.push({leaves + takes.drains - 1, transfer.source, order_++, number, takes});
    arrivals_.push({leaves + takes.latency, transfer.destination, order_++, number, takes});
    return leaves;
  }

  Cycle next() const {
    Cycle next = never;
    if (!departures_.empty()) next = std::min(next, departures_.top().cycle);
    if (!arrivals_.empty()) next = std::min(next, arrivals_.top().cycle);
    if (!ends_.empty()) next = std::min(next, ends_.top().cycle + 1);
    return next;
  }

  void advance(Cycle now, Happenings& told) {
    for (; !departures_.empty() && departures_.top().cycle <= now; departures_.pop()) {
      told.left.push_back({departures_.top().number, departures_.top().cycle});
    }
    for (; !arrivals_.empty() && arrivals_.top().cycle <= now; arrivals_.pop()) receive(arrivals_.top());
    tell_ends(now, told);
  }

  void finish(Cycle end, Happenings& told) { tell_ends(end + 1, told); }

  Cycle alone(const Transfer& transfer) const {
    const Duration takes = times_.of(transfer);
    return takes.latency + takes.drains - 1;
  }

 private:
  /// An event in a cycle; of those in one cycle the lower node comes first, then the one planned first.
  struct Planned {
    Cycle cycle = 0;
    std::uint32_t node = 0;
    std::uint64_t order = 0;
    TransferNumber number = 0;
    Duration takes;

    bool operator>(const Planned& other) const {
      return std::tie(cycle, node, order) > std::tie(other.cycle, other.node, other.order);
    }
  };
  using Agenda = std::priority_queue<Planned, std::vector<Planned>, std::greater<>>;

  void tell_ends(Cycle now, Happenings& told) {
    for (; !ends_.empty() && ends_.top().cycle < now; ends_.pop()) {
      told.consumed.push_back({ends_.top().number, ends_.top().cycle});
    }
  }

  void receive(const Planned& arrival) {
    Cycle begin = arrival.cycle;
    if (Times::one_receiver) {
      Cycle& free = receiver_free_[arrival.node];
      begin = std::max(begin, free);
      free = begin + arrival.takes.occupies;
    }
    ends_.push({begin + arrival.takes.drains - 1, arrival.node, order_++, arrival.number, arrival.takes});
  }

  Times times_;
  std::size_t injectors_ = 1;
  bool tells_departures_ = false;
  Agenda departures_, arrivals_, ends_;
  std::vector<Cycle> port_free_;      ///< first free cycle of each injector, by node
  std::vector<Cycle> receiver_free_;  ///< first free cycle of each node, if it receives one transfer at a time
  std::uint64_t order_ = 0;
};

}  // namespace fsin::engine::message
