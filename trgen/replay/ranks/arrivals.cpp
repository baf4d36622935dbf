// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/arrivals.hpp"

#include <algorithm>

namespace trgen::replay {

using fsin::workload::no_cause;

void Arrivals::act(Cycle cycle) {
  deliver_near(cycle);
  if (open_ != nullptr) open_->settle(cycle);
  if (rendezvous_ != nullptr && rendezvous_->has_arrivals()) rendezvous_->act();
}

bool Arrivals::sort_out(std::uint32_t number, Cycle now) {
  const FlowKey flow = share_.mailbox.flow(number).key;
  const bool control = Handshakes::is_control(flow.communicator);
  if (!control && rendezvous_->travels(flow)) rendezvous_->come(now, flow, no_cause);
  if (open_ == nullptr && !control) return share_.mailbox.deliver(number) || rendezvous_->has_arrivals();
  share_.mailbox.deliver(number);
  fsin::workload::Timeline* const timeline = share_.all.timeline;
  const std::uint32_t cause = timeline != nullptr ? timeline->taken_behind(flow.receiver, number) : no_cause;
  share_.mailbox.receive(share_.mailbox.flow(number));
  share_.control_messages += control ? 1 : 0;
  if (open_ == nullptr || Handshakes::is_reply(flow.communicator)) {
    rendezvous_->come(now, flow, cause);
  } else {
    open_->come(flow, now);
  }
  return true;
}

void Arrivals::hand_over(const fsin::workload::Message& message, Cycle began, Cycle now, bool background) {
  ++share_.near_messages;
  const bool signal = share_.is_signal(message.source, message.destination);
  share_.signals += signal ? 1 : 0;
  const std::uint32_t flow = expect(message);
  if (share_.causal) {
    handed_over_.push_back({flow, signal, now});
    share_.rouses = true;
    share_.rouse_receiver(message.destination);
  } else {
    deliver(flow, now);  // nobody waits for it, or may ever ask again
    share_.signals_come += signal ? 1 : 0;
  }
  fsin::workload::Timeline* const timeline = share_.all.timeline;
  if (timeline == nullptr) return;
  fsin::workload::MessageLife life{message.source, message.destination, message.tag, message.bytes, began, now, flow};
  life.background = background;
  life.signal = signal;
  life.entered = now;
  life.ready = began - 1;
  life.copies = now - life.ready;
  if (share_.all.shares_copies(message.source)) {
    life.copies = std::min(life.copies, share_.all.copy_cycles(message.source, message.bytes));
    life.waited = now - life.ready - life.copies;
  }
  life.control = Handshakes::is_control(message.communicator);
  if (background) timeline->background(message.source, fsin::workload::Activity::send, began, now);
  timeline->message(life);
}

/// Those that are there in this cycle.
void Arrivals::deliver_near(Cycle cycle) {
  std::size_t done = 0;
  for (; done < handed_over_.size() && handed_over_[done].cycle < cycle; ++done) {
    deliver(handed_over_[done].flow, cycle);
    share_.signals_come += handed_over_[done].signal ? 1 : 0;
  }
  handed_over_.erase(handed_over_.begin(), handed_over_.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace trgen::replay
