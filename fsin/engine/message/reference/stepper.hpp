// SPDX-License-Identifier: Apache-2.0
// The reference engine of models without routers: docs/model/message-models.md in code, written for reading. It is to
// these models what fsin/engine/reference is to routers, and the fast engine must equal it to the cycle.
//
// All that is under way is in one list without order, and is looked at whole in every cycle in which anything may
// happen. A cycle, in this order:
//   1. what was consumed in the cycle before is reported to the load;
//   2. every task that waits, or whose burst is over, is asked (of packets: every node), and what can leave begins;
//   3. tasks whose messages have left in this cycle are asked what they do next.
// Nobody is woken: whoever waits is asked each time. After a cycle in which anything happened the next one is looked
// at; else the clock jumps to the next thing that is planned. Where nothing is, the run ends with the last cycle in
// which anything happened.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fsin/engine/limits.hpp"
#include "fsin/engine/message/reference/activity.hpp"
#include "fsin/engine/stopping.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::message::reference {

template <Model M, class Load>
class Stepper {
 public:
  using Activity = typename M::Activity;

  Stepper(M model, Load& load, const Ground& ground, const RunPlan& plan, Control& control)
      : model_(std::move(model)),
        load_(load),
        control_(control),
        tally_(plan, control.on_delivery, ground.nodes()),
        stopping_(plan, ground.rules, tally_.last()),
        warms_up_(plan.warmup != 0) {}

  stats::RunTotals run() {
    load_.set_out();
    if (!warms_up_) pass_borders(1);
    End end{stats::Outcome::finished, 1};
    if (!load_.finished()) {
      end = load_.failed() ? End{stats::Outcome::interrupted, 0} : steps();
      deliver([&](const Activity& each) { return each.ended <= end.cycle; },
              [&](const Activity& each) { load_.consumed_last(each); });
    }
    if (end.outcome == stats::Outcome::deadlock) tally_.totals().diagnosis = load_.explain_wait(most_diagnosis_lines);
    tally_.totals().failure = load_.failure().empty() ? model_.failure() : load_.failure();
    if (!load_.failure().empty()) end.outcome = stats::Outcome::interrupted;
    return tally_.close(end.outcome, end.cycle, load_.accounts());
  }

 private:
  End steps() {
    for (Cycle now = 0;;) {
      const Cycle next = moved_ ? now + 1 : next_planned(now);
      const bool nothing = next == never;
      if (const auto end = stopping_.before(next, nothing ? last_moved_ : next - 1, nothing ? 0 : all_.size())) {
        pass_borders(end->cycle);
        return *end;
      }
      pass_borders(next);
      now = next;
      step(now);
      if (moved_) last_moved_ = now;
      if (load_.failed() || !model_.failure().empty() || control_.stop.load())
        return {stats::Outcome::interrupted, now};
      if (load_.finished()) return {stats::Outcome::finished, now + 1};
      if (load_.stands_still()) return {stats::Outcome::deadlock, now};
      if (control_.progress && ++steps_ % 1024 == 0)
        control_.progress(now, stopping_.fraction(now, load_.accounts()), tally_.in_network());
    }
  }

  void step(Cycle now) {
    moved_ = false;
    model_.happen(all_, now);
    deliver([&](const Activity& each) { return each.ended < now; },
            [&](const Activity& each) { load_.consumed(each, now); });
    moved_ |= load_.act(now, [&](const reference::Activity& one) { begin(one, now); });
    model_.settle(all_, now);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].left != now || std::exchange(all_[i].released, true)) continue;
      load_.left(all_[i], now);
      moved_ = true;
    }
  }

  void begin(const reference::Activity& of_load, Cycle now) {
    Activity one;
    static_cast<reference::Activity&>(one) = of_load;
    one.order = begun_++;
    one.parcel.entered = now;
    tally_.entered(one.parcel);
    model_.begin(one, all_, now);
    tally_.header_left_source(one.parcel, one.leaves);
    tally_.hop();
    load_.begun(one);
    all_.push_back(one);
    moved_ = true;
  }

  /// Takes those that have ended off the list, by destination, and of one destination the oldest first.
  template <class Which, class Tell>
  void deliver(Which which, Tell tell) {
    std::vector<Activity> ended;
    for (const Activity& each : all_) {
      if (which(each)) ended.push_back(each);
    }
    std::sort(ended.begin(), ended.end(), [](const Activity& a, const Activity& b) {
      return std::tie(a.ended, a.transfer.destination, a.order) < std::tie(b.ended, b.transfer.destination, b.order);
    });
    std::erase_if(all_, which);
    for (const Activity& each : ended) {
      tally_.delivered(each.parcel, each.ended);
      tell(each);
      moved_ = true;
    }
  }

  Cycle next_planned(Cycle now) const {
    Cycle next = std::min(load_.next(), model_.next(all_, now));
    for (const Activity& each : all_) {
      if (each.ended != never) next = std::min(next, each.ended + 1);
      if (!each.released) next = std::min(next, each.left);
    }
    return next;
  }

  void pass_borders(Cycle next) {
    for (; next > tally_.border(passed_); ++passed_) tally_.pass_border(passed_, load_.accounts());
  }

  M model_;
  Load& load_;
  Control& control_;
  Tally tally_;
  Stopping stopping_;
  bool warms_up_;
  std::vector<Activity> all_;
  std::uint64_t begun_ = 0;
  std::uint64_t steps_ = 0;
  bool moved_ = true;     ///< something happened in this cycle
  Cycle last_moved_ = 0;  ///< the last cycle in which anything did
  unsigned passed_ = 0;
};

}  // namespace fsin::engine::message::reference
