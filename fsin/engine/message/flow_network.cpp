// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/flow_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fsin/workload/packetiser.hpp"

namespace fsin::engine::message {
namespace {

/// A part of a cycle below which a flow does not take one more: what rounding may have added.
constexpr double sliver = 1e-6;

Cycle whole_cycles(double cycles) {
  const double up = std::ceil(std::min(cycles * (1 - 1e-9) - sliver, 0x1p60));
  return up < 1 ? 1 : static_cast<Cycle>(up);
}

}  // namespace

FlowNetwork::FlowNetwork(FlowRules rules)
    : rules_(std::move(rules)), routes_(rules_.reverse, rules_.machine), shares_(rules_.tolerance) {}

void FlowNetwork::prepare(const Ground& ground) {
  unit_ = ground.unit;
  if (!rules_.platform) return routes_.prepare(ground);
  given_routes_ = std::make_shared<PlatformRoutes>(rules_.platform);
  routes_.prepare({ground.topology, ground.rules, ground.unit, given_routes_.get()});
}

double FlowNetwork::phits_of(const Transfer& transfer) const {
  if (unit_ == Carries::packets) return static_cast<double>(transfer.phits);
  const Machine& machine = rules_.machine;
  if (!rules_.whole_packets) {
    return static_cast<double>(std::max<std::uint64_t>(transfer.bytes + rules_.header, 1)) / machine.phit_bytes;
  }
  workload::NetworkFacts facts;
  facts.packet_phits = machine.packet_phits;
  facts.phit_bytes = machine.phit_bytes;
  facts.payload_bytes = static_cast<std::uint32_t>(machine.packet_bytes);
  facts.variable_last_packet = machine.variable_last_packet;
  const workload::Packetiser packets(facts);
  return static_cast<double>((packets.packets(transfer.bytes) - 1) * packets.full_phits() +
                             packets.last_phits(transfer.bytes));
}

FlowFactors FlowNetwork::factors_of(std::uint64_t bytes) const {
  if (rules_.factors.empty()) return {};
  const auto after = std::upper_bound(rules_.factors.begin(), rules_.factors.end(), bytes,
                                      [](std::uint64_t size, const FlowFactors& each) { return size < each.from; });
  return *(after - 1);
}

double FlowNetwork::most_of(const FlowRoute& route) const {
  return rules_.window > 0 ? std::min(route.most, rules_.window / (2 * route.latency)) : route.most;
}

double FlowNetwork::weight_of(const FlowRoute& route) const {
  if (!rules_.by_latency) return 1;
  const double cost = route.latency + rules_.weight_size * route.crossing;
  return cost > 0 ? 1 / cost : 1;
}

/// Through the slowest link a phit takes some cycles, of which all but one are counted in the length of the message.
Cycle FlowNetwork::latency_of(const FlowRoute& route, const FlowFactors& factors) const {
  if (rules_.latency_first) return static_cast<Cycle>(std::llround(std::min(route.latency * factors.latency, 0x1p60)));
  const double cycles = std::round(route.latency * factors.latency - (route.slowest - 1));
  return cycles < 1 ? 1 : static_cast<Cycle>(cycles);
}

Cycle FlowNetwork::start(TransferNumber number, const Transfer& transfer, Cycle now) {
  if (number >= flows_.size()) flows_.resize(number + std::size_t{1});
  const FlowRoute* route = routes_.find(transfer.source, transfer.destination, shares_);
  if (route == nullptr) return now;  // failure() says why
  const FlowFactors factors = factors_of(transfer.bytes + rules_.header);
  Flow& flow = flows_[number];
  flow = {.left = work_of(transfer, factors),
          .since = now,
          .latency = latency_of(*route, factors),
          .order = order_++,
          .destination = transfer.destination,
          .buffered = unit_ == Carries::messages && transfer.bytes < rules_.buffered};
  if (flow.buffered) freed_.push_back({number, now});
  if (rules_.latency_first && flow.latency > 0) {
    coming_.push({now + std::exchange(flow.latency, 0), number, transfer.source, flow.order});
  } else {
    share(number, *route, now);
  }
  return now;
}

/// From this cycle on the flow has its share of the links.
void FlowNetwork::share(TransferNumber number, const FlowRoute& route, Cycle now) {
  flows_[number].since = now;
  shares_.add(number, route.parts, weight_of(route), most_of(route));
}

void FlowNetwork::settle(Cycle now) {
  shares_.solve([this, now](MaxMin::FlowNumber number) { change(number, shares_.rate(number), now); });
}

void FlowNetwork::change(TransferNumber number, double rate, Cycle now) {
  Flow& flow = flows_[number];
  if (flow.leaves || rate == flow.rate) return;
  flow.left = std::max(flow.left - flow.rate * static_cast<double>(now - flow.since), 0.0);
  flow.since = now;
  flow.rate = rate;
  const Cycle last = now + whole_cycles(flow.left / rate) - 1;
  if (last == flow.last) return;
  flow.last = last;
  due_.plan(number, last);
}

Cycle FlowNetwork::next() const {
  Cycle next = due_.next();
  if (!freed_.empty()) next = std::min(next, freed_.front().cycle);
  if (!leaving_.empty()) next = std::min(next, left_in_ + 1);
  if (!ends_.empty()) next = std::min(next, ends_.top().cycle + 1);
  if (!coming_.empty()) next = std::min(next, coming_.top().cycle);
  return next;
}

void FlowNetwork::advance(Cycle now, Happenings& told) {
  if (left_in_ < now) {
    for (const TransferNumber number : leaving_) shares_.remove(number);
    leaving_.clear();
  }
  for (const Happenings::Of& each : freed_) told.left.push_back(each);
  freed_.clear();
  while (due_.next() <= now) {
    const TransferNumber number = due_.pop();
    Flow& flow = flows_[number];
    flow.leaves = true;
    leaving_.push_back(number);
    left_in_ = now;
    if (unit_ == Carries::messages && !flow.buffered) told.left.push_back({number, flow.last});
    ends_.push({flow.last + flow.latency, flow.destination, number, flow.order});
  }
  tell_ends(now, told);
  for (; !coming_.empty() && coming_.top().cycle <= now; coming_.pop()) {
    const Coming& coming = coming_.top();  // its route was there when it began
    share(coming.number, *routes_.find(coming.source, flows_[coming.number].destination, shares_), now);
  }
}

void FlowNetwork::tell_ends(Cycle now, Happenings& told) {
  for (; !ends_.empty() && ends_.top().cycle < now; ends_.pop()) {
    told.consumed.push_back({ends_.top().number, ends_.top().cycle});
  }
}

Cycle FlowNetwork::alone(const Transfer& transfer) const {
  const FlowRoute route = routes_.measure(transfer.source, transfer.destination);
  const FlowFactors factors = factors_of(transfer.bytes + rules_.header);
  const double rate = std::min(route.rate, most_of(route));
  return whole_cycles(work_of(transfer, factors) / rate) + latency_of(route, factors) - 1;
}

}  // namespace fsin::engine::message
