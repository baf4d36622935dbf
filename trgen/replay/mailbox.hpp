// SPDX-License-Identifier: Apache-2.0
// What has been sent, what has arrived, and what a receive may take: the receipt lists of all ranks.
//
// Match::packets counts packets in the flow, and the token of a packet is its flow. Match::messages counts packets in
// their message, and the token is the message; once complete it counts as one unit in its flow (messages of one flow
// are alike, so the earliest complete one needs no identity). Order::asap has messages and no receives: nothing is kept
// once complete.
#pragma once

#include "fsin/core/bytes.hpp"
#include "fsin/core/prefetch.hpp"
#include "trgen/replay/flow_table.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

class Mailbox {
 public:
  Mailbox(Order order, Match match)
      : receives_(order == Order::causal), by_packets_(receives_ && match == Match::packets) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox() = default;

  /// Whether a flow's size is in packets (else in bytes).
  bool by_packets() const { return by_packets_; }

  /// A message of `packets` packets sets out; returns the token of its packets.
  std::uint32_t send(const FlowKey& key, std::uint64_t packets);

  /// One packet arrived. Returns its flow if a receive may have become complete by it.
  Flow* deliver(std::uint32_t token) { return by_packets_ ? deliver_packet(flows_[token]) : deliver_of_message(token); }

  void prefetch(std::uint32_t token) const {
    if (by_packets_) {
      fsin::prefetch_line(&flows_[token].sent);
    } else {
      fsin::prefetch_line(&messages_[token].packets);
    }
  }

  /// Of packets that are matched one by one: the flow that a token names.
  const FlowKey& key_of(std::uint32_t token) { return flows_[token].key; }

  /// The receiver of the flow stands at a receive of it, up to receive().
  Flow& await(const FlowKey& key) {
    Flow& flow = flows_.find_or_make(key);
    flow.awaited = true;
    return flow;
  }

  bool complete(const Flow& flow) const { return flow.ready >= needed(flow); }

  /// Takes one message out of a flow that is complete.
  void receive(Flow& flow) {
    flow.ready -= needed(flow);
    flow.awaited = false;
    flows_.release_if_idle(flow);
  }

  std::uint64_t messages_delivered() const { return messages_delivered_; }

  /// How many packets a receive at the head of the flow has, and how many of how long a message are there at best.
  struct Standing {
    bool anything_sent = false;
    std::uint64_t arrived = 0;
    std::uint64_t of = 0;
  };
  Standing standing(const Flow& flow) const;

  /// A run that is continued later. Flows and messages keep their numbers, which packets under way carry.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);
  Flow& flow(std::uint32_t index) { return flows_[index]; }

  /// Flows and messages alive, for tests of bounded memory.
  std::size_t flows() const { return flows_.size(); }
  std::size_t messages() const { return messages_.used(); }

 private:
  std::uint64_t needed(const Flow& flow) const { return by_packets_ ? flow.key.size : 1; }
  Flow* deliver_packet(Flow& flow);
  Flow* deliver_of_message(std::uint32_t token);

  bool receives_;
  bool by_packets_;
  std::uint64_t messages_delivered_ = 0;
  MessagePool messages_;  // outlives the flows, whose lists it is in
  FlowTable flows_;
};

}  // namespace trgen::replay
