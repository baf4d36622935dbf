// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/sources.hpp"

#include <algorithm>
#include <limits>

#include "fsin/core/geometric.hpp"
#include "fsin/workload/queue_book.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Workload;

/// The next packet of a source. These 16 bytes are the whole state of a node: everything else is drawn again when it is
/// needed.
struct Source {
  Cycle due = never;  ///< cycle in which packet `packet` is generated, or was generated if it has not entered yet
  std::uint64_t packet = 0;  ///< number of packets that have entered the network; the number of the next one
};

class Sources final : public Workload,
                      public fsin::workload::Divisible,
                      public fsin::workload::Resumable,
                      public fsin::workload::KeepsQueues {
 public:
  Sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings, const NetworkFacts& facts,
          std::uint64_t seed)
      : pattern_(std::move(pattern)),
        load_(static_cast<float>(settings.load)),
        gap_(settings.load / facts.packet_phits),
        stream_{seed, fsin::Purpose::arrival},
        phits_(static_cast<std::uint16_t>(facts.packet_phits)),
        stalls_(settings.model == SourceModel::stall),
        sources_(facts.nodes) {
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      if (!pattern_->silent(node)) sources_[node].due = gap_after(draw(node, before_first));
    }
  }

  Poll poll(NodeId node, Cycle now, bool room) override {
    Source& source = sources_[node.index()];
    Poll answer;
    if (now < source.due) {
      answer.next = source.due;
      return answer;
    }
    if (!room) {
      answer.wants_room = true;
      return answer;
    }
    const fsin::PhiloxWords words = draw(node.value, source.packet);
    answer.offers = true;
    answer.packet.destination = NodeId(pattern_->destination(node.value, {source.packet, words[2], words[3]}));
    answer.packet.phits = phits_;
    answer.packet.generated = source.due;
    source.due = (stalls_ ? now : source.due) + gap_after(words);
    ++source.packet;
    book_.entered(node.index(), phits_, answer.packet.generated, now, source.due > now);
    answer.next = std::max(source.due, now + 1);
    return answer;
  }

  bool delivered(const Delivery&) override { return false; }

  fsin::workload::Divisible* divisible() override { return this; }
  fsin::workload::Resumable* resumable() override { return this; }

  /// The state of a source depends only on its own past, so any thread may serve any node. Sources of other processes
  /// are silent.
  std::vector<fsin::workload::Share*> divide(const fsin::workload::Division& division) override {
    for (std::size_t node = 0; node < sources_.size(); ++node) {
      if (!division.here(division.part_of_node[node])) sources_[node].due = never;
    }
    return std::vector<fsin::workload::Share*>(division.parts, this);
  }

  Cycle first_poll(NodeId node) const override { return sources_[node.index()].due; }

  bool finished() const override { return false; }
  bool endless() const override { return true; }

  void save(fsin::ByteWriter& out) const override { out(sources_, book_); }
  void load(fsin::ByteReader& in) override { in(sources_, book_); }

  void watch(const fsin::workload::QueueBook::Borders& borders) override {
    const auto nodes = static_cast<std::uint32_t>(sources_.size());
    std::vector<float> rates(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) rates[node] = sources_[node].due == never ? 0 : load_;
    book_.watch(borders, nodes, std::move(rates), nodes);
  }
  fsin::workload::QueueAccount& queues() override { return book_.account(); }

  Report report(Cycle now) const override {
    Report report;
    report.packets_generated = stalls_ ? count_stalling(now) : count_infinite(now);
    report.phits_generated = report.packets_generated * phits_;
    if (book_.takes(now)) book_.take(now, [&](std::size_t node) { return waiting(node, now); });
    return report;
  }

 private:
  static constexpr std::uint64_t before_first = std::numeric_limits<std::uint64_t>::max();

  // Words 0 and 1 give the gap to the next packet, words 2 and 3 the destination of this one.
  fsin::PhiloxWords draw(std::uint32_t node, std::uint64_t packet) const { return fsin::philox(stream_, packet, node); }

  std::uint64_t gap_after(const fsin::PhiloxWords& words) const { return gap_(fsin::join_words(words[0], words[1])); }

  /// Packets generated up to and including cycle `now` by sources that stall: those that entered, and the one that is
  /// kept.
  std::uint64_t count_stalling(Cycle now) const {
    std::uint64_t packets = 0;
    for (const Source& source : sources_) packets += source.packet + (source.due <= now ? 1 : 0);
    return packets;
  }

  /// Packets generated up to and including cycle `now` by sources with infinite queues. Waiting packets are not stored:
  /// their gaps are drawn again, once in a run however often a report is requested.
  std::uint64_t count_infinite(Cycle now) const {
    if (now < counted_to_ || ahead_.empty()) ahead_ = sources_;
    counted_to_ = now;
    std::uint64_t packets = 0;
    for (std::uint32_t node = 0; node < ahead_.size(); ++node) {
      Source& source = ahead_[node];
      if (source.packet < sources_[node].packet) source = sources_[node];
      while (source.due <= now) source.due += gap_after(draw(node, source.packet++));
      packets += source.packet;
    }
    return packets;
  }

  /// The packets of a node that have been generated and have not entered at the end of a cycle.
  fsin::workload::QueueBook::Waiting waiting(std::size_t node, Cycle now) const {
    Source source = sources_[node];
    fsin::workload::QueueBook::Waiting found;
    while (source.due <= now) {
      found.oldest = std::min(found.oldest, source.due);
      found.phits += phits_;
      found.waited += phits_ * (now - source.due);
      if (stalls_) break;
      source.due += gap_after(draw(static_cast<std::uint32_t>(node), source.packet++));
    }
    found.made = sources_[node].packet * phits_ + found.phits;
    return found;
  }

  std::unique_ptr<Pattern> pattern_;
  float load_;
  fsin::GeometricGap gap_;
  fsin::StreamKey stream_;
  std::uint16_t phits_;
  bool stalls_;
  std::vector<Source> sources_;
  mutable fsin::workload::QueueBook book_;  ///< a report takes its marks
  // The position of count_infinite(): ahead of sources_ by the waiting packets. Empty until a report is requested.
  mutable std::vector<Source> ahead_;
  mutable Cycle counted_to_ = 0;
};

}  // namespace

std::size_t bytes_of_source(SourceModel model) {
  // The second source is in Sources::ahead_; of the book there are marks, a rate and what a queue is doing.
  constexpr std::size_t book = fsin::workload::QueueAccount::borders * sizeof(fsin::workload::QueueMark) + 24;
  return book + (model == SourceModel::stall ? sizeof(Source) : 2 * sizeof(Source));
}

std::unique_ptr<Workload> make_sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings,
                                       const NetworkFacts& facts, std::uint64_t seed) {
  return std::make_unique<Sources>(std::move(pattern), settings, facts, seed);
}

}  // namespace trgen::synth
