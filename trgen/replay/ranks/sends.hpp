// SPDX-License-Identifier: Apache-2.0
// How a message sets out: a blocking send holds its rank until the message has left, a started one goes into the outbox
// of the rank. Either may cost the rank time, ask before it leaves, or be copied within the node.
#pragma once

#include "trgen/replay/ranks/rendezvous.hpp"
#include "trgen/replay/ranks/teller.hpp"

namespace trgen::replay {

class Sends {
 public:
  /// `rendezvous` is null where no message asks.
  Sends(ShareState& share, Rendezvous* rendezvous) : share_(share), teller_(share), rendezvous_(rendezvous) {}

  /// The rank begins the blocking send at its head in cycle `now`, or in `from` at the earliest where it goes through
  /// the network. False for one that takes no time, or that copies its message.
  bool begin(Rank& rank, std::uint32_t number, Cycle now, Cycle from);

  /// The rank starts the send at its head, and goes on.
  void start(Rank& rank, std::uint32_t number, Cycle now, Cycle from);

 private:
  /// The blocking send at the head copies its message and ends at once: the message leaves as a started one that nobody
  /// waits for.
  bool is_copied(const Rank& rank, std::uint32_t number) const;
  void count(Rank& rank, std::uint32_t number);
  void copy(Rank& rank, std::uint32_t number, Cycle now);
  bool begin_asking(Rank& rank, std::uint32_t number, Cycle now);

  ShareState& share_;
  Teller teller_;
  Rendezvous* rendezvous_;
};

}  // namespace trgen::replay
