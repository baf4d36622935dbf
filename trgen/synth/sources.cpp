// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/sources.hpp"

#include <algorithm>
#include <limits>

#include "fsin/core/geometric.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Workload;

/// What a source is about to send. 16 bytes a node is all there is: everything else is drawn again when needed.
struct Source {
  Cycle due = never;         ///< cycle in which packet `packet` is made, or was made if it has not entered yet
  std::uint64_t packet = 0;  ///< packets before it have entered the network
};

class Sources final : public Workload, public fsin::workload::Divisible, public fsin::workload::Resumable {
 public:
  Sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings, const NetworkFacts& facts,
          std::uint64_t seed)
      : pattern_(std::move(pattern)),
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
    answer.next = std::max(source.due, now + 1);
    return answer;
  }

  bool delivered(const Delivery&) override { return false; }

  fsin::workload::Divisible* divisible() override { return this; }
  fsin::workload::Resumable* resumable() override { return this; }

  /// A source depends on nothing but its own past: any thread may serve any node. Those of other processes fall silent.
  std::vector<fsin::workload::Share*> divide(const fsin::workload::Division& division) override {
    for (std::size_t node = 0; node < sources_.size(); ++node) {
      if (!division.here(division.part_of_node[node])) sources_[node].due = never;
    }
    return std::vector<fsin::workload::Share*>(division.parts, this);
  }

  Cycle first_poll(NodeId node) const override { return sources_[node.index()].due; }

  bool finished() const override { return false; }
  bool endless() const override { return true; }

  void save(fsin::ByteWriter& out) const override { out(sources_); }
  void load(fsin::ByteReader& in) override { in(sources_); }

  Report report(Cycle now) const override {
    Report report;
    report.packets_generated = stalls_ ? count_stalling(now) : count_infinite(now);
    report.phits_generated = report.packets_generated * phits_;
    return report;
  }

 private:
  static constexpr std::uint64_t before_first = std::numeric_limits<std::uint64_t>::max();

  // Words 0 and 1: gap to the next packet. Words 2 and 3: destination of this one.
  fsin::PhiloxWords draw(std::uint32_t node, std::uint64_t packet) const { return fsin::philox(stream_, packet, node); }

  std::uint64_t gap_after(const fsin::PhiloxWords& words) const { return gap_(fsin::join_words(words[0], words[1])); }

  /// Packets made up to and including cycle `now` by sources that stall: those that entered, and the one kept.
  std::uint64_t count_stalling(Cycle now) const {
    std::uint64_t packets = 0;
    for (const Source& source : sources_) packets += source.packet + (source.due <= now ? 1 : 0);
    return packets;
  }

  /// The same with infinite queues, which are not stored: their gaps are drawn once more, each once in a run however
  /// often a report is asked for.
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

  std::unique_ptr<Pattern> pattern_;
  fsin::GeometricGap gap_;
  fsin::StreamKey stream_;
  std::uint16_t phits_;
  bool stalls_;
  std::vector<Source> sources_;
  // Where count_infinite() stands: ahead of sources_ by the packets that wait. Empty until a report is asked for.
  mutable std::vector<Source> ahead_;
  mutable Cycle counted_to_ = 0;
};

}  // namespace

std::size_t bytes_of_source(SourceModel model) {
  return model == SourceModel::stall ? sizeof(Source) : 2 * sizeof(Source);  // see Sources::ahead_
}

std::unique_ptr<Workload> make_sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings,
                                       const NetworkFacts& facts, std::uint64_t seed) {
  return std::make_unique<Sources>(std::move(pattern), settings, facts, seed);
}

}  // namespace trgen::synth
