// SPDX-License-Identifier: Apache-2.0
// Messages that were sent, messages that have arrived, and what a receive may take: the mailboxes of all ranks of a
// share.
//
// Messages of one flow are interchangeable, so they are counted and have no identity. Where ranks do not receive, only
// the number of messages is kept.
#pragma once

#include "fsin/core/bytes.hpp"
#include "trgen/replay/ranks/flow_table.hpp"

namespace trgen::replay {

class Mailbox {
 public:
  explicit Mailbox(bool receives) : receives_(receives) {}

  /// A message is sent. Returns the index of its flow, which means nothing where there are no receives.
  std::uint32_t send(const FlowKey& key) {
    if (!receives_) return 0;
    Flow& flow = flows_.find_or_make(key);
    ++flow.sent;
    return flow.index;
  }

  /// A message of the flow has arrived. Returns whether its receiver stands at a receive that is now complete.
  bool deliver(std::uint32_t number) {
    ++messages_delivered_;
    if (!receives_) return false;
    Flow& flow = flows_[number];
    --flow.sent;
    ++flow.ready;
    return flow.awaited;
  }

  /// The receiver of the flow stands at a receive of it, until receive() is called.
  Flow& await(const FlowKey& key) {
    Flow& flow = flows_.find_or_make(key);
    flow.awaited = true;
    return flow;
  }

  /// Takes one message out of a flow whose receive is complete.
  void receive(Flow& flow) {
    --flow.ready;
    flow.awaited = false;
    flows_.release_if_idle(flow);
  }

  /// The receiver of the flow waits for it no longer, without having taken a message.
  void leave(Flow& flow) {
    flow.awaited = false;
    flows_.release_if_idle(flow);
  }

  std::uint64_t messages_delivered() const { return messages_delivered_; }

  /// Saves and restores the mailboxes for a run that is continued later. Flows keep their indices, which messages under
  /// way refer to.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

  Flow& flow(std::uint32_t index) { return flows_[index]; }

  /// Number of flows in use, for tests of bounded memory.
  std::size_t flows() const { return flows_.size(); }

 private:
  bool receives_;
  std::uint64_t messages_delivered_ = 0;
  FlowTable flows_;
};

}  // namespace trgen::replay
