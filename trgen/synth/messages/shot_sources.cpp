// SPDX-License-Identifier: Apache-2.0
// Shots: every node sends so many messages as fast as they enter; the next shot begins in the cycle after the last
// packet of all has been consumed. With one shot any thread or process may serve any node; between shots all must know
// that the last packet has arrived, which requires a single thread.
#include <algorithm>

#include "trgen/synth/messages/message_sources.hpp"
#include "trgen/synth/messages/outgoing.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Share;

struct ShotNode {
  std::uint64_t sent = 0;  ///< messages started, in all shots
  std::uint64_t packets = 0, phits = 0;
  Outgoing out;
};

/// Counts of a share of the nodes.
struct ShotCount {
  std::int64_t open = 0;       ///< nodes that have packets of the shot to send
  std::int64_t in_flight = 0;  ///< packets sent, less those that arrived here
  std::uint64_t arrived = 0;
};

class ShotSources final : public fsin::workload::Workload,
                          public fsin::workload::Divisible,
                          public fsin::workload::Resumable {
 public:
  ShotSources(Traffic traffic, std::uint64_t messages, std::uint64_t shots, std::uint32_t nodes)
      : traffic_(std::move(traffic)),
        messages_(messages),
        shots_(shots),
        full_(traffic_.packetiser().full_phits()),
        nodes_(nodes),
        sends_(nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) sends_[node] = !traffic_.silent(node);
    senders_ = std::count(sends_.begin(), sends_.end(), true);
    count_.open = senders_;
  }

  Poll poll(NodeId at, Cycle now, bool room) override { return poll_for(count_, at, now, room); }
  bool delivered(const Delivery& delivery) override {
    --count_.in_flight;
    ++count_.arrived;
    if (count_.in_flight != 0 || count_.open != 0 || shot_ + 1 >= shots_) return false;
    ++shot_;
    begun_ = delivery.cycle + 1;
    count_.open = senders_;
    return true;
  }

  fsin::workload::Divisible* divisible() override { return shots_ == 1 ? this : nullptr; }
  fsin::workload::Resumable* resumable() override { return this; }
  std::vector<Share*> divide(const fsin::workload::Division& division) override {
    parts_.clear();
    std::vector<Share*> shares;
    for (unsigned part = 0; part < division.parts; ++part) {
      parts_.push_back(std::make_unique<Part>(*this));
      shares.push_back(division.here(part) ? parts_.back().get() : nullptr);
    }
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      const unsigned part = division.part_of_node[node];
      if (!division.here(part)) sends_[node] = false;
      if (sends_[node]) ++parts_[part]->count.open;
    }
    return shares;
  }

  Cycle first_poll(NodeId node) const override { return sends_[node.index()] ? 1 : never; }
  bool finished() const override {
    const ShotCount all = counted();
    return all.open == 0 && all.in_flight == 0 && shot_ + 1 == shots_;
  }

  void save(fsin::ByteWriter& out) const override {
    out(nodes_, count_, shot_, begun_);
    for (const auto& part : parts_) out(part->count);
  }
  void load(fsin::ByteReader& in) override {
    in(nodes_, count_, shot_, begun_);
    for (const auto& part : parts_) in(part->count);
  }

  double progress() const override {
    const auto sent = static_cast<double>(counted().arrived);
    const double all = static_cast<double>(senders_) * static_cast<double>(messages_) * static_cast<double>(shots_);
    return std::min(sent / all, 1.0);
  }

  Report report(Cycle) const override {
    Report report;
    for (const ShotNode& node : nodes_) {
      report.packets_generated += node.packets;
      report.phits_generated += node.phits;
    }
    return report;
  }

 private:
  /// The nodes that one thread serves, where there are several.
  struct Part final : Share {
    explicit Part(ShotSources& sources) : owner(sources) {}
    Poll poll(NodeId node, Cycle now, bool room) override { return owner.poll_for(count, node, now, room); }
    bool delivered(const Delivery&) override {
      --count.in_flight;
      ++count.arrived;
      return false;
    }
    std::int64_t outstanding() const override { return count.open + count.in_flight; }

    ShotSources& owner;
    ShotCount count;
  };

  Poll poll_for(ShotCount& count, NodeId at, Cycle now, bool room) {
    ShotNode& node = nodes_[at.index()];
    Poll answer;
    if (!sends_[at.index()]) return answer;
    if (node.sent == shot_ * messages_) prepare(node, at.value, count);
    if (node.out.left == 0) {
      if (shot_ + 1 < shots_) answer.next = now + 1;  // no node is notified of the end of a shot
      return answer;
    }
    answer = node.out.offer(now, room, full_);
    if (!answer.offers) return answer;
    ++count.in_flight;
    if (node.out.left == 0) prepare(node, at.value, count);
    answer.more = node.out.left > 0;
    if (!answer.more && shot_ + 1 == shots_) answer.next = never;
    return answer;
  }

  /// Prepares the next message of the shot, or ends the shot for this node. A message for the node itself counts and is
  /// not sent.
  void prepare(ShotNode& node, std::uint32_t at, ShotCount& count) {
    while (node.sent < (shot_ + 1) * messages_) {
      const TrafficMessage message = traffic_.message(0, at, node.sent++);
      if (message.destination == at) continue;
      node.out.begin(message, begun_);
      node.packets += message.packets;
      node.phits += traffic_.phits(message);
      return;
    }
    --count.open;
  }

  ShotCount counted() const {
    ShotCount all;
    if (parts_.empty()) return count_;
    for (const auto& part : parts_) {
      all.open += part->count.open;
      all.in_flight += part->count.in_flight;
      all.arrived += part->count.arrived;
    }
    return all;
  }

  Traffic traffic_;
  std::uint64_t messages_;
  std::uint64_t shots_;
  std::uint16_t full_;
  std::vector<ShotNode> nodes_;
  std::vector<bool> sends_;
  std::int64_t senders_ = 0;
  std::uint64_t shot_ = 0;
  Cycle begun_ = 1;
  ShotCount count_;  ///< of all nodes, while they are not divided
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace

std::size_t bytes_of_shot_source() { return sizeof(ShotNode); }

std::unique_ptr<fsin::workload::Workload> make_shot_sources(Traffic traffic, std::uint64_t messages,
                                                            std::uint64_t shots, std::uint32_t nodes) {
  return std::make_unique<ShotSources>(std::move(traffic), messages, shots, nodes);
}

}  // namespace trgen::synth
