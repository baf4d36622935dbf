// SPDX-License-Identifier: Apache-2.0
// Another workload with half of its packets shortened, by node and number of the packet.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/workload/workload.hpp"

namespace differential {

class ShortPackets final : public fsin::workload::Workload {
 public:
  ShortPackets(std::unique_ptr<fsin::workload::Workload> whole, std::size_t nodes)
      : whole_(std::move(whole)), sent_(nodes) {}

  fsin::workload::Poll poll(fsin::NodeId node, fsin::Cycle now, bool room) override {
    fsin::workload::Poll answer = whole_->poll(node, now, room);
    if (!answer.offers) return answer;
    const fsin::PhiloxWords words = fsin::philox({0, fsin::Purpose::destination}, sent_[node.index()]++, node.value);
    if (words[0] % 2 == 0) {
      answer.packet.phits = static_cast<std::uint16_t>(1 + fsin::scale_draw(words[1], answer.packet.phits));
    }
    return answer;
  }
  bool delivered(const fsin::workload::Delivery& delivery) override { return whole_->delivered(delivery); }
  fsin::Cycle first_poll(fsin::NodeId node) const override { return whole_->first_poll(node); }
  bool finished() const override { return whole_->finished(); }
  fsin::workload::Report report(fsin::Cycle now) const override { return whole_->report(now); }

 private:
  std::unique_ptr<fsin::workload::Workload> whole_;
  std::vector<std::uint64_t> sent_;
};

}  // namespace differential
