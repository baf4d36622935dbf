// SPDX-License-Identifier: Apache-2.0
// The packetising adapter: makes a packet-level workload of a message-level one, so that the engines of packets drive
// traces and programs.
//
// Each rank has its node for itself and sends one packet a cycle:
// - A message is cut into packets of the payload that the network gives them (packetiser.hpp). One packet a cycle
//   enters the injection buffer; without room the rank waits, and so does everything after the send. The message has
//   left when its last packet has entered.
// - At the receiver packets are counted, pooled by flow or message by message. Pooled, which is the rule of the
//   original simulator: n packets of a flow are a message of n packets, whichever messages they were cut from, so that
//   a receive may be satisfied by packets of two messages. Otherwise a message is complete when all of its own packets
//   have arrived.
// - A delivered packet costs a count; the message-level workload is called once per message.
//
// packet_share.hpp is the part that one thread serves; remote_messages.hpp carries the notices between two shares.
#pragma once

#include <memory>

#include "fsin/core/original_random.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::workload {

struct PacketRules {
  /// Pools the packets of a flow; only for workloads whose flows are distinguished by their length in packets.
  bool pooled = true;
  /// One number is drawn in each cycle in which a rank sends, as the original does to choose an injector; the workload
  /// must then be polled for every node in every cycle.
  OriginalRandom* random = nullptr;
  Timeline* timeline = nullptr;  ///< receives the activities of ranks and the times of messages
};

/// `random` and `timeline` must outlive the workload.
std::unique_ptr<Workload> make_packetised(std::unique_ptr<MessageWorkload> messages, const NetworkFacts& facts,
                                          const PacketRules& rules);

/// Memory of a rank, and of a message under way (of a flow of them, where packets are pooled).
std::size_t packetised_bytes_of_rank();
std::size_t packetised_bytes_of_message(bool pooled);

}  // namespace fsin::workload
