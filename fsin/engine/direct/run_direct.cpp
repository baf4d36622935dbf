// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/direct/run_direct.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "fsin/engine/limits.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/stopping.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::direct {
namespace {

/// Something that happens in a cycle; of those in one cycle the lower node comes first, then what was planned first.
struct Planned {
  Cycle cycle;
  std::uint32_t node;
  std::uint64_t order;
  PacketNumber packet;

  bool operator>(const Planned& other) const {
    return std::tie(cycle, node, order) > std::tie(other.cycle, other.node, other.order);
  }
};
using Agenda = std::priority_queue<Planned, std::vector<Planned>, std::greater<>>;

class Run {
 public:
  Run(const DirectNetwork& network, const Rules& rules, const topology::Topology& topology,
      workload::Workload& workload, const RunPlan& plan, Control& control)
      : network_(network),
        injectors_(rules.injectors),
        workload_(workload),
        plan_(plan),
        control_(control),
        tally_(plan, control.on_delivery, topology.graph.nodes()),
        stopping_(plan, rules, tally_.last()),
        port_free_(topology.graph.nodes() * injectors_),
        receiver_free_(topology.graph.nodes()),
        next_poll_(topology.graph.nodes(), never) {}

  stats::RunTotals run() {
    for (std::uint32_t node = 0; node < next_poll_.size(); ++node) plan_poll(node, workload_.first_poll(NodeId(node)));
    if (plan_.warmup == 0) pass_borders(1);
    if (workload_.finished()) return tally_.close(outcome_, 1, workload_);  // it had nothing to do
    if (workload_.failed()) finish(stats::Outcome::interrupted, 0);
    while (outcome_ != stats::Outcome::interrupted && step()) {
    }
    tell_deliveries(end_ + 1, true);
    if (outcome_ == stats::Outcome::deadlock) tally_.totals().diagnosis = workload_.explain_wait(most_diagnosis_lines);
    tally_.totals().failure = workload_.failure();
    if (!workload_.failure().empty()) outcome_ = stats::Outcome::interrupted;
    return tally_.close(outcome_, end_, workload_);
  }

 private:
  bool step() {
    const Cycle next = next_cycle();
    // While packets are under way something is planned: this network cannot stand still.
    const Cycle progress = next == never ? now_ : next - 1;
    if (const auto end = stopping_.before(next, progress, next == never ? 0 : tally_.in_network())) {
      pass_borders(end->cycle);
      return finish(end->outcome, end->cycle);
    }
    pass_borders(next);
    now_ = next;
    take_arrivals();
    tell_deliveries(now_, false);
    poll_nodes();
    if (workload_.failed()) return finish(stats::Outcome::interrupted, now_);
    if (workload_.finished()) return finish(stats::Outcome::finished, now_ + 1);
    return ++steps_ % 4096 != 0 || look_outside();
  }

  Cycle next_cycle() const {
    Cycle next = never;
    if (!polls_.empty()) next = std::min(next, polls_.top().cycle);
    if (!arrivals_.empty()) next = std::min(next, arrivals_.top().cycle);
    if (!deliveries_.empty()) next = std::min(next, deliveries_.top().cycle + 1);
    return next;
  }

  void take_arrivals() {
    while (!arrivals_.empty() && arrivals_.top().cycle <= now_) {
      const Planned arrival = arrivals_.top();
      arrivals_.pop();
      const Packet& packet = packets_[arrival.packet];
      Cycle begin = arrival.cycle;
      if (network_.one_at_a_time) {
        Cycle& free = receiver_free_[packet.destination];
        begin = std::max(begin, free);
        free = begin + packet.phits + network_.gap;
      }
      deliveries_.push({begin + packet.phits - 1, packet.destination, order_++, arrival.packet});
    }
  }

  /// A tail consumed in one cycle is reported in the next.
  void tell_deliveries(Cycle now, bool run_ends) {
    while (!deliveries_.empty() && deliveries_.top().cycle < now) {
      const Planned delivery = deliveries_.top();
      deliveries_.pop();
      const Packet& packet = packets_[delivery.packet];
      tally_.delivered(packet, delivery.cycle);
      const workload::Delivery told{NodeId(packet.source), NodeId(packet.destination), packet.token, delivery.cycle};
      if (!run_ends && workload_.delivered(told)) plan_poll(packet.destination, now_);
      packets_.give_back(delivery.packet);
    }
  }

  void poll_nodes() {
    while (!polls_.empty() && polls_.top().cycle <= now_) {
      const Planned planned = polls_.top();
      polls_.pop();
      if (next_poll_[planned.node] != planned.cycle) continue;  // an earlier poll came in between
      next_poll_[planned.node] = never;
      const workload::Poll answer = workload_.poll(NodeId(planned.node), now_, true);
      if (answer.offers) send(planned.node, answer.packet);
      plan_poll(planned.node, answer.next);
    }
  }

  void plan_poll(std::uint32_t node, Cycle cycle) {
    if (cycle >= next_poll_[node]) return;
    next_poll_[node] = cycle;
    polls_.push({cycle, node, 0, PacketPool::none});
  }

  void send(std::uint32_t node, const workload::Offer& offer) {
    const PacketNumber number = packets_.take();
    Packet& packet = packets_[number];
    packet.enter(node, offer, now_);
    packet.hops = 1;
    tally_.entered(packet);
    const auto ports = port_free_.begin() + static_cast<std::ptrdiff_t>(std::size_t{node} * injectors_);
    Cycle& free = *std::min_element(ports, ports + static_cast<std::ptrdiff_t>(injectors_));
    const Cycle leaves = std::max(now_, free);
    free = leaves + packet.phits + network_.gap;
    tally_.header_left_source(packet, leaves);
    tally_.hop();
    arrivals_.push({leaves + network_.latency, packet.destination, order_++, number});
  }

  bool look_outside() {
    if (control_.stop.load(std::memory_order_relaxed)) return finish(stats::Outcome::interrupted, now_);
    if (control_.progress) control_.progress(now_, stopping_.fraction(now_, workload_), tally_.in_network());
    return true;
  }

  bool finish(stats::Outcome outcome, Cycle cycles) {
    outcome_ = outcome;
    end_ = cycles;
    return false;
  }

  void pass_borders(Cycle next) {
    for (; next > tally_.border(passed_); ++passed_) tally_.pass_border(passed_, workload_);
  }

  const DirectNetwork& network_;
  std::size_t injectors_;
  workload::Workload& workload_;
  const RunPlan& plan_;
  Control& control_;
  Tally tally_;
  Stopping stopping_;
  PacketPool packets_;
  Agenda polls_, arrivals_, deliveries_;
  std::vector<Cycle> port_free_;      ///< by node and injector
  std::vector<Cycle> receiver_free_;  ///< by node
  std::vector<Cycle> next_poll_;      ///< by node: the one poll in the agenda that counts
  std::uint64_t order_ = 0;
  std::uint64_t steps_ = 0;
  Cycle now_ = 0;
  Cycle end_ = 0;
  unsigned passed_ = 0;  ///< borders of the tally
  stats::Outcome outcome_ = stats::Outcome::finished;
};

}  // namespace

stats::RunTotals run_direct(const DirectNetwork& network, const Rules& rules, const topology::Topology& topology,
                            workload::Workload& workload, const RunPlan& plan, Control& control) {
  return Run(network, rules, topology, workload, plan, control).run();
}

}  // namespace fsin::engine::direct
