// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/reference/flow.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace fsin::engine::message::reference {
namespace {

/// Rounded up, at least 1; what rounding errors may have added is ignored.
Cycle whole_cycles(double cycles) {
  return static_cast<Cycle>(std::max(std::ceil(std::min(cycles * (1 - 1e-9) - 1e-6, 0x1p60)), 1.0));
}

bool has_left(const Flow::Activity& one, Cycle now) { return one.ended != never && one.last < now; }

}  // namespace

void Flow::begin(Activity& one, const Activities& all, Cycle now) {
  one.leaves = now;
  std::optional<FlowShape> shape = shapes_.of(one.transfer);
  if (!shape) return;
  one.shape = std::move(*shape);
  one.to_send = one.shape.phits;
  if (one.shape.buffered) one.left = now;
  std::size_t wait = 0, entering = 0;  // messages of its node
  for (const Activity& each : all) {
    if (each.transfer.source != one.transfer.source || each.inside) continue;
    ++(each.from == never ? wait : entering);
  }
  if (shapes_.in_turn() && (wait != 0 || entering >= injectors_)) return;  // others go first
  one.from = now + one.shape.latency_before;
  if (one.from == now) one.place = shared_++;
}

/// Messages of one pair of nodes follow each other.
bool Flow::waits_behind(const Activity& one, const Activities& all, Cycle now) const {
  return shapes_.in_turn() && std::any_of(all.begin(), all.end(), [&](const Activity& other) {
           return other.transfer.source == one.transfer.source &&
                  other.transfer.destination == one.transfer.destination && other.place && *other.place < *one.place &&
                  !has_left(other, now);
         });
}

void Flow::happen(Activities& all, Cycle now) {
  happen_now(all, now);
  if (std::none_of(all.begin(), all.end(), [now](const Activity& each) { return each.from == now && !each.place; }))
    return;
  // In the order in which they are due, and then in that in which they began.
  for (Cycle due = now; due != never;) {
    while (Activity* const one = oldest(all, [due](const Activity& each) { return each.from == due && !each.place; }))
      one->place = shared_++;
    due = never;
    for (const Activity& each : all) {
      if (!each.place && each.from > now && each.from <= now + shapes_.together()) due = std::min(due, each.from);
    }
  }
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
    each.ended = now + each.shape.latency_behind;
    if (!shapes_.in_turn() && each.left == never) each.left = now;
  }
  return any;
}

void Flow::let_next_enter(std::uint32_t node, Activities& all, Cycle now) const {
  const auto waits = [node](const Activity& each) { return each.transfer.source == node && each.from == never; };
  if (Activity* const next = oldest(all, waits)) next->from = now + 1 + next->shape.latency_before;
}

void Flow::settle(Activities& all, Cycle now) {
  do {
    set_rates(all, now);
    if (shapes_.in_turn()) plan_entries(all, now);
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
    for (const LinkPart& link : each->shape.links) room[link.link] = shapes_.capacity_of(link.link);
  }
  while (!rising.empty()) {
    growth.clear();
    for (const Activity* each : rising) {
      for (const LinkPart& link : each->shape.links) growth[link.link] += link.part * each->shape.weight;
    }
    double level = MaxMin::endless;
    for (const auto& [link, grows] : growth) level = std::min(level, room[link] / grows);
    for (const Activity* each : rising) level = std::min(level, each->shape.most / each->shape.weight);
    const double full = level * (1 + 1e-13);
    const auto stays = [&](const Activity* each) {
      return each->shape.most / each->shape.weight <= full ||
             std::any_of(each->shape.links.begin(), each->shape.links.end(),
                         [&](const LinkPart& link) { return room[link.link] / growth[link.link] <= full; });
    };
    const auto others =
        std::stable_partition(rising.begin(), rising.end(), [&](Activity* each) { return !stays(each); });
    for (auto each = others; each != rising.end(); ++each) {
      Activity& flow = **each;
      const double rate = flow.shape.weight * level;
      for (const LinkPart& link : flow.shape.links) room[link.link] -= link.part * rate;
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
    double over = one.to_send_at(now) - one.shape.room, rate = one.rate;
    for (const Activity& other : all) {
      if (other.transfer.source != one.transfer.source || !other.inside || has_left(other, now)) continue;
      over += other.to_send_at(now);
      rate += other.rate;
    }
    const Cycle passed = one.from + whole_cycles(one.shape.phits) - 1;
    const Cycle fits = over > 1e-6 ? now + whole_cycles(over / std::max(rate, 1e-18)) - 1 : now;
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
