// SPDX-License-Identifier: Apache-2.0
// A packet-level workload under a model without routers: each packet is a transfer of its own. The injection buffer
// always has room.
#pragma once

#include <algorithm>

#include "fsin/engine/message/agenda.hpp"
#include "fsin/engine/message/loop.hpp"
#include "fsin/workload/waking.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine::message {

class PacketFeed {
 public:
  PacketFeed(workload::Workload& workload, std::size_t nodes, unsigned phit_bytes)
      : workload_(workload),
        waking_(dynamic_cast<workload::Waking*>(&workload)),
        nodes_(static_cast<std::uint32_t>(nodes)),
        phit_bytes_(phit_bytes),
        polls_(nodes) {}

  void set_out() {
    for (std::uint32_t node = 0; node < nodes_; ++node) polls_.plan(node, workload_.first_poll(NodeId(node)));
  }
  Cycle next() const { return waking_ == nullptr ? polls_.next() : std::min(polls_.next(), waking_->due()); }

  void consumed(TransferNumber /*number*/, const Parcel& packet, Cycle end, Cycle now) {
    if (workload_.delivered(delivery_of(packet, end))) polls_.plan(packet.destination, now);
  }
  void consumed_last(const Parcel& packet, Cycle end) { workload_.delivered_last(delivery_of(packet, end)); }
  void left(TransferNumber /*number*/, Cycle /*now*/) {}  // packets leave a buffer that is never full

  template <class Begin>
  bool act(Cycle now, Begin begin) {
    bool acted = false;
    if (waking_ != nullptr) {
      for (const std::uint32_t node : waking_->woken(now)) polls_.plan(node, now);
    }
    polls_.serve(now, [&](std::uint32_t node) {
      acted = true;
      const workload::Poll answer = workload_.poll(NodeId(node), now, true);
      const workload::Offer& packet = answer.packet;
      if (answer.offers) {
        const Transfer transfer{node, packet.destination.value, std::uint64_t{packet.phits} * phit_bytes_,
                                packet.phits};
        begin(Sending{transfer, packet.token, packet.generated});
      }
      polls_.plan(node, answer.next);
    });
    return acted;
  }

  workload::Resumable* resumable() { return workload_.resumable(); }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.polls_);
  }

  static double bytes(const Amounts& amounts) { return amounts.nodes * Agenda::bytes_of_one(); }

  bool finished() const { return workload_.finished(); }
  bool stands_still() const { return workload_.moving() == 0; }
  bool failed() const { return workload_.failed(); }
  std::string failure() const { return workload_.failure(); }
  std::vector<std::string> explain_wait(std::size_t most) const { return workload_.explain_wait(most); }
  const workload::Accounts& accounts() const { return workload_; }

 private:
  workload::Workload& workload_;
  workload::Waking* waking_;  ///< null: nodes act only when they have said so, or something has come
  std::uint32_t nodes_;
  unsigned phit_bytes_;
  Agenda polls_;
};

}  // namespace fsin::engine::message
