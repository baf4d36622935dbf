// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/packets/packet_workload.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "trgen/record/trace_error.hpp"
#include "trgen/synth/packets/packet_queue.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Share;

/// The nodes that one thread serves, with a reader of their own.
class PacketPart final : public Share {
 public:
  PacketPart(const fsin::InputPath& file, const fsin::workload::NetworkFacts& facts,
             std::vector<std::uint8_t> part_of_node, unsigned part)
      : queue_(file, facts, std::move(part_of_node), part), full_(static_cast<std::uint16_t>(facts.packet_phits)) {}

  Poll poll(NodeId at, Cycle now, bool room) override {
    Poll answer;
    if (!reach(now)) return answer;
    PacketRow* row = queue_.front(at.value);
    if (row == nullptr || row->cycle > now) {
      answer.next = row == nullptr ? queue_.unknown_from() : row->cycle;
      return answer;
    }
    answer.wants_room = !room;
    if (!room) return answer;
    answer.offers = true;
    answer.packet.destination = NodeId(row->destination);
    answer.packet.phits = row->packets > 1 ? full_ : row->last_phits;
    answer.packet.generated = row->cycle;
    queue_.sent_one();
    ++in_flight_;
    ++sent_;
    phits_ += answer.packet.phits;
    if (--row->packets == 0) queue_.pop(at.value);
    const PacketRow* after = queue_.front(at.value);
    answer.more = after != nullptr && after->cycle <= now + 1;
    answer.next = std::max(after == nullptr ? queue_.unknown_from() : after->cycle, now + 1);
    return answer;
  }

  bool delivered(const Delivery&) override {
    --in_flight_;
    return false;
  }

  std::int64_t outstanding() const override {
    return static_cast<std::int64_t>(queue_.packets()) + in_flight_ + (queue_.unknown_from() == never ? 0 : 1);
  }
  bool failed() const override { return !failure_.empty(); }

  const std::string& failure() const { return failure_; }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t phits() const { return phits_; }

  void save(fsin::ByteWriter& out) const {
    out(in_flight_, sent_, phits_);
    queue_.save(out);
  }
  void load(fsin::ByteReader& in) {
    in(in_flight_, sent_, phits_);
    queue_.load(in);
  }

 private:
  /// The file was correct when the run began; false where it no longer is.
  bool reach(Cycle now) {
    if (failed()) return false;
    try {
      queue_.reach(now);
    } catch (const record::TraceError& error) {
      failure_ = error.what();
      return false;
    }
    return true;
  }

  PacketQueue queue_;
  std::uint16_t full_;
  std::int64_t in_flight_ = 0;  ///< sent, less those that arrived here
  std::uint64_t sent_ = 0;
  std::uint64_t phits_ = 0;
  std::string failure_;
};

class PacketWorkload final : public fsin::workload::Workload,
                             public fsin::workload::Divisible,
                             public fsin::workload::Resumable {
 public:
  PacketWorkload(fsin::InputPath file, const fsin::workload::NetworkFacts& facts, const PacketFacts& survey)
      : file_(std::move(file)), facts_(facts), packets_(survey.packets) {
    parts_.push_back(std::make_unique<PacketPart>(file_, facts_, std::vector<std::uint8_t>(), 0U));
  }

  Poll poll(NodeId node, Cycle now, bool room) override { return parts_[0]->poll(node, now, room); }
  bool delivered(const Delivery& delivery) override { return parts_[0]->delivered(delivery); }

  fsin::workload::Divisible* divisible() override { return this; }
  fsin::workload::Resumable* resumable() override { return this; }
  std::vector<Share*> divide(const fsin::workload::Division& division) override {
    parts_.clear();
    std::vector<Share*> shares;
    const std::vector<std::uint8_t> part_of_node(division.part_of_node.begin(), division.part_of_node.end());
    for (unsigned part = 0; part < division.parts; ++part) {
      if (!division.here(part)) {
        shares.push_back(nullptr);
        continue;
      }
      parts_.push_back(std::make_unique<PacketPart>(file_, facts_, part_of_node, part));
      shares.push_back(parts_.back().get());
    }
    return shares;
  }

  Cycle first_poll(NodeId) const override { return 1; }
  bool finished() const override { return outstanding_of_all() == 0; }
  std::int64_t outstanding() const override { return outstanding_of_all(); }
  bool failed() const override {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->failed(); });
  }
  std::string failure() const override {
    for (const auto& part : parts_) {
      if (part->failed()) return part->failure();
    }
    return {};
  }

  void save(fsin::ByteWriter& out) const override {
    for (const auto& part : parts_) part->save(out);
  }
  void load(fsin::ByteReader& in) override {
    for (const auto& part : parts_) part->load(in);
  }

  double progress() const override {
    return static_cast<double>(report(0).packets_generated) / static_cast<double>(packets_);
  }
  Report report(Cycle) const override {
    Report report;
    for (const auto& part : parts_) {
      report.packets_generated += part->sent();
      report.phits_generated += part->phits();
    }
    return report;
  }

 private:
  std::int64_t outstanding_of_all() const {
    std::int64_t sum = 0;
    for (const auto& part : parts_) sum += part->outstanding();
    return sum;
  }

  fsin::InputPath file_;
  fsin::workload::NetworkFacts facts_;
  std::uint64_t packets_;
  std::vector<std::unique_ptr<PacketPart>> parts_;
};

}  // namespace

bool check_packets(const PacketsParams& params, const fsin::workload::NetworkFacts& facts,
                   fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (params.file == "-") {
    diagnostics.error(mark_of("file"), "packets are read twice, and a pipe cannot be; write them to a file");
    return false;
  }
  try {
    params.survey(facts);
  } catch (const record::TraceError& error) {
    diagnostics.input_error(fsin::Mark(), error.what());
    return false;
  }
  return true;
}

std::unique_ptr<fsin::workload::Workload> make_packets(const PacketsParams& params,
                                                       const fsin::workload::NetworkFacts& facts) {
  return std::make_unique<PacketWorkload>(params.file, facts, params.survey(facts));
}

double bytes_of_packets(std::uint32_t nodes, unsigned threads) {
  constexpr double row = 2 * (sizeof(PacketRow) + sizeof(std::uint32_t));
  return threads * (static_cast<double>(nodes) * 9 + static_cast<double>(PacketQueue::block_rows) * row);
}

}  // namespace trgen::synth
