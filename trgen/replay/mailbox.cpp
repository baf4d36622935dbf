// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/mailbox.hpp"

namespace trgen::replay {

std::uint32_t Mailbox::send(const FlowKey& key, std::uint64_t packets) {
  Flow* flow = nullptr;
  if (receives_) {
    flow = &flows_.find_or_make(key);
    flow->sent += packets;
    if (by_packets_) return flow->index;
  }
  Message& message = messages_.take();
  message.packets = packets;
  message.delivered = 0;
  if (flow != nullptr) {
    message.flow = flow->index;
    flow->messages.push_back(message);
  }
  return message.index;
}

Flow* Mailbox::deliver_packet(Flow& flow) {
  --flow.sent;
  ++flow.ready;
  if (++flow.partial == flow.key.size) {
    flow.partial = 0;
    ++messages_delivered_;
  }
  return &flow;
}

Flow* Mailbox::deliver_of_message(std::uint32_t token) {
  Message& message = messages_[token];
  Flow* flow = receives_ ? &flows_[message.flow] : nullptr;
  if (flow != nullptr) --flow->sent;
  if (++message.delivered < message.packets) return nullptr;
  ++messages_delivered_;
  if (flow != nullptr) {
    flow->messages.erase(flow->messages.iterator_to(message));
    ++flow->ready;
  }
  messages_.give_back(message);
  return flow;
}

Mailbox::Standing Mailbox::standing(const Flow& flow) const {
  Standing standing;
  standing.anything_sent = flow.sent != 0 || flow.ready != 0;
  if (by_packets_) {
    standing.arrived = flow.ready;
    standing.of = flow.key.size;
  } else if (!flow.messages.empty()) {
    standing.arrived = flow.messages.front().delivered;
    standing.of = flow.messages.front().packets;
  }
  return standing;
}

}  // namespace trgen::replay
