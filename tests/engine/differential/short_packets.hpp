// SPDX-License-Identifier: Apache-2.0
// Another workload with half of its packets shortened, by node and number of the packet.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/workload/workload.hpp"

namespace differential {

/// The packets of one share, some of them shortened.
class ShortShare final : public fsin::workload::Share {
 public:
  ShortShare(fsin::workload::Share& whole, std::vector<std::uint64_t>& sent) : whole_(whole), sent_(sent) {}

  fsin::workload::Poll poll(fsin::NodeId node, fsin::Cycle now, bool room) override {
    fsin::workload::Poll answer = whole_.poll(node, now, room);
    if (!answer.offers) return answer;
    const fsin::PhiloxWords words = fsin::philox({0, fsin::Purpose::destination}, sent_[node.index()]++, node.value);
    if (words[0] % 2 == 0) {
      answer.packet.phits = static_cast<std::uint16_t>(1 + fsin::scale_draw(words[1], answer.packet.phits));
    }
    return answer;
  }
  bool delivered(const fsin::workload::Delivery& delivery) override { return whole_.delivered(delivery); }
  std::int64_t outstanding() const override { return whole_.outstanding(); }
  fsin::workload::Exchanging* exchanging() override { return whole_.exchanging(); }

 private:
  fsin::workload::Share& whole_;
  std::vector<std::uint64_t>& sent_;  ///< by node
};

class ShortPackets final : public fsin::workload::Workload,
                           public fsin::workload::Divisible,
                           public fsin::workload::Resumable {
 public:
  ShortPackets(std::unique_ptr<fsin::workload::Workload> whole, std::size_t nodes)
      : whole_(std::move(whole)), sent_(nodes), all_(*whole_, sent_) {}

  fsin::workload::Poll poll(fsin::NodeId node, fsin::Cycle now, bool room) override {
    return all_.poll(node, now, room);
  }
  bool delivered(const fsin::workload::Delivery& delivery) override { return whole_->delivered(delivery); }
  fsin::workload::Divisible* divisible() override { return whole_->divisible() != nullptr ? this : nullptr; }
  std::vector<fsin::workload::Share*> divide(const fsin::workload::Division& division) override {
    std::vector<fsin::workload::Share*> shares;
    for (fsin::workload::Share* share : whole_->divisible()->divide(division)) {
      if (share == nullptr) {
        shares.push_back(nullptr);
        continue;
      }
      shares_.push_back(std::make_unique<ShortShare>(*share, sent_));
      shares.push_back(shares_.back().get());
    }
    return shares;
  }
  fsin::Cycle first_poll(fsin::NodeId node) const override { return whole_->first_poll(node); }
  bool finished() const override { return whole_->finished(); }
  bool endless() const override { return whole_->endless(); }
  fsin::workload::Report report(fsin::Cycle now) const override { return whole_->report(now); }
  fsin::workload::Resumable* resumable() override { return whole_->resumable() != nullptr ? this : nullptr; }
  void save(fsin::ByteWriter& out) const override {
    out(sent_);
    whole_->resumable()->save(out);
  }
  void load(fsin::ByteReader& in) override {
    in(sent_);
    whole_->resumable()->load(in);
  }

 private:
  std::unique_ptr<fsin::workload::Workload> whole_;
  std::vector<std::uint64_t> sent_;
  ShortShare all_;
  std::vector<std::unique_ptr<ShortShare>> shares_;
};

}  // namespace differential
