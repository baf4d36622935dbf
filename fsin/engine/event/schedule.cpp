// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/schedule.hpp"

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

}  // namespace

void Schedule::save(Cycle now, ByteWriter& out) const {
  save_plan<Event>(events, now, out);
  save_plan<PacketNumber>(deliveries, now, out);
  save_plan<std::uint32_t>(polls, now, out);
}

void Schedule::load(Cycle now, ByteReader& in) {
  load_plan<Event>(in, [&](Cycle at, Event event) { add(at, event); });
  load_plan<PacketNumber>(in, [&](Cycle at, PacketNumber number) { deliveries.add(at, number); });
  polls = PollQueue();  // removes the first polls of all nodes
  load_plan<std::uint32_t>(in, [&](Cycle at, std::uint32_t node) { polls.add(now, at, node); });
}

}  // namespace fsin::engine::event
