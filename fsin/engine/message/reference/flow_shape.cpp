// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/reference/flow_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/engine/message/reference/activity.hpp"

namespace fsin::engine::message::reference {

/// Keys that are left out have the values of SimGrid with its factors, and else none.
FlowShapes::FlowShapes(const FlowModel& model, const Machine& machine, const Ground& ground)
    : machine_(machine), ground_(ground) {
  if (model.nodes) platform_ = std::make_shared<PlatformRoutes>(model.nodes);
  routes_ = platform_ ? platform_.get() : ground.routes;
  given_ = routes_->given_links();
  const double phit = machine_.phit_bytes;
  const bool simgrid = std::holds_alternative<SimgridFactors>(model.factors);
  if (simgrid) {
    rows_ = {{0, 0.812084, 2.01467},    {257, 0.338112, 1.95341},   {732, 0.341987, 1.9503},
             {1426, 0.608902, 1.61075}, {3484, 0.77493, 1.88101},   {5776, 1.08739, 2.18796},
             {9376, 0.58729, 2.59299},  {15424, 0.697866, 3.48845}, {65472, 0.940694, 11.6436}};
  } else if (const auto* table = std::get_if<TableFactors>(&model.factors)) {
    rows_.clear();
    for (std::size_t i = 0; i < table->from.size(); ++i)
      rows_.push_back({table->from[i].value, table->bandwidth[i], table->latency[i]});
  }
  whole_packets_ = std::holds_alternative<NoFactors>(model.factors);
  header_ = model.header ? model.header->value : simgrid ? 16 : 0;
  buffered_ = model.buffered ? model.buffered->value : simgrid ? 65536 : 0;
  if (model.weight_size || simgrid)
    weight_size_ = (model.weight_size ? static_cast<double>(model.weight_size->value) : 8775.0) / phit;
  window_ = (model.window ? static_cast<double>(model.window->value) : simgrid ? 4194304.0 : 0.0) / phit;
  reverse_ = model.reverse.value_or(simgrid ? 0.05 : 0.0);
  latency_first_ = model.latency ? *model.latency == LatencyPlace::first : simgrid;
  if (model.nodes && latency_first_ && machine_.cycle_seconds <= 1e-10)
    together_ = static_cast<Cycle>(1e-9 / machine_.cycle_seconds);
  in_turn_ = model.injection ? *model.injection == Injection::in_turn : !simgrid && !model.nodes;
}

std::optional<FlowShape> FlowShapes::of(const Transfer& transfer) {
  FlowShape shape;
  Measure route;
  shape.most = MaxMin::endless;
  if (!add_route(transfer.source, transfer.destination, 1, shape, &route)) return std::nullopt;
  if (reverse_ != 0 && !add_route(transfer.destination, transfer.source, reverse_, shape, nullptr)) return std::nullopt;
  if (given_ == nullptr) {  // the links of the nodes
    const auto ports = static_cast<std::uint32_t>(ground_.topology.graph.routers() * ground_.topology.graph.ports());
    const auto nodes = static_cast<std::uint32_t>(ground_.nodes());
    if (!in_turn_) shape.links.push_back({ports + transfer.source, 1});
    if (ground_.rules.consumes_one_at_a_time) shape.links.push_back({ports + nodes + transfer.destination, 1});
  }
  Row row;
  for (const Row& each : rows_) row = each.from <= transfer.bytes + header_ ? each : row;
  shape.phits = phits_of(transfer) / row.bandwidth;
  const double latency = route.latency * row.latency;
  if (latency_first_) {
    shape.latency_before = nearest(latency);
  } else {
    shape.latency_behind = static_cast<Cycle>(std::max(std::round(latency - (route.slowest - 1)), 1.0));
  }
  if (weight_size_) {
    const double cost = route.latency + *weight_size_ * route.crossing;
    shape.weight = cost > 0 ? 1 / cost : 1;
  }
  if (window_ > 0) shape.most = std::min(shape.most, window_ / (2 * route.latency));
  if (in_turn_) shape.most = std::min(shape.most, 1.0);
  shape.buffered = ground_.unit == Carries::messages && transfer.bytes < buffered_;
  return shape;
}

double FlowShapes::phits_of(const Transfer& transfer) const {
  if (ground_.unit == Carries::packets) return static_cast<double>(transfer.phits);
  if (!whole_packets_) {
    return static_cast<double>(std::max<std::uint64_t>(transfer.bytes + header_, 1)) / machine_.phit_bytes;
  }
  const std::uint64_t full = transfer.bytes == 0 ? 0 : (transfer.bytes - 1) / machine_.packet_bytes;
  const std::uint64_t rest = std::max<std::uint64_t>(transfer.bytes - full * machine_.packet_bytes, 1);
  const std::uint64_t needed = (rest + machine_.phit_bytes - 1) / machine_.phit_bytes;
  const std::uint64_t most = machine_.packet_phits;
  return static_cast<double>(full * most + (machine_.variable_last_packet ? std::min(needed, most) : most));
}

/// The links of a route, of each its part; and, for the way there, what else follows from it.
bool FlowShapes::add_route(std::uint32_t source, std::uint32_t destination, double part, FlowShape& shape,
                           Measure* measure) {
  const std::vector<LinkPart>& found = routes_->find(source, destination);
  if (found.empty()) {
    failure_ = fmt::format("model flow: no route from node {} to node {}: {}", source, destination, routes_->why_not());
    return false;
  }
  const Rules& rules = ground_.rules;
  if (measure != nullptr && given_ == nullptr) *measure = {static_cast<double>(rules.router_delay), 1, 0};
  for (const LinkPart& each : found) {
    const double phits = capacity_of(each.link);
    const bool shared = given_ == nullptr || (*given_)[each.link].shared;
    if (shared) shape.links.push_back({each.link, each.part * part});
    if (measure == nullptr) continue;
    measure->slowest = std::max(measure->slowest, 1 / phits);
    measure->crossing += each.part / phits;
    if (!shared) shape.most = std::min(shape.most, phits / each.part);
    if (given_ != nullptr) {
      measure->latency += each.part * (*given_)[each.link].latency / machine_.cycle_seconds;
    } else {
      const LinkTimes times = times_of(each.link);
      measure->latency += each.part * (times.phit_cycles + times.delay + rules.router_delay);
      shape.room += each.part * (0.25 * rules.vcs * rules.slots * rules.packet_phits);
    }
  }
  return true;
}

double FlowShapes::capacity_of(std::uint32_t link) const {
  if (given_ != nullptr) return (*given_)[link].bandwidth * machine_.cycle_seconds * (1.0 / machine_.phit_bytes);
  const topology::PortGraph& graph = ground_.topology.graph;
  const std::size_t ports = graph.routers() * graph.ports();
  if (link >= ports + graph.nodes()) return 1;
  if (link >= ports) return ground_.rules.injectors;
  return 1.0 / times_of(link).phit_cycles;
}

LinkTimes FlowShapes::times_of(std::uint32_t link) const {
  const unsigned ports = ground_.topology.graph.ports();
  const RouterId router(static_cast<std::uint32_t>(link / ports));
  return ground_.rules.link_times[ground_.topology.geometry->link_class(router, link % ports)];
}

}  // namespace fsin::engine::message::reference
