// SPDX-License-Identifier: Apache-2.0
// What has been sent, what has arrived, and what a receive may take: the receipt lists of all ranks of a share.
//
// Messages of one flow are alike, so that they are counted and have no identity. With Order::asap there are no
// receives: nothing is kept but how many messages there were.
#pragma once

#include "fsin/core/bytes.hpp"
#include "trgen/replay/flow_table.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

class Mailbox {
 public:
  explicit Mailbox(Order order) : receives_(order == Order::causal) {}

  /// A message sets out; the number of its flow (of no meaning where there are no receives).
  std::uint32_t send(const FlowKey& key) {
    if (!receives_) return 0;
    Flow& flow = flows_.find_or_make(key);
    ++flow.sent;
    return flow.index;
  }

  /// A message of the flow arrived: whether its receiver stands at a receive that is complete.
  bool deliver(std::uint32_t number) {
    ++messages_delivered_;
    if (!receives_) return false;
    Flow& flow = flows_[number];
    --flow.sent;
    ++flow.ready;
    return flow.awaited;
  }

  /// The receiver of the flow stands at a receive of it, up to receive().
  Flow& await(const FlowKey& key) {
    Flow& flow = flows_.find_or_make(key);
    flow.awaited = true;
    return flow;
  }

  /// Takes one message out of a flow that is complete.
  void receive(Flow& flow) {
    --flow.ready;
    flow.awaited = false;
    flows_.release_if_idle(flow);
  }

  std::uint64_t messages_delivered() const { return messages_delivered_; }

  /// A run that is continued later. Flows keep their numbers, which messages under way carry.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);
  Flow& flow(std::uint32_t index) { return flows_[index]; }

  /// Flows alive, for tests of bounded memory.
  std::size_t flows() const { return flows_.size(); }

 private:
  bool receives_;
  std::uint64_t messages_delivered_ = 0;
  FlowTable flows_;
};

}  // namespace trgen::replay
