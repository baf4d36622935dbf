// SPDX-License-Identifier: Apache-2.0
// Messages on their way to the ranks of a share, and what they do when they have come: a plain one is ready in the
// mailbox, others are matched (open_receives.hpp) or acted upon (rendezvous.hpp). Messages within a node, which no
// carrier sees, arrive here too, in the cycle after they were copied.
#pragma once

#include <algorithm>
#include <vector>

#include "trgen/replay/ranks/open_receives.hpp"
#include "trgen/replay/ranks/rendezvous.hpp"
#include "trgen/replay/ranks/teller.hpp"

namespace trgen::replay {

class Arrivals {
 public:
  /// `rendezvous` and `open` are null in a replay without.
  Arrivals(ShareState& share, Rendezvous* rendezvous, OpenReceives* open)
      : share_(share), rendezvous_(rendezvous), open_(open) {}

  /// A message has set out. The number of its flow.
  std::uint32_t expect(const fsin::workload::Message& message) {
    const FlowKey flow = share_.all.key(message);
    if (open_ != nullptr) open_->set_out(flow);
    return share_.mailbox.send(flow);
  }

  /// A message of the flow has come, reported in cycle `now`. True of what the receiver or its outbox may act upon.
  bool delivered(std::uint32_t flow, Cycle now) {
    if (reported_ != now) settle(now - 1);
    reported_ = now;
    return deliver(flow, now);
  }

  /// A message within a node, copied since cycle `began`, is there from the next cycle on. `background`: by the outbox.
  void hand_over(const fsin::workload::Message& message, Cycle began, Cycle now, bool background);

  /// Acts upon all that has come up to cycle `now`, before anything else happens in it: cycle by cycle, however late
  /// somebody asks. Nothing depends on the order of reports in a cycle.
  void settle(Cycle now) {
    if (rendezvous_ == nullptr && handed_over_.empty()) return;
    for (Cycle cycle = first_unsettled(); cycle <= now; cycle = first_unsettled()) act(cycle);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.handed_over_);
  }

 private:
  /// A message within a node that was handed over in a cycle.
  struct Near {
    std::uint32_t flow = 0;
    bool signal = false;
    Cycle cycle = 0;
  };

  bool deliver(std::uint32_t flow, Cycle now) {
    return rendezvous_ == nullptr || !share_.causal ? share_.mailbox.deliver(flow) : sort_out(flow, now);
  }
  /// The first cycle of which something has not been acted upon. Of reports that is always the latest.
  Cycle first_unsettled() const {
    const bool reports =
        (open_ != nullptr && open_->has_arrivals()) || (rendezvous_ != nullptr && rendezvous_->has_arrivals());
    return std::min(reports ? reported_ : fsin::never, handed_over_.empty() ? fsin::never : handed_over_[0].cycle + 1);
  }
  void act(Cycle cycle);
  bool sort_out(std::uint32_t number, Cycle now);
  void deliver_near(Cycle cycle);

  ShareState& share_;
  Rendezvous* rendezvous_;
  OpenReceives* open_;
  std::vector<Near> handed_over_;  ///< in order of their cycles
  Cycle reported_ = 0;             ///< the latest cycle in which something was reported
};

}  // namespace trgen::replay
