// SPDX-License-Identifier: Apache-2.0
// What the parts of a share (share.hpp) work on together.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "trgen/replay/ranks/all_ranks.hpp"
#include "trgen/replay/ranks/mailbox.hpp"
#include "trgen/replay/ranks/outbox.hpp"
#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::replay {

struct ShareState {
  ShareState(AllRanks& ranks, unsigned number, std::unique_ptr<OperationReader> from)
      : all(ranks),
        self(number),
        causal(ranks.settings.order == Order::causal),
        reader(std::move(from)),
        mailbox(causal) {}

  AllRanks& all;
  unsigned self;
  bool causal;
  bool rouses = false;                ///< what happens in this call may let other tasks of the node go on
  std::vector<std::uint32_t> roused;  ///< those tasks, see RousedTasks
  std::unique_ptr<OperationReader> reader;
  Mailbox mailbox;
  OutgoingMessages outgoing;
  std::uint64_t messages_sent = 0;  ///< through the network
  std::uint64_t self_messages = 0;
  std::uint64_t near_messages = 0;     ///< within a node
  std::uint64_t control_messages = 0;  ///< requests and answers that have come (rendezvous.hpp)
  std::uint64_t signals = 0;           ///< messages between streams of a rank that were sent; and those that have come
  std::uint64_t signals_come = 0;
  std::uint64_t begun = 0;  ///< messages that ranks of this share have begun to send; and those that receives took
  std::uint64_t taken = 0;

  /// Between two streams of a rank: no message of the program.
  bool is_signal(std::uint32_t source, std::uint32_t destination) const {
    const ReplaySettings& settings = all.settings;
    return !settings.stream_of.empty() && source < settings.stream_of.size() &&
           settings.stream_of[source] == settings.stream_of[destination];
  }

  void put_out(std::uint32_t rank, const Outgoing& message) {
    if (all.posts_behind_calls(rank)) {
      outgoing.insert(all.outboxes[rank], message);
    } else {
      outgoing.push(all.outboxes[rank], message);
    }
    rouses = true;
    rouse_outbox(rank);
  }
  void rouse_outbox(std::uint32_t rank) {
    if (!all.outboxes.empty()) roused.push_back(all.count + rank);
  }
  /// Something has come for a rank: for itself, or for its outbox to answer.
  void rouse_receiver(std::uint32_t rank) {
    roused.push_back(rank);
    rouse_outbox(rank);
  }
  /// What is roused counts from now on.
  void forget_roused() {
    rouses = false;
    roused.clear();
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.outgoing, self.messages_sent, self.self_messages, self.near_messages, self.control_messages, self.signals,
      self.signals_come, self.begun, self.taken);
  }
};

}  // namespace trgen::replay
