// SPDX-License-Identifier: Apache-2.0
// The sources of the original simulator, draw by draw: one rand() decides on a packet, then the destination is drawn;
// another rand() chooses the injector, for each new packet and again in each cycle in which a kept packet tries to
// enter.
#include <cmath>

#include "fsin/workload/queue_book.hpp"
#include "trgen/synth/sources.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Workload;

struct OriginalSource {
  Cycle generated = never;        ///< cycle in which the kept packet was generated; `never`: no packet is kept
  std::uint64_t packets = 0;      ///< packets made so far
  std::uint32_t destination = 0;  ///< destination of the kept packet
};

class OriginalSources final : public Workload, public fsin::workload::KeepsQueues {
 public:
  OriginalSources(std::unique_ptr<Pattern> pattern, double load, const NetworkFacts& facts,
                  fsin::OriginalRandom& random)
      : pattern_(std::move(pattern)),
        random_(random),
        load_(static_cast<float>(load)),
        threshold_(std::floor(load / facts.packet_phits * fsin::OriginalRandom::max)),
        phits_(static_cast<std::uint16_t>(facts.packet_phits)),
        sources_(facts.nodes) {}

  Poll poll(NodeId node, Cycle now, bool room) override {
    OriginalSource& source = sources_[node.index()];
    Poll answer;
    answer.next = now + 1;
    if (source.generated == never && !generate(node.value, now)) return answer;
    random_.next();  // choice of the injector
    answer.wants_room = !room;
    answer.offers = room;
    if (!room) return answer;
    answer.packet.destination = NodeId(source.destination);
    answer.packet.phits = phits_;
    answer.packet.generated = source.generated;
    source.generated = never;
    book_.entered(node.index(), phits_, answer.packet.generated, now, true);
    return answer;
  }

  bool delivered(const Delivery&) override { return false; }
  Cycle first_poll(NodeId) const override { return 1; }
  bool finished() const override { return false; }

  void watch(const fsin::workload::QueueBook::Borders& borders) override {
    const auto nodes = static_cast<std::uint32_t>(sources_.size());
    std::vector<float> rates(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) rates[node] = pattern_->silent(node) ? 0 : load_;
    book_.watch(borders, nodes, std::move(rates), nodes);
  }
  fsin::workload::QueueAccount& queues() override { return book_.account(); }

  Report report(Cycle now) const override {
    Report report;
    for (const OriginalSource& source : sources_) report.packets_generated += source.packets;
    report.phits_generated = report.packets_generated * phits_;
    if (!book_.takes(now)) return report;
    book_.take(now, [&](std::size_t node) -> fsin::workload::QueueBook::Waiting {
      const OriginalSource& source = sources_[node];
      if (source.generated == never) return {.made = source.packets * phits_};
      return {source.packets * phits_, phits_, phits_ * (now - source.generated), source.generated};
    });
    return report;
  }

 private:
  bool generate(std::uint32_t node, Cycle now) {
    OriginalSource& source = sources_[node];
    if (random_.next() > threshold_) return false;
    const std::uint32_t destination = pattern_->original_destination(node, source.packets, random_);
    if (destination == node) return false;
    source.destination = destination;
    source.generated = now;
    ++source.packets;
    return true;
  }

  std::unique_ptr<Pattern> pattern_;
  fsin::OriginalRandom& random_;
  float load_;
  double threshold_;
  std::uint16_t phits_;
  std::vector<OriginalSource> sources_;
  mutable fsin::workload::QueueBook book_;  ///< a report takes its marks
};

}  // namespace

std::unique_ptr<Workload> make_original_sources(std::unique_ptr<Pattern> pattern, double load,
                                                const NetworkFacts& facts, fsin::OriginalRandom& random) {
  return std::make_unique<OriginalSources>(std::move(pattern), load, facts, random);
}

}  // namespace trgen::synth
