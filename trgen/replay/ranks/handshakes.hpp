// SPDX-License-Identifier: Apache-2.0
// Who waits for whom in a rendezvous (rendezvous.hpp): receives that are posted and requests that have come, messages
// that wait for an answer, and messages on their way whose send ends with their delivery. With it, how requests,
// answers and the messages themselves are told apart: by high bits of their communicators, which no receive of a
// program has.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "trgen/replay/ranks/flow.hpp"
#include "trgen/replay/ranks/outbox.hpp"

namespace trgen::replay {

class Handshakes {
 public:
  static constexpr std::uint32_t request_bit = 1U << 31U;
  static constexpr std::uint32_t answer_bit = 1U << 30U;
  static constexpr std::uint32_t bytes_bit = 1U << 29U;     ///< of a long message itself, where receives are matched
  static constexpr std::uint32_t done_bit = 1U << 28U;      ///< of the word that a message has been delivered
  static constexpr std::uint32_t communicators = done_bit;  ///< of programs, at most

  static bool is_control(std::uint32_t communicator) {
    return (communicator & (request_bit | answer_bit | done_bit)) != 0;
  }
  static bool is_done(std::uint32_t communicator) { return (communicator & done_bit) != 0; }
  /// Whether it is an answer, or the word that a message has been delivered.
  static bool is_reply(std::uint32_t communicator) { return (communicator & (answer_bit | done_bit)) != 0; }
  static bool is_request(std::uint32_t communicator) { return (communicator & request_bit) != 0; }
  static bool is_bytes(std::uint32_t communicator) { return (communicator & bytes_bit) != 0; }
  static std::uint32_t plain(std::uint32_t communicator) { return communicator % communicators; }

  /// A receive is posted, or a request has come. Whether an answer is due.
  bool posted(const FlowKey& key) { return meet(key, &Receiver::posted, &Receiver::requested); }
  bool requested(const FlowKey& key) { return meet(key, &Receiver::requested, &Receiver::posted); }

  /// A message waits for the answer to its request; and the first of those that do, when an answer comes.
  void wait(const FlowKey& key, const Outgoing& message) { senders_[key].push_back(message); }
  Outgoing answered(const FlowKey& key) { return first_of(senders_, key); }

  /// A message is on its way whose send ends with its delivery; whether such a one is; and the first of those that are.
  void set_out(const FlowKey& key, const Outgoing& message) { travelling_[key].push_back(message); }
  bool travels(const FlowKey& key) const { return !travelling_.empty() && travelling_.count(key) != 0; }
  Outgoing delivered(const FlowKey& key) { return first_of(travelling_, key); }

  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

 private:
  using Waiting = std::unordered_map<FlowKey, std::deque<Outgoing>, FlowKeyHash>;

  static Outgoing first_of(Waiting& waiting, const FlowKey& key) {
    const auto found = waiting.find(key);
    const Outgoing first = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) waiting.erase(found);
    return first;
  }

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
  Waiting senders_;     ///< by the request for them
  Waiting travelling_;  ///< by their flow
};

}  // namespace trgen::replay
