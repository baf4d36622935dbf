// SPDX-License-Identifier: Apache-2.0
// Rendezvous: a long message, or one that is sent synchronously, asks first, and leaves once its receive has been
// posted.
//
// The sender's outbox sends a request of no bytes. When the receiver has posted a receive of this source, tag and
// communicator, its outbox answers; then the message leaves through the sender's outbox. Requests and answers are
// messages of their own communicators (handshakes.hpp), which no receive of the program takes; messages of one source,
// tag and communicator are answered in the order in which they asked. The outboxes do all this while their ranks do
// something else, as network interfaces with progress of their own do, or, with CallCosts::progress_in_calls, answer
// and let leave what was answered while their ranks are in a call only, as a library without a thread of its own does.
//
// With CallCosts::start_matched all messages do so, and requests and answers cross no network
// (fsin::workload::Passage::unseen). The send of a message that is not copied then ends with its delivery, of which the
// receiver's outbox tells the sender in the same way.
#pragma once

#include <type_traits>
#include <vector>

#include "trgen/replay/ranks/handshakes.hpp"
#include "trgen/replay/ranks/share_state.hpp"

namespace trgen::replay {

class Rendezvous {
 public:
  explicit Rendezvous(ShareState& share) : share_(share), matched_(share.all.settings.matches_as_mpi()) {}

  /// Whether a message may ask in any replay with these settings.
  static bool is_needed(const ReplaySettings& settings) {
    return settings.wildcards || settings.any_rules([](const RankRules& rules) { return rules.costs.ask(); });
  }

  fsin::workload::Passage passage(const fsin::workload::Message& message) const;

  /// Whether this send of the rank asks first; and whether its message is copied then, so that the send ends while the
  /// message waits for its receive.
  bool asks_first(std::uint32_t rank, const programs::Operation& send) const;
  bool is_copied(std::uint32_t rank, const programs::Operation& send) const;

  /// A message that asks first is put into the outbox of its source as a request, which can leave from cycle `from` on.
  void ask(const fsin::workload::Message& message, std::uint32_t request, Cycle from);

  /// The rank has posted a receive of a message that may be long.
  void post(std::uint32_t rank, const programs::Operation& receive, Cycle now);

  /// The receiver's outbox answers the request for this message.
  void answer(const fsin::workload::Message& message, Cycle from, std::uint32_t cause);

  /// The rank is in a call from the cycle after `now` on: what was held for that goes into its outbox.
  void be_in_call(std::uint32_t rank, Cycle now);

  /// A request, an answer, or a message whose send ends by that, has been reported in cycle `now`; `cause` is its
  /// number in the timeline.
  void come(Cycle now, const FlowKey& flow, std::uint32_t cause) { arrived_.push_back({now, flow, cause}); }
  bool travels(const FlowKey& flow) const { return handshakes_.travels(flow); }
  bool has_arrivals() const { return !arrived_.empty(); }
  /// Acts upon what has come: upon that of a cycle in the order of the ranks.
  void act();

  /// A message has left the outbox of the rank. False: it is one of the program, whose send ends by that.
  bool left(std::uint32_t rank, const Outgoing& outgoing);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.held_, self.arrived_);
    if constexpr (std::is_const_v<Self>) {
      self.handshakes_.save(a);
    } else {
      self.handshakes_.load(a);
    }
  }

 private:
  /// What has come and has not been acted upon.
  struct Arrival {
    Cycle cycle = 0;
    FlowKey flow;
    std::uint32_t cause = fsin::workload::no_cause;
  };
  /// What a rank that computes will put into its outbox in its next call.
  struct Held {
    std::uint32_t rank = 0;
    Outgoing outgoing;
  };

  bool is_long(std::uint32_t rank, std::uint32_t peer, std::uint64_t bytes) const;
  void hand_out(std::uint32_t rank, const Outgoing& outgoing);
  void act_on(const Arrival& arrival);
  void tell_sender(const FlowKey& flow, std::uint32_t cause);

  ShareState& share_;
  bool matched_;  ///< receives say by themselves which message they take (open_receives.hpp)
  Handshakes handshakes_;
  std::vector<Held> held_;  ///< in the order in which they came
  std::vector<Arrival> arrived_;
};

}  // namespace trgen::replay
