// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/reference/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fsin::engine::message::reference {
namespace {

/// Rounded up, at least 1; what rounding errors may have added is ignored.
Cycle whole_cycles(double cycles) {
  return static_cast<Cycle>(std::max(std::ceil(std::min(cycles * (1 - 1e-9) - 1e-6, 0x1p60)), 1.0));
}

bool has_left(const Flow::Activity& one, Cycle now) { return one.ended != never && one.last < now; }

}  // namespace

Flow::Flow(const FlowModel& model, const Machine& machine, const Ground& ground) : machine_(machine), ground_(ground) {
  if (model.nodes) platform_ = std::make_shared<PlatformRoutes>(model.nodes);
  routes_ = platform_ ? platform_.get() : ground.routes;
  given_ = routes_->given_links();
  read(model);
}

/// The keys, where those that are left out have the values of the table in the documentation.
void Flow::read(const FlowModel& model) {
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
  in_turn_ = model.injection ? *model.injection == Injection::in_turn : !simgrid && !model.nodes;
}

void Flow::begin(Activity& one, const Activities& all, Cycle now) {
  const Transfer& transfer = one.transfer;
  one.leaves = now;
  if (!add_route(one, transfer.source, transfer.destination, false)) return;
  if (reverse_ != 0 && !add_route(one, transfer.destination, transfer.source, true)) return;
  const Rules& rules = ground_.rules;
  if (given_ == nullptr) {
    const auto ports = static_cast<std::uint32_t>(ground_.topology.graph.routers() * ground_.topology.graph.ports());
    if (!in_turn_) one.links.push_back({ports + transfer.source, 1});
    if (rules.consumes_one_at_a_time)
      one.links.push_back({ports + static_cast<std::uint32_t>(ground_.nodes()) + transfer.destination, 1});
  }
  // Phits and rows.
  const std::uint64_t bytes = transfer.bytes + header_;
  Row row;
  for (const Row& each : rows_) row = each.from <= bytes ? each : row;
  if (ground_.unit == Carries::packets) {
    one.phits = static_cast<double>(transfer.phits);
  } else if (!whole_packets_) {
    one.phits = static_cast<double>(std::max<std::uint64_t>(bytes, 1)) / machine_.phit_bytes;
  } else {
    const std::uint64_t full = transfer.bytes == 0 ? 0 : (transfer.bytes - 1) / machine_.packet_bytes;
    const std::uint64_t rest = std::max<std::uint64_t>(transfer.bytes - full * machine_.packet_bytes, 1);
    const std::uint64_t needed = (rest + machine_.phit_bytes - 1) / machine_.phit_bytes;
    one.phits =
        static_cast<double>(full * machine_.packet_phits + (machine_.variable_last_packet
                                                                ? std::min<std::uint64_t>(needed, machine_.packet_phits)
                                                                : machine_.packet_phits));
  }
  one.phits /= row.bandwidth;
  one.to_send = one.phits;
  // Of the latency, route() has left what the factors do not touch.
  const double cycles = one.route_latency * row.latency;
  if (latency_first_) {
    one.latency_before = nearest(cycles);
  } else {
    one.latency_behind = static_cast<Cycle>(std::max(std::round(cycles - (one.slowest - 1)), 1.0));
  }
  if (weight_size_) {
    const double cost = one.route_latency + *weight_size_ * one.crossing;
    one.weight = cost > 0 ? 1 / cost : 1;
  }
  if (window_ > 0) one.most = std::min(one.most, window_ / (2 * one.route_latency));
  if (in_turn_) one.most = std::min(one.most, 1.0);

  if (ground_.unit == Carries::messages && transfer.bytes < buffered_) one.left = now;
  std::size_t ahead = 0, entering = 0;  // messages of the node
  for (const Activity& each : all) {
    if (each.transfer.source != transfer.source || each.inside) continue;
    ++(each.from == never ? ahead : entering);
  }
  if (in_turn_ && (ahead != 0 || entering >= rules.injectors)) return;  // others go first
  one.from = now + one.latency_before;
  if (one.from == now) one.place = shared_++;
}

/// The links of a route, and what else follows from it.
bool Flow::add_route(Activity& one, std::uint32_t source, std::uint32_t destination, bool back) {
  const std::vector<LinkPart>& found = routes_->find(source, destination);
  if (found.empty()) {
    failure_ = fmt::format("model flow: no route from node {} to node {}: {}", source, destination, routes_->why_not());
    return false;
  }
  const Rules& rules = ground_.rules;
  if (!back) {
    one.route_latency = given_ != nullptr ? 0 : rules.router_delay;
    one.slowest = given_ != nullptr ? 0 : 1;
    one.most = MaxMin::endless;
  }
  for (const LinkPart& each : found) {
    const double phits = capacity_of(each.link);
    const bool shared = given_ == nullptr || (*given_)[each.link].shared;
    if (shared) one.links.push_back({each.link, each.part * (back ? reverse_ : 1)});
    if (back) continue;
    one.slowest = std::max(one.slowest, 1 / phits);
    one.crossing += each.part / phits;
    if (!shared) one.most = std::min(one.most, phits / each.part);
    if (given_ != nullptr) {
      one.route_latency += each.part * (*given_)[each.link].latency / machine_.cycle_seconds;
    } else {
      const unsigned ports = ground_.topology.graph.ports();
      const RouterId router(static_cast<std::uint32_t>(each.link / ports));
      const LinkTimes times = rules.link_times[ground_.topology.geometry->link_class(router, each.link % ports)];
      one.route_latency += each.part * (times.phit_cycles + times.delay + rules.router_delay);
      one.room += each.part * (0.25 * rules.vcs * rules.slots * rules.packet_phits);
    }
  }
  return true;
}

/// Phits a cycle.
double Flow::capacity_of(std::uint32_t link) const {
  if (given_ != nullptr) return (*given_)[link].bandwidth * machine_.cycle_seconds * (1.0 / machine_.phit_bytes);
  const topology::PortGraph& graph = ground_.topology.graph;
  const std::size_t ports = graph.routers() * graph.ports();
  if (link >= ports + graph.nodes()) return 1;
  if (link >= ports) return ground_.rules.injectors;
  const RouterId router(static_cast<std::uint32_t>(link / graph.ports()));
  return 1.0 /
         ground_.rules.link_times[ground_.topology.geometry->link_class(router, link % graph.ports())].phit_cycles;
}

/// Messages of one pair of nodes follow each other.
bool Flow::waits_behind(const Activity& one, const Activities& all, Cycle now) const {
  return in_turn_ && std::any_of(all.begin(), all.end(), [&](const Activity& other) {
           return other.transfer.source == one.transfer.source &&
                  other.transfer.destination == one.transfer.destination && other.place && *other.place < *one.place &&
                  !has_left(other, now);
         });
}

void Flow::happen(Activities& all, Cycle now) {
  happen_now(all, now);
  while (Activity* const one = oldest(all, [now](const Activity& each) { return each.from == now && !each.place; }))
    one->place = shared_++;
}

/// What is planned for this cycle. Whether there was anything.
bool Flow::happen_now(Activities& all, Cycle now) {
  bool any = false;
  for (Activity& each : all) {
    if (each.inside || each.enters != now) continue;
    any = each.inside = true;
    if (each.left == never) each.left = now;
    let_next_enter(each.transfer.source, all, now);
  }
  for (Activity& each : all) {
    if (each.ended != never || each.last != now) continue;
    any = true;
    each.ended = now + each.latency_behind;
    if (!in_turn_ && each.left == never) each.left = now;
  }
  return any;
}

void Flow::let_next_enter(std::uint32_t node, Activities& all, Cycle now) const {
  const auto waits = [node](const Activity& each) { return each.transfer.source == node && each.from == never; };
  if (Activity* const next = oldest(all, waits)) next->from = now + 1 + next->latency_before;
}

void Flow::settle(Activities& all, Cycle now) {
  do {
    set_rates(all, now);
    if (in_turn_) plan_entries(all, now);
  } while (happen_now(all, now));
}

/// Progressive filling: the levels of all flows rise together until a link is full, or a flow has what it can have;
/// these flows stay, the others go on.
void Flow::set_rates(Activities& all, Cycle now) const {
  std::vector<Activity*> rising;
  for (Activity& each : all) {
    if (each.place && !has_left(each, now) && !waits_behind(each, all, now)) rising.push_back(&each);
  }
  std::map<std::uint32_t, double> room, growth;  // of links: what nobody has, and what a rise of the level by 1 takes
  for (const Activity* each : rising) {
    for (const LinkPart& link : each->links) room[link.link] = capacity_of(link.link);
  }
  while (!rising.empty()) {
    growth.clear();
    for (const Activity* each : rising) {
      for (const LinkPart& link : each->links) growth[link.link] += link.part * each->weight;
    }
    double level = MaxMin::endless;
    for (const auto& [link, grows] : growth) level = std::min(level, room[link] / grows);
    for (const Activity* each : rising) level = std::min(level, each->most / each->weight);
    const double full = level * (1 + 1e-13);
    const auto stays = [&](const Activity* each) {
      return each->most / each->weight <= full ||
             std::any_of(each->links.begin(), each->links.end(),
                         [&](const LinkPart& link) { return room[link.link] / growth[link.link] <= full; });
    };
    const auto others =
        std::stable_partition(rising.begin(), rising.end(), [&](Activity* each) { return !stays(each); });
    for (auto each = others; each != rising.end(); ++each) {
      Activity& flow = **each;
      const double rate = flow.weight * level;
      for (const LinkPart& link : flow.links) room[link.link] -= link.part * rate;
      if (flow.ended != never || std::abs(rate - flow.rate) <= 1e-12 * rate) continue;
      flow.to_send = std::max(flow.to_send_at(now), 0.0);
      flow.since = now;
      flow.rate = rate;
      flow.last = now + whole_cycles(flow.to_send / rate) - 1;
    }
    rising.erase(others, rising.end());
  }
}

/// A message is inside when it has had as many cycles as phits, and fits what its node has inside.
void Flow::plan_entries(Activities& all, Cycle now) const {
  for (Activity& one : all) {
    if (one.inside || !one.place) continue;
    double over = one.to_send_at(now) - one.room, rate = one.rate;
    for (const Activity& other : all) {
      if (other.transfer.source != one.transfer.source || !other.inside || has_left(other, now)) continue;
      over += other.to_send_at(now);
      rate += other.rate;
    }
    const Cycle passed = one.from + whole_cycles(one.phits) - 1;
    const Cycle fits = over > 0 ? now + whole_cycles(over / std::max(rate, 1e-18)) - 1 : now;
    one.enters = std::min(std::max({passed, fits, now}), one.last);
  }
}

Cycle Flow::next(const Activities& all, Cycle now) const {
  Cycle next = never;
  for (const Activity& each : all) {
    for (const Cycle cycle : {each.from, each.inside ? never : each.enters, each.last, each.last + 1}) {
      if (cycle > now) next = std::min(next, cycle);
    }
  }
  return next;
}

}  // namespace fsin::engine::message::reference
