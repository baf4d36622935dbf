// SPDX-License-Identifier: Apache-2.0
// The models `ideal`, `loggp` and `piecewise`: docs/model/message-models.md, "Networks without a topology".
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/engine/message/ideal.hpp"
#include "fsin/engine/message/loggp.hpp"
#include "fsin/engine/message/piecewise.hpp"
#include "fsin/engine/message/reference/activity.hpp"

namespace fsin::engine::message::reference {

/// The times of one transfer, in cycles.
struct Lengths {
  Cycle latency = 0;
  Cycle length = 1;
  Cycle gap = 0;
  bool one_by_one = true;  ///< a node receives one after the other
};

inline Lengths lengths_of(const IdealModel&, const Machine& machine, const Transfer& transfer) {
  return {1 + Cycle{machine.link_delay} + 2 * Cycle{machine.router_delay}, transfer.phits, 0, false};
}

inline Lengths lengths_of(const LoggpModel& model, const Machine& machine, const Transfer& transfer) {
  return {nearest(model.latency, machine), transfer.phits, nearest(model.gap, machine)};
}

inline Lengths lengths_of(const PiecewiseModel& model, const Machine& machine, const Transfer& transfer) {
  std::size_t segment = 0;
  while (segment + 1 < model.from.size() && model.from[segment + 1].value <= transfer.bytes) ++segment;
  const Nanoseconds time{static_cast<double>(transfer.bytes) * model.byte_time[segment].value};
  return {nearest(model.latency[segment], machine), std::max<Cycle>(1, nearest(time, machine)), 0};
}

template <class Params>
class PointToPoint {
 public:
  struct Activity : reference::Activity {
    Lengths takes;
    Cycle arrives = never;
  };

  PointToPoint(const Params& params, const Machine& machine, const Ground& ground)
      : params_(params),
        machine_(machine),
        injectors_free_(ground.nodes(), std::vector<Cycle>(ground.rules.injectors)),
        receiver_free_(ground.nodes()) {}

  void begin(Activity& one, const std::vector<Activity>& /*all*/, Cycle now) {
    one.takes = lengths_of(params_, machine_, one.transfer);
    std::vector<Cycle>& injectors = injectors_free_[one.transfer.source];
    Cycle& free = *std::min_element(injectors.begin(), injectors.end());
    one.leaves = std::max(now, free);
    free = one.leaves + one.takes.length + one.takes.gap;
    one.left = one.leaves + one.takes.length - 1;
    one.arrives = one.leaves + one.takes.latency;
  }

  /// Those that arrive in this cycle, the oldest first.
  void happen(std::vector<Activity>& all, Cycle now) {
    const auto arrives = [now](const Activity& each) { return each.arrives <= now && each.ended == never; };
    while (Activity* const one = oldest(all, arrives)) {
      Cycle first = one->arrives;
      if (one->takes.one_by_one) {
        Cycle& free = receiver_free_[one->transfer.destination];
        first = std::max(first, free);
        free = first + one->takes.length + one->takes.gap;
      }
      one->ended = first + one->takes.length - 1;
    }
  }
  void settle(std::vector<Activity>& all, Cycle now) { happen(all, now); }

  Cycle next(const std::vector<Activity>& all, Cycle /*now*/) const {
    Cycle next = never;
    for (const Activity& each : all) {
      if (each.ended == never) next = std::min(next, each.arrives);
    }
    return next;
  }
  std::string failure() const { return {}; }

 private:
  Params params_;
  Machine machine_;
  std::vector<std::vector<Cycle>> injectors_free_;  ///< by node and injector: the cycle from which it is
  std::vector<Cycle> receiver_free_;                ///< by node
};

}  // namespace fsin::engine::message::reference
