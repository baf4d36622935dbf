// SPDX-License-Identifier: Apache-2.0
// What the outboxes of a share do: each sends, or copies within its node, one message after the other while its rank
// goes on. To the carrier an outbox is a task beside its rank.
#pragma once

#include "trgen/replay/ranks/arrivals.hpp"
#include "trgen/replay/ranks/waits.hpp"

namespace trgen::replay {

class OutboxTasks {
 public:
  OutboxTasks(ShareState& share, Arrivals& arrivals, const Waits& waits, Rendezvous* rendezvous)
      : share_(share), arrivals_(arrivals), waits_(waits), rendezvous_(rendezvous), teller_(share) {}

  /// MessageShare::next() and sent() for the outbox of a rank.
  fsin::workload::Action next(std::uint32_t rank, Cycle now);
  fsin::workload::Action sent(std::uint32_t rank, Cycle now) {
    leave(rank);
    return action(rank, now + 1);
  }

 private:
  std::uint32_t task_of(std::uint32_t rank) const { return share_.all.count + rank; }
  void leave(std::uint32_t rank);
  fsin::workload::Action action(std::uint32_t rank, Cycle from);

  ShareState& share_;
  Arrivals& arrivals_;
  const Waits& waits_;
  Rendezvous* rendezvous_;
  Teller teller_;
};

}  // namespace trgen::replay
