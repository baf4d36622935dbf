// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/schedule.hpp"

#include <algorithm>
#include <vector>

namespace fsin::engine::event {
namespace {

template <class Item>
struct Planned {
  Cycle at = 0;
  Item item{};
};

template <class Item, class Plan>
void save_plan(const Plan& plan, Cycle now, ByteWriter& out) {
  std::vector<Planned<Item>> all;
  plan.for_each(now, [&](Cycle at, Item item) { all.push_back({at, item}); });
  out(all);
}

template <class Item, class Add>
void load_plan(ByteReader& in, Add add) {
  std::vector<Planned<Item>> all;
  in(all);
  for (const Planned<Item>& each : all) add(each.at, each.item);
}

Cycle longest_delays(const Rules& rules) {
  return Cycle{rules.links.longest_delay} + rules.credit_delay + rules.router_delay;
}

}  // namespace

Schedule::Schedule(const Rules& rules, Cycle delays_in_wheel)
    : events((Cycle{rules.packet_phits} + 1) * rules.links.slowest + 1 +
             std::min(delays_in_wheel, longest_delays(rules))),
      deliveries(Cycle{rules.packet_phits} * rules.links.slowest + 2),
      all_near_(longest_delays(rules) <= delays_in_wheel) {
  begin(0);
}

void Schedule::add_far(Cycle at, Event event) {
  far_.push_back({at, event});
  std::push_heap(far_.begin(), far_.end());
  far_next_ = far_.front().at;
}

void Schedule::bring_near() {
  for (; far_next_ < beyond_; far_next_ = far_.empty() ? never : far_.front().at) {
    const Event event = far_.front().event;
    events.add(far_next_, event, static_cast<unsigned>(event.kind()));
    std::pop_heap(far_.begin(), far_.end());
    far_.pop_back();
  }
}

void Schedule::save(Cycle now, ByteWriter& out) const {
  save_plan<Event>(events, now, out);
  out(far_);
  save_plan<PacketNumber>(deliveries, now, out);
  save_plan<std::uint32_t>(polls, now, out);
}

void Schedule::load(Cycle now, ByteReader& in) {
  begin(now);
  load_plan<Event>(in, [&](Cycle at, Event event) { add(at, event); });
  in(far_);
  far_next_ = far_.empty() ? never : far_.front().at;
  load_plan<PacketNumber>(in, [&](Cycle at, PacketNumber number) { deliveries.add(at, number); });
  polls = PollQueue();  // removes the first polls of all nodes
  load_plan<std::uint32_t>(in, [&](Cycle at, std::uint32_t node) { polls.add(now, at, node); });
}

}  // namespace fsin::engine::event
