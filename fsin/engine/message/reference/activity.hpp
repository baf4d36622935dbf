// SPDX-License-Identifier: Apache-2.0
// A message or packet under way, and what a model of the reference engine is.
#pragma once

#include <concepts>
#include <vector>

#include "fsin/engine/message/model.hpp"
#include "fsin/engine/message/parcels.hpp"
#include "fsin/workload/message_workload.hpp"

namespace fsin::engine::message::reference {

/// Models add what they need.
struct Activity {
  Transfer transfer;
  Parcel parcel;              ///< as the statistics see it
  workload::Message message;  /// not of packets
  std::uint32_t task = 0;     ///< that sends the message
  std::uint64_t order = 0;    ///< so many began before it
  Cycle leaves = 0;           ///< its first phit leaves the source
  Cycle left = never;         ///< its last phit leaves the source, so that the task goes on in the next cycle; if known
  Cycle ended = never;        ///< its last phit is consumed; if known
  bool released = false;      ///< its task does not wait for that
};

/// A model decides when each activity of the list has left its source and when it has ended.
///  * begin(one, all, now): it is given to the network, and `leaves` is set. It joins the list after that.
///  * happen(all, now): whatever happens in the cycle before tasks act in it.
///  * settle(all, now): whatever happens in it after that, in so far as it depends on what has begun in the cycle.
///  * next(all, now): the next cycle in which one of the two has something to do.
template <class M>
concept Model = std::derived_from<typename M::Activity, Activity> &&
    requires(M& model, typename M::Activity& one, std::vector<typename M::Activity>& all, Cycle now) {
  {model.begin(one, all, now)};
  {model.happen(all, now)};
  {model.settle(all, now)};
  { model.next(all, now) } -> std::same_as<Cycle>;
  { model.failure() } -> std::same_as<std::string>;
};

/// To the nearest whole number, halves up; at most 2^60.
inline Cycle nearest(double cycles) { return static_cast<Cycle>(std::llround(std::min(cycles, 0x1p60))); }

/// The same of a time.
inline Cycle nearest(Nanoseconds time, const Machine& machine) {
  return nearest(time.value * 1e-9 / machine.cycle_seconds);
}

/// The oldest activity that is due; null where none is.
template <class A, class IsDue>
A* oldest(std::vector<A>& all, IsDue is_due) {
  A* found = nullptr;
  for (A& each : all) {
    if (is_due(each) && (found == nullptr || each.order < found->order)) found = &each;
  }
  return found;
}

}  // namespace fsin::engine::message::reference
