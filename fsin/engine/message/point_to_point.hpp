// SPDX-License-Identifier: Apache-2.0
// A Network (model.hpp) in which every transfer has times of its own, known when it begins: the transfers of a node
// leave one after the other, one at a time per injector; each arrives a latency later and is consumed at the speed of
// its arrival. If a node receives one transfer at a time, later ones wait there in the order of their arrival.
//
// A source may be far ahead of its injectors: a message of a gigabyte becomes millions of packets that all wait for
// them. Packets that are alike and take the same injector, one after the other, at equal distances in time, are kept as
// one train. Only the next packet of a train to arrive is planned; the times of those behind it follow. Of the
// transfers that wait at a receiver only the numbers are kept.
//
// A model provides `Times`: of(transfer), one_receiver and, where that is known, least_flight(bytes) (model.hpp).
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "fsin/core/saved_queue.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

struct Duration {
  Cycle latency = 1;  ///< cycles from the departure of the first phit to its arrival
  /// Cycles for which a transfer occupies an injector, and a node that receives one transfer at a time, where it is at
  /// least `drains`.
  Cycle occupies = 1;
  Cycle drains = 1;  ///< cycles from the arrival of the first phit to that of the last one, both included
};

template <class Times>
class PointToPoint {
 public:
  static constexpr TransferNumber no_train = ~TransferNumber{0};

  explicit PointToPoint(const Times& times = {}) : times_(times) {}

  void prepare(const Ground& ground) {
    injectors_ = ground.rules.injectors;
    carries_messages_ = ground.unit == Carries::messages;
    ports_.assign(ground.nodes() * injectors_, {});
    if (Times::one_receiver) receivers_.assign(ground.nodes(), {});
  }

  Cycle start(TransferNumber number, const Transfer& transfer, Cycle now) {
    const Duration takes = times_.of(transfer);
    Port& port = ports_[port_of(transfer.source)];
    const Cycle leaves = port.leaves(now, takes);
    if (takes_.size() <= number) takes_.resize(number + std::size_t{1});
    takes_[number] = takes;
    if (carries_messages_) {
      departures_.push({leaves + takes.drains - 1, order_++, transfer.source, transfer.source, number});
      arrivals_.push({leaves + takes.latency, order_++, transfer.destination, transfer.source, number});
      return leaves;
    }
    port.train = number;
    if (trains_.size() <= number) trains_.resize(number + std::size_t{1});
    trains_[number] = {.entered = now, .next_entered = now, .next_leaves = leaves, .source = transfer.source};
    plan_arrival({0, 0, transfer.destination, transfer.source, number});
    return leaves;
  }

  /// The train, begun by start(), that a packet of this node would continue if it began now; `no_train` if none.
  TransferNumber train_of(std::uint32_t source) const { return ports_[port_of(source)].train; }
  /// Adds a packet like those of train_of() to it, and returns the cycle in which it begins to leave its source;
  /// `never` if its distance in time is another one, and it has to start() by itself.
  Cycle extend(TransferNumber number, const Transfer& transfer, Cycle now) {
    Train& train = trains_[number];
    if (train.distance == 0) train.distance = now - train.entered;
    if (train.distance != now - train.entered) return never;
    train.entered = now;
    ++train.packets;
    const Cycle leaves = ports_[port_of(train.source)].leaves(now, takes_[number]);
    if (++train.not_arrived == 1) {
      train.next_entered = now;
      train.next_leaves = leaves;
      plan_arrival({0, 0, transfer.destination, transfer.source, number});
    }
    return leaves;
  }
  /// A packet of the train has been consumed. Returns the cycles by which the next one of it entered later; 0 if there
  /// is none, which ends the train.
  Cycle next_of_train(TransferNumber number) {
    if (carries_messages_) return 0;
    Train& train = trains_[number];
    if (--train.packets != 0) return train.distance;
    for (std::size_t i = 0; i < injectors_; ++i) {
      Port& port = ports_[train.source * injectors_ + i];
      if (port.train == number) port.train = no_train;
    }
    return 0;
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
    while (!arrivals_.empty() && arrivals_.top().cycle <= now) {
      const Planned arrival = arrivals_.top();
      arrivals_.pop();
      receive(arrival);
      if (!carries_messages_) plan_next_of_train(arrival);
    }
    tell_ends(now, told);
  }

  void finish(Cycle end, Happenings& told) { tell_ends(end + 1, told); }

  Cycle alone(const Transfer& transfer) const {
    const Duration takes = times_.of(transfer);
    return takes.latency + takes.drains - 1;
  }

  /// Packets take the injectors by turns. A node that receives one at a time is busy with each for as long as the
  /// injector was, so that the last one waits for all before it where there are several injectors.
  Cycle whole_time(const InPackets& message) const {
    const Duration full = times_.of(message.full), last = times_.of(message.last);
    const auto leaves = [&](std::uint64_t number) {
      return number / injectors_ * std::max<Cycle>(full.occupies, injectors_) + number % injectors_;
    };
    const std::uint64_t count = message.before_last;
    if (Times::one_receiver) return count * std::max<Cycle>(full.occupies, 1) + last.latency + last.drains - 1;
    const Cycle end = leaves(count) + last.latency + last.drains - 1;
    return count == 0 ? end : std::max(end, leaves(count - 1) + full.latency + full.drains - 1);
  }

  Cycle least_flight(std::uint64_t bytes) const requires requires(const Times& times) { times.least_flight(bytes); }
  { return times_.least_flight(bytes); }

  double bytes(const Amounts& amounts) const {
    const bool messages = amounts.tasks > 0;
    const double receivers = Times::one_receiver ? amounts.nodes * sizeof(Receiver) : 0;
    const double transfers = Amounts::grown(amounts.transfers);
    return amounts.nodes * amounts.injectors * sizeof(Port) + receivers +
           transfers * (sizeof(Duration) + (messages ? 2 * sizeof(Planned) : sizeof(Planned) + sizeof(Train)));
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.departures_, self.arrivals_, self.ends_, self.ports_, self.trains_, self.receivers_, self.takes_,
      self.order_);
  }

 private:
  /// An event in a cycle; of those in one cycle the lower node comes first, then the transfer that began first.
  struct Planned {
    Cycle cycle = 0;
    /// A number that grows with the beginning; for a packet, the cycle in which it entered, since those of one cycle
    /// begin in the order of their sources.
    std::uint64_t order = 0;
    std::uint32_t node = 0;
    std::uint32_t source = 0;
    TransferNumber number = 0;

    bool operator>(const Planned& other) const {
      return std::tie(cycle, node, order, source) > std::tie(other.cycle, other.node, other.order, other.source);
    }
  };
  using Agenda = SavedQueue<Planned, std::greater<>>;

  struct Port {
    Cycle free = 0;                   ///< first free cycle
    TransferNumber train = no_train;  ///< train of the packet that leaves by it last

    /// The first cycle in which a transfer that begins now leaves; the port is occupied by it afterwards.
    Cycle leaves(Cycle now, const Duration& takes) {
      const Cycle leaves = std::max(now, free);
      free = leaves + takes.occupies;
      return leaves;
    }
  };
  /// A node that receives one transfer at a time.
  struct Receiver {
    Cycle free = 0;                       ///< first free cycle
    std::uint32_t served = 0;             ///< transfers whose end is planned
    std::size_t first = 0;                ///< place of the next in `waiting`
    std::vector<TransferNumber> waiting;  ///< the others, in the order of their arrival

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.free, self.served, self.first, self.waiting);
    }
  };
  /// Packets that take the same port one after the other.
  struct Train {
    Cycle entered = 0;              ///< entry of the last packet
    Cycle distance = 0;             ///< cycles from the entry of a packet to that of the next; 0: one packet so far
    Cycle next_entered = 0;         ///< entry of the next packet to arrive
    Cycle next_leaves = 0;          ///< cycle in which it leaves
    std::uint64_t not_arrived = 1;  ///< packets
    std::uint64_t packets = 1;      ///< packets that have not been consumed
    std::uint32_t source = 0;
  };

  std::size_t port_of(std::uint32_t source) const {
    const auto ports = ports_.begin() + static_cast<std::ptrdiff_t>(std::size_t{source} * injectors_);
    const auto least = std::min_element(ports, ports + static_cast<std::ptrdiff_t>(injectors_),
                                        [](const Port& a, const Port& b) { return a.free < b.free; });
    return static_cast<std::size_t>(least - ports_.begin());
  }

  /// Plans the arrival of the next packet of the train.
  void plan_arrival(Planned arrival) {
    const Train& train = trains_[arrival.number];
    arrival.cycle = train.next_leaves + takes_[arrival.number].latency;
    arrival.order = train.next_entered;
    arrivals_.push(arrival);
  }
  void plan_next_of_train(const Planned& arrived) {
    Train& train = trains_[arrived.number];
    if (--train.not_arrived == 0) return;
    train.next_entered += train.distance;
    train.next_leaves = std::max(train.next_entered, train.next_leaves + takes_[arrived.number].occupies);
    plan_arrival(arrived);
  }

  void tell_ends(Cycle now, Happenings& told) {
    while (!ends_.empty() && ends_.top().cycle < now) {
      const Planned end = ends_.top();
      ends_.pop();
      told.consumed.push_back({end.number, end.cycle});
      if (Times::one_receiver) serve_next(receivers_[end.node], end);
    }
  }

  void receive(const Planned& arrival) {
    if (!Times::one_receiver) return plan_end(arrival, arrival.cycle);
    Receiver& receiver = receivers_[arrival.node];
    // As long as an end is not told, it lies at most one cycle back: the next transfer begins when the node is free.
    if (receiver.served > 0 && (receiver.free > arrival.cycle || receiver.first != receiver.waiting.size())) {
      receiver.waiting.push_back(arrival.number);
    } else {
      serve(receiver, arrival, std::max(arrival.cycle, receiver.free));
    }
  }
  void serve(Receiver& receiver, const Planned& transfer, Cycle begin) {
    receiver.free = begin + takes_[transfer.number].occupies;
    ++receiver.served;
    plan_end(transfer, begin);
  }
  void serve_next(Receiver& receiver, Planned ended) {
    --receiver.served;
    if (receiver.first == receiver.waiting.size()) return;
    std::vector<TransferNumber>& waiting = receiver.waiting;
    ended.number = waiting[receiver.first++];
    if (2 * receiver.first >= waiting.size()) {
      waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(receiver.first));
      receiver.first = 0;
    }
    serve(receiver, ended, receiver.free);
  }
  void plan_end(Planned transfer, Cycle begin) {
    transfer.cycle = begin + takes_[transfer.number].drains - 1;
    transfer.order = order_++;
    ends_.push(transfer);
  }

  Times times_;
  std::size_t injectors_ = 1;
  bool carries_messages_ = false;  ///< not packets: departures are told, and there are no trains
  Agenda departures_, arrivals_, ends_;
  std::vector<Port> ports_;          ///< injectors, by node
  std::vector<Train> trains_;        ///< by the number of their first packet
  std::vector<Receiver> receivers_;  ///< by node, if it receives one transfer at a time
  std::vector<Duration> takes_;      ///< by transfer
  std::uint64_t order_ = 0;
};

}  // namespace fsin::engine::message
