// SPDX-License-Identifier: Apache-2.0
// The model `loggps`: docs/model/message-models.md, "Networks without a topology".
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/engine/message/loggps.hpp"
#include "fsin/engine/message/reference/activity.hpp"

namespace fsin::engine::message::reference {

class Loggps {
 public:
  struct Activity : reference::Activity {
    Cycle processor = 0;     ///< P
    Cycle interface = 0;     ///< I
    Cycle streams = 0;       ///< D
    Cycle arrives = never;   ///< its first byte
    Cycle is_there = never;  ///< all of it, once the interface has taken it
  };

  Loggps(const LoggpsModel& model, const Machine& machine, const Ground& ground)
      : latency_(nearest(model.latency, machine)),
        overhead_(nearest(model.overhead, machine)),
        gap_(nearest(model.gap, machine)),
        byte_gap_(model.byte_gap ? model.byte_gap->value / (machine.cycle_seconds * 1e9) : 1.0 / machine.phit_bytes),
        byte_overhead_(model.byte_overhead.value / (machine.cycle_seconds * 1e9)),
        eager_(model.eager ? model.eager->value : never),
        processor_free_(ground.nodes()),
        out_free_(ground.nodes()),
        in_free_(ground.nodes()) {}

  void begin(Activity& one, const std::vector<Activity>& /*all*/, Cycle now) {
    const double others = static_cast<double>(std::max<std::uint64_t>(one.transfer.bytes, 1) - 1);
    one.processor = overhead_ + nearest(others * byte_overhead_);
    one.interface = gap_ + nearest(others * byte_gap_);
    one.streams = nearest(others * std::max(byte_gap_, byte_overhead_));
    const bool announced = one.transfer.bytes > eager_;
    const Cycle handshake = announced ? 2 * (latency_ + 2 * overhead_) : 0;
    const std::uint32_t node = one.transfer.source;
    one.leaves = std::max({now + handshake, processor_free_[node], out_free_[node]});
    processor_free_[node] = one.leaves + one.processor;
    out_free_[node] = one.leaves + one.interface;
    const Cycle goes_on = one.leaves + (announced ? std::max(one.processor, overhead_ + one.streams) : one.processor);
    one.left = std::max(one.leaves + 1, goes_on) - 1;
    one.arrives = one.leaves + overhead_ + latency_;
  }

  /// In this cycle interfaces take what arrives, then processors what is there, in either case the oldest first.
  void happen(std::vector<Activity>& all, Cycle now) {
    const auto arrives = [now](const Activity& each) { return each.arrives <= now && each.is_there == never; };
    while (Activity* const one = oldest(all, arrives)) {
      Cycle& free = in_free_[one->transfer.destination];
      const Cycle first = std::max(one->arrives, free);
      free = first + one->interface;
      one->is_there = first + one->streams;
    }
    const auto is_there = [now](const Activity& each) { return each.is_there <= now && each.ended == never; };
    while (Activity* const one = oldest(all, is_there)) {
      Cycle& free = processor_free_[one->transfer.destination];
      const Cycle first = std::max(one->is_there, free);
      free = first + one->processor;
      one->ended = first + std::max<Cycle>(one->processor, 1) - 1;
    }
  }
  void settle(std::vector<Activity>& all, Cycle now) { happen(all, now); }

  Cycle next(const std::vector<Activity>& all, Cycle /*now*/) const {
    Cycle next = never;
    for (const Activity& each : all) {
      if (each.ended == never) next = std::min(next, each.is_there == never ? each.arrives : each.is_there);
    }
    return next;
  }
  std::string failure() const { return {}; }

 private:
  Cycle latency_, overhead_, gap_;                          ///< L, o, g
  double byte_gap_, byte_overhead_;                         ///< G, O, in cycles
  std::uint64_t eager_;                                     ///< S
  std::vector<Cycle> processor_free_, out_free_, in_free_;  ///< by node: the cycle from which it is
};

}  // namespace fsin::engine::message::reference
