// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/flow_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fsin/workload/packetiser.hpp"

namespace fsin::engine::message {
namespace {

/// Fraction of a cycle that is attributed to rounding: a flow does not take a further cycle for it.
constexpr double sliver = 1e-6;

/// Cycles after the beginning of a flow in which others begin with it: SimGrid takes as one what lies within its
/// precision of 1 ns (surf/precision), so that messages that calls start one after the other share links from one
/// moment on. Only on platforms, and only where a cycle is much shorter than that.
Cycle begin_together(const FlowRules& rules) {
  constexpr double precision = 1e-9, longest_cycle = 1e-10;
  const double cycle = rules.machine.cycle_seconds;
  return rules.platform && rules.latency_first && cycle <= longest_cycle ? static_cast<Cycle>(precision / cycle) : 0;
}

}  // namespace

Cycle whole_cycles(double cycles) {
  const double up = std::ceil(std::min(cycles * (1 - 1e-9) - sliver, 0x1p60));
  return up < 1 ? 1 : static_cast<Cycle>(up);
}

FlowNetwork::FlowNetwork(FlowRules rules)
    : rules_(std::move(rules)), routes_(rules_.reverse, rules_.machine, !rules_.in_turn), shares_(rules_.tolerance) {}

void FlowNetwork::prepare(const Ground& ground) {
  unit_ = ground.unit;
  if (rules_.in_turn) sources_.prepare(ground.nodes(), ground.rules.injectors);
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
  const double most = rules_.in_turn ? std::min(route.most, 1.0) : route.most;  // an injector enters one phit a cycle
  return rules_.window > 0 ? std::min(most, rules_.window / (2 * route.latency)) : most;
}

double FlowNetwork::weight_of(const FlowRoute& route) const {
  if (!rules_.by_latency) return 1;
  const double cost = route.latency + rules_.weight_size * route.crossing;
  return cost > 0 ? 1 / cost : 1;
}

/// The latency of a message. Over the slowest link a phit takes several cycles, of which all but one are counted in the
/// length of the message.
Cycle FlowNetwork::latency_of(const FlowRoute& route, const FlowFactors& factors) const {
  if (rules_.latency_first) return static_cast<Cycle>(std::llround(std::min(route.latency * factors.latency, 0x1p60)));
  const double cycles = std::round(route.latency * factors.latency - (route.slowest - 1));
  return cycles < 1 ? 1 : static_cast<Cycle>(cycles);
}

Cycle FlowNetwork::start(TransferNumber number, const Transfer& transfer, Cycle now) {
  if (number >= flows_.size()) flows_.resize(number + std::size_t{1});
  FlowRoute* const route = routes_.find(transfer.source, transfer.destination, shares_);
  if (route == nullptr) return now;  // failure() says why
  const FlowFactors factors = factors_of(transfer.bytes + rules_.header);
  Flow& flow = flows_[number];
  flow = {.left = work_of(transfer, factors),
          .since = now,
          .latency = latency_of(*route, factors),
          .order = order_++,
          .source = transfer.source,
          .destination = transfer.destination,
          .buffered = unit_ == Carries::messages && transfer.bytes < rules_.buffered};
  if (flow.buffered) freed_.push_back({number, now});
  if (rules_.in_turn && !sources_.come(flow.source, {number, flow.left, route->room})) return now;
  if (rules_.latency_first && flow.latency > 0) {
    come(number, now);
  } else {
    share(number, *route, now);
  }
  return now;
}

/// Schedules the flow, which may enter the network from cycle `from` on.
void FlowNetwork::come(TransferNumber number, Cycle from) {
  Flow& flow = flows_[number];
  coming_.push({from + (rules_.latency_first ? std::exchange(flow.latency, 0) : 0), number, flow.order});
}

/// Gives the flow its share of the links from this cycle on, or queues it behind another flow of the same pair of
/// nodes.
void FlowNetwork::share(TransferNumber number, FlowRoute& route, Cycle now) {
  if (rules_.in_turn) {
    sources_.begin(number, flows_[number].source, now);
    if (waits_behind_another(number, route)) return;
  }
  add_to_shares(number, route, now);
}

bool FlowNetwork::waits_behind_another(TransferNumber number, FlowRoute& route) {
  const TransferNumber before = std::exchange(route.newest, number);
  if (before == none) return false;
  flows_[before].behind = number;
  return true;
}

void FlowNetwork::add_to_shares(TransferNumber number, const FlowRoute& route, Cycle now) {
  flows_[number].since = now;
  shares_.add(number, route.parts, weight_of(route), most_of(route));
}

void FlowNetwork::settle(Cycle now) {
  shares_.solve([this, now](MaxMin::FlowNumber number) { change(number, shares_.rate(number), now); });
  if (rules_.in_turn) {
    sources_.settle(now, [this, now](TransferNumber number) {
      const Flow& flow = flows_[number];
      return FlowSources::Draining{flow.left_at(now), flow.rate, flow.last};
    });
  }
}

void FlowNetwork::change(TransferNumber number, double rate, Cycle now) {
  Flow& flow = flows_[number];
  if (flow.leaves || rate == flow.rate) return;
  if (rules_.in_turn) sources_.change(number, flow.source, rate - flow.rate, now);
  flow.left = std::max(flow.left_at(now), 0.0);
  flow.since = now;
  flow.rate = rate;
  const Cycle last = now + whole_cycles(flow.left / rate) - 1;
  if (last == flow.last) return;
  flow.last = last;
  due_.plan(number, last);
}

Cycle FlowNetwork::next() const {
  Cycle next = std::min(due_.next(), sources_.next());
  if (!freed_.empty()) next = std::min(next, freed_.front().cycle);
  if (!leaving_.empty()) next = std::min(next, left_in_ + 1);
  if (!ends_.empty()) next = std::min(next, ends_.top().cycle + 1);
  if (!coming_.empty()) next = std::min(next, coming_.top().cycle);
  return next;
}

void FlowNetwork::remove_those_that_left() {
  const Cycle now = left_in_ + 1;
  for (const TransferNumber number : leaving_) {
    shares_.remove(number);
    if (!rules_.in_turn) continue;
    const Flow& flow = flows_[number];
    sources_.remove(flow.source, {flow.left_at(now), flow.rate, flow.last}, now);
    FlowRoute& route = *routes_.find(flow.source, flow.destination, shares_);
    if (route.newest == number) route.newest = none;
    if (flow.behind != none) add_to_shares(flow.behind, route, now);
  }
  leaving_.clear();
}

/// Handles the entry of the last phit of a message into the network; the next message of its node follows.
void FlowNetwork::enter(TransferNumber number, Cycle last, Happenings& told) {
  const Flow& flow = flows_[number];
  if (unit_ == Carries::messages && !flow.buffered) told.left.push_back({number, last});
  const auto next = sources_.enter(number, flow.source, {flow.left_at(last + 1), flow.rate, flow.last}, last + 1);
  if (next) come(*next, last + 1);
}

void FlowNetwork::advance(Cycle now, Happenings& told) {
  if (left_in_ < now) remove_those_that_left();
  for (const Happenings::Of& each : freed_) told.left.push_back(each);
  freed_.clear();
  for (; sources_.next() <= now;) {
    const FlowSources::Entered entered = sources_.pop();
    enter(entered.number, entered.last, told);
  }
  while (due_.next() <= now) {
    const TransferNumber number = due_.pop();
    Flow& flow = flows_[number];
    flow.leaves = true;
    leaving_.push_back(number);
    left_in_ = now;
    if (!rules_.in_turn && unit_ == Carries::messages && !flow.buffered) told.left.push_back({number, flow.last});
    ends_.push({flow.last + flow.latency, flow.destination, number, flow.order});
  }
  tell_ends(now, told);
  if (coming_.empty() || coming_.top().cycle > now) return;
  const Cycle until = now + begin_together(rules_);
  for (; !coming_.empty() && coming_.top().cycle <= until; coming_.pop()) {
    const TransferNumber number = coming_.top().number;  // its route was found when it began
    share(number, *routes_.find(flows_[number].source, flows_[number].destination, shares_), now);
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

double FlowNetwork::bytes(const Amounts& amounts) const {
  // Of a node whose messages enter in turn, one for each injector shares, and the one before it may be inside.
  constexpr double inside = 2;
  const double sharing =
      std::min(amounts.transfers, rules_.in_turn ? amounts.nodes * amounts.injectors * inside : amounts.transfers);
  const double flows = Amounts::grown(amounts.transfers);
  const double links = std::min(amounts.ports, amounts.pairs * amounts.links);
  return flows * (sizeof(Flow) + sizeof(End) + DueHeap::bytes_of_item()) +
         MaxMin::bytes(sharing, amounts.links, links) + FlowRoutes::bytes(amounts) +
         (rules_.in_turn ? FlowSources::bytes(amounts) : flows * sizeof(Coming));
}

}  // namespace fsin::engine::message
