// SPDX-License-Identifier: Apache-2.0
// Rendezvous: a long message, or one that is sent synchronously, asks first, and leaves once its receive has been
// posted.
//
// The sender's outbox sends a request of no bytes. When the receiver has posted a receive of this source, tag and
// communicator, its outbox answers; then the message leaves through the sender's outbox. Requests and answers are
// messages of their own communicators (high bits), which no receive of the program takes; messages of one source,
// tag and communicator are answered in the order in which they asked. The outboxes do all this while their ranks do
// something else, as network interfaces with progress of their own do, or, with CallCosts::progress_in_calls, answer
// and let leave what was answered while their ranks are in a call only, as a library without a thread of its own does.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "trgen/replay/flow.hpp"
#include "trgen/replay/processes/outbox.hpp"

namespace trgen::replay {

class Handshakes {
 public:
  static constexpr std::uint32_t request_bit = 1U << 31U;
  static constexpr std::uint32_t answer_bit = 1U << 30U;
  static constexpr std::uint32_t bytes_bit = 1U << 29U;      ///< of a long message itself, where receives are matched
  static constexpr std::uint32_t communicators = bytes_bit;  ///< of programs, at most

  static bool is_control(std::uint32_t communicator) { return (communicator & (request_bit | answer_bit)) != 0; }
  static bool is_request(std::uint32_t communicator) { return (communicator & request_bit) != 0; }
  static bool is_bytes(std::uint32_t communicator) { return (communicator & bytes_bit) != 0; }
  static std::uint32_t plain(std::uint32_t communicator) { return communicator % communicators; }

  /// A receive is posted, or a request has come. Whether an answer is due.
  bool posted(const FlowKey& key) { return meet(key, &Receiver::posted, &Receiver::requested); }
  bool requested(const FlowKey& key) { return meet(key, &Receiver::requested, &Receiver::posted); }

  /// A message waits for the answer to its request; and the first of those that do, when an answer comes.
  void wait(const FlowKey& key, const Outgoing& message) { senders_[key].push_back(message); }
  Outgoing answered(const FlowKey& key) {
    const auto found = senders_.find(key);
    const Outgoing first = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) senders_.erase(found);
    return first;
  }

  template <class Archive>
  void save(Archive& out) const {
    std::vector<std::pair<FlowKey, Receiver>> receivers(receivers_.begin(), receivers_.end());
    out(static_cast<std::uint64_t>(receivers.size()));
    for (const auto& [key, receiver] : receivers) out(key, receiver);
    out(static_cast<std::uint64_t>(senders_.size()));
    for (const auto& [key, waiting] : senders_) out(key, std::vector<Outgoing>(waiting.begin(), waiting.end()));
  }
  template <class Archive>
  void load(Archive& in) {
    receivers_.clear();
    senders_.clear();
    std::uint64_t count = 0;
    FlowKey key;
    for (in(count); count > 0; --count) {
      Receiver receiver;
      in(key, receiver);
      receivers_[key] = receiver;
    }
    for (in(count); count > 0; --count) {
      std::vector<Outgoing> waiting;
      in(key, waiting);
      senders_[key].assign(waiting.begin(), waiting.end());
    }
  }

 private:
  /// Receives that are posted, or requests that have come, without the other. One of the two is 0.
  struct Receiver {
    std::uint64_t posted = 0;
    std::uint64_t requested = 0;
  };

  bool meet(const FlowKey& key, std::uint64_t Receiver::*come, std::uint64_t Receiver::*other) {
    const auto at = receivers_.try_emplace(key).first;
    Receiver& receiver = at->second;
    const bool meets = receiver.*other != 0;
    if (meets) {
      --(receiver.*other);
    } else {
      ++(receiver.*come);
    }
    if (receiver.posted == 0 && receiver.requested == 0) receivers_.erase(at);
    return meets;
  }

  std::unordered_map<FlowKey, Receiver, FlowKeyHash> receivers_;
  std::unordered_map<FlowKey, std::deque<Outgoing>, FlowKeyHash> senders_;
};

}  // namespace trgen::replay
