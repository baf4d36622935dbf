// SPDX-License-Identifier: Apache-2.0
// The tasks of a packetised workload that one thread serves, or all of them: here messages are cut into packets and
// reassembled. The rules are in packetised_workload.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/workload/message_lives.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "fsin/workload/remote_messages.hpp"
#include "fsin/workload/roused_tasks.hpp"
#include "fsin/workload/shared_nodes.hpp"
#include "fsin/workload/transits.hpp"

namespace fsin::workload {

/// A task as a sender of packets.
struct alignas(64) Sender {
  Action::Kind kind = Action::Kind::end;
  std::uint16_t last_phits = 0;    ///< phits of the last packet of the current message
  std::uint32_t peer_node = 0;     ///< destination of the current message
  std::uint32_t token = 0;         ///< token of its packets
  std::uint64_t packets_left = 0;  ///< packets of it that have not entered
  Cycle cycle = never;  ///< cycle in which it can go on, as Action::cycle; during a send, with its next packet
  Cycle active = 0;     ///< during a send: last cycle in which it did anything
  std::uint64_t waited_room = 0;  ///< cycles spent waiting for room, up to `active`
};

/// What a timeline is told of a message that a task sends.
struct Told {
  Message message;
  Cycle ready = 0;  ///< first cycle in which its first packet may enter
};

/// Data shared by the shares of a packetised workload. Each share touches its own tasks only.
struct PacketTasks {
  PacketTasks(const MessageWorkload& messages, const NetworkFacts& facts, Timeline* timeline);

  static constexpr std::uint32_t nobody = 0xffffffffU;

  Packetiser packetiser;
  std::span<const std::uint32_t> node_of_task;
  std::size_t ranks;                    ///< tasks that appear in the timeline
  std::vector<std::uint32_t> first_at;  ///< by node: the lowest task there; `nobody` where there is none
  std::vector<std::uint32_t> next_at;   ///< by task: the next one of its node, or `nobody`
  std::vector<std::uint32_t> turn_at;   ///< by node, where tasks share one: the task that sent the last packet
  TaskPlaces places;                    ///< where tasks share a node
  std::vector<std::uint8_t> share_of;   ///< by task
  std::vector<Sender> senders;          ///< by task
  std::vector<Told> told;               ///< by task: the message it sends; empty without a timeline
  MessageLives lives;
};

class PacketShare final : public Share, public Prefetching, public Exchanging {
 public:
  /// Asks the tasks of share `self` for their first actions.
  PacketShare(PacketTasks& tasks, NoticeBoxes& boxes, unsigned self, MessageShare& messages, const PacketRules& rules);

  Poll poll(NodeId node, Cycle now, bool room) override;
  bool delivered(const Delivery& delivery) override;
  std::int64_t outstanding() const override { return messages_.outstanding(); }
  bool failed() const override { return messages_.failed(); }

  const Prefetching* prefetching() const override { return this; }
  void prefetch(NodeId node) const override;
  void prefetch_delivery(std::uint32_t token) const override {
    if (!RemoteToken::is(token)) transits_.prefetch(token);
  }

  Exchanging* exchanging() override { return this; }
  void take_notices() override;
  void pack_notices(unsigned to, ByteWriter& out) override { remote_.pack(to, out); }
  void unpack_notices(unsigned from, ByteReader& in) override { remote_.unpack(from, in); }

  /// A task that waits has something to do although nothing has come for it (waking.hpp); returns its node.
  std::uint32_t wake(std::uint32_t task) {
    if (shares_node(task)) shared_.ask(tasks_.places.place_of[task]);
    return tasks_.node_of_task[task];
  }

  unsigned number() const { return self_; }
  const Transits& transits() const { return transits_; }
  void add_to(Report& report) const {
    report.packets_generated += packets_sent_;
    report.phits_generated += phits_sent_;
  }

  /// State of this share and its tasks for a run that is continued later, without that of the message-level workload.
  template <class Archive>
  void archive_all(Archive& a) {
    a(transits_, remote_, names_, packets_sent_, phits_sent_);
    for (std::size_t task = 0; task < tasks_.senders.size(); ++task) {
      if (tasks_.share_of[task] != self_) continue;
      a(tasks_.senders[task]);
      if (tasks_.lives.wanted()) a(tasks_.told[task]);
      if (!tasks_.turn_at.empty()) a(tasks_.turn_at[tasks_.node_of_task[task]]);
    }
  }
  /// After the state was read: what follows from it.
  void restore_shared_nodes();

 private:
  Poll poll_alone(std::uint32_t task, Cycle now, bool room);
  Poll poll_shared(std::uint32_t node, Cycle now, bool room);
  bool ask_tasks(std::uint32_t node, Cycle now);
  std::uint32_t whose_turn(std::uint32_t node, Cycle now) const;
  bool shares_node(std::uint32_t task) const {
    return !tasks_.turn_at.empty() && tasks_.next_at[tasks_.first_at[tasks_.node_of_task[task]]] != PacketTasks::nobody;
  }
  void plan(std::uint32_t task, Cycle now);
  void rouse(std::uint32_t task, Cycle now, bool at_once);
  void ask_all(std::uint32_t node);
  /// Whether a task does now what was planned for it.
  auto plan_stands() const {
    return [this](std::uint32_t place, Cycle cycle, bool sends) {
      const Sender& sender = tasks_.senders[tasks_.places.task_at[place]];
      using enum Action::Kind;
      return sender.cycle == cycle && (sends ? sender.kind == send : sender.kind == compute || sender.kind == wait);
    };
  }
  bool follow(std::uint32_t task, const Action& action, Cycle now);
  void begin_send(std::uint32_t task, const Message& message, Cycle active, Cycle ready);
  bool send_packet(std::uint32_t task, Cycle now, bool room, Poll& answer);
  std::uint32_t open(const Message& message, std::uint64_t packets);
  void note_packet(std::uint32_t token, const Delivery& delivery);
  void tell_packet(std::uint32_t task, Cycle now);
  LifeName life_name(const Message& message, std::uint32_t token) const;

  PacketTasks& tasks_;
  unsigned self_;
  MessageShare& messages_;
  const RousedTasks* roused_;  ///< null: the share does not name them
  MessageShare::RankMemory memory_;
  SharedNodes shared_;
  Transits transits_;
  RemoteMessages remote_;
  std::vector<Delivery> latest_;  ///< by token, with a timeline: its packet that arrived last
  std::vector<Message> names_;    ///< by flow, with a timeline and pooled packets
  OriginalRandom* random_;
  std::uint64_t packets_sent_ = 0;
  std::uint64_t phits_sent_ = 0;
};

}  // namespace fsin::workload
