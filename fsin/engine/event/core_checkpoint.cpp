// SPDX-License-Identifier: Apache-2.0
// A core's half of a checkpoint: its books, and what it has planned. What the routers hold is in State, what travels in
// PacketStore, and what cores have left for each other in Mail.
#include "fsin/engine/event/core.hpp"

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

void Core::save(ByteWriter& out) const {
  archive(*this, out);
  save_plan<Event>(wheel_, now_, out);
  save_plan<PacketNumber>(deliveries_, now_, out);
  save_plan<std::uint32_t>(polls_, now_, out);
}

void Core::load(ByteReader& in) {
  archive(*this, in);
  load_plan<Event>(in, [&](Cycle at, Event event) { wheel_.add(at, event); });
  load_plan<PacketNumber>(in, [&](Cycle at, PacketNumber number) { deliveries_.add(at, number); });
  polls_ = PollQueue();  // it has those that start() knows of
  load_plan<std::uint32_t>(in, [&](Cycle at, std::uint32_t node) { polls_.add(now_, at, node); });
}

}  // namespace fsin::engine::event
