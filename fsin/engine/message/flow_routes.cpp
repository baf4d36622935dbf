// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/flow_routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/hash.hpp"

namespace fsin::engine::message {

void FlowRoutes::prepare(const Ground& ground) {
  topology_ = &ground.topology;
  rules_ = &ground.rules;
  routing_ = ground.routes;
  given_ = routing_ == nullptr ? nullptr : routing_->given_links();
  const topology::PortGraph& graph = ground.topology.graph;
  links_.assign(given_ != nullptr ? given_->size() : graph.routers() * graph.ports() + 2 * graph.nodes(), none);
  slots_.assign(1U << 10U, {});
}

std::size_t FlowRoutes::slot_of(std::uint64_t pair) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (pair * golden_ratio >> 20U) & mask;
  while (slots_[slot].number != none && slots_[slot].pair != pair) slot = (slot + 1) & mask;
  return slot;
}

void FlowRoutes::grow() {
  std::vector<Slot> before(2 * slots_.size());
  before.swap(slots_);
  for (const Slot& each : before) {
    if (each.number != none) slots_[slot_of(each.pair)] = each;
  }
}

FlowRoute* FlowRoutes::find(std::uint32_t source, std::uint32_t destination, MaxMin& shares) {
  const std::uint64_t pair = std::uint64_t{source} << 32U | destination;
  std::size_t slot = slot_of(pair);
  if (slots_[slot].number == none) {
    if (parts_.size() > most_parts_) {
      parts_.clear();
      routes_.clear();
      std::fill(slots_.begin(), slots_.end(), Slot{});
    }
    if (!add(source, destination, shares)) return nullptr;
    if (2 * routes_.size() > slots_.size()) grow();
    slot = slot_of(pair);
    slots_[slot] = {pair, static_cast<std::uint32_t>(routes_.size() - 1)};
  }
  Kept& kept = routes_[slots_[slot].number];
  kept.route.parts = std::span(parts_).subspan(kept.first, kept.last - kept.first);
  return &kept.route;
}

bool FlowRoutes::add(std::uint32_t source, std::uint32_t destination, MaxMin& shares) {
  Kept kept;
  kept.first = parts_.size();
  for (const bool back : {false, true}) {
    if (back && reverse_ == 0) break;
    const std::vector<LinkPart>& found =
        back ? routing_->find(destination, source) : routing_->find(source, destination);
    if (found.empty()) {
      failure_ = fmt::format("model flow: no route from node {} to node {}: {}", back ? destination : source,
                             back ? source : destination, routing_->why_not());
      parts_.resize(kept.first);
      return false;
    }
    if (!back) kept.route = measured(found);
    for (const LinkPart& each : found) {
      if (given_ != nullptr && !(*given_)[each.link].shared) continue;
      parts_.push_back({link_of(each.link, shares), each.part * (back ? reverse_ : 1)});
    }
  }
  if (given_ == nullptr) add_ends(source, destination, shares);
  kept.last = parts_.size();
  routes_.push_back(kept);
  return true;
}

/// Adds the links of the nodes themselves.
void FlowRoutes::add_ends(std::uint32_t source, std::uint32_t destination, MaxMin& shares) {
  const topology::PortGraph& graph = topology_->graph;
  const auto ports = static_cast<std::uint32_t>(graph.routers() * graph.ports());
  const auto nodes = static_cast<std::uint32_t>(graph.nodes());
  if (shares_entry_) parts_.push_back({link_of(ports + source, shares), 1});
  if (rules_->consumes_one_at_a_time) parts_.push_back({link_of(ports + nodes + destination, shares), 1});
}

FlowRoute FlowRoutes::measure(std::uint32_t source, std::uint32_t destination) const {
  return measured(routing_->find(source, destination));
}

FlowRoute FlowRoutes::measured_given(const std::vector<LinkPart>& parts) const {
  FlowRoute route;
  route.latency = route.slowest = 0;
  route.rate = MaxMin::endless;
  for (const LinkPart& each : parts) {
    const GivenLink& link = (*given_)[each.link];
    const double phits = capacity(link);
    route.latency += each.part * link.latency / cycle_seconds_;
    route.crossing += each.part / phits;
    route.slowest = std::max(route.slowest, 1 / phits);
    route.rate = std::min(route.rate, phits / each.part);
    if (!link.shared) route.most = std::min(route.most, phits / each.part);
  }
  return route;
}

FlowRoute FlowRoutes::measured(const std::vector<LinkPart>& parts) const {
  if (given_ != nullptr) return measured_given(parts);
  FlowRoute route;
  route.latency = rules_->router_delay;
  route.rate = rules_->consumes_one_at_a_time || !shares_entry_ ? 1 : rules_->injectors;
  const double queues = filled * rules_->vcs * rules_->slots * rules_->packet_phits;
  for (const LinkPart& each : parts) {
    const topology::PortGraph& graph = topology_->graph;
    const RouterId router(static_cast<std::uint32_t>(each.link / graph.ports()));
    const LinkTimes times = rules_->link_times[topology_->geometry->link_class(router, each.link % graph.ports())];
    route.latency += each.part * (times.hop() + rules_->router_delay);
    route.crossing += each.part * times.phit_cycles;
    route.slowest = std::max<double>(route.slowest, times.phit_cycles);
    route.room += each.part * queues;
    route.rate = std::min(route.rate, 1 / (each.part * times.phit_cycles));
  }
  return route;
}

double FlowRoutes::capacity(std::uint32_t place) const {
  if (given_ != nullptr) return capacity((*given_)[place]);
  const topology::PortGraph& graph = topology_->graph;
  const std::size_t ports = graph.routers() * graph.ports();
  if (place >= ports + graph.nodes()) return 1;
  if (place >= ports) return rules_->injectors;
  const RouterId router(static_cast<std::uint32_t>(place / graph.ports()));
  return 1.0 / rules_->link_times[topology_->geometry->link_class(router, place % graph.ports())].phit_cycles;
}

std::uint32_t FlowRoutes::link_of(std::uint32_t place, MaxMin& shares) {
  if (links_[place] == none) links_[place] = shares.add_link(capacity(place));
  return links_[place];
}

}  // namespace fsin::engine::message
