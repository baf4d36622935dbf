// SPDX-License-Identifier: Apache-2.0
// Messages of an arrival process, and those that arriving packets trigger.
#include <algorithm>

#include "fsin/workload/queue_book.hpp"
#include "trgen/synth/messages/message_sources.hpp"
#include "trgen/synth/messages/open_node.hpp"

namespace trgen::synth {
namespace {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Share;

class OpenSources final : public fsin::workload::Workload,
                          public fsin::workload::Divisible,
                          public fsin::workload::Resumable,
                          public fsin::workload::KeepsQueues {
 public:
  OpenSources(Traffic traffic, std::unique_ptr<ArrivalProcess> process, SourceModel model,
              const std::optional<TriggeredLoop>& triggered, std::uint32_t nodes)
      : traffic_(std::move(traffic)),
        process_(std::move(process)),
        stalls_(model == SourceModel::stall),
        triggered_(triggered),
        full_(traffic_.packetiser().full_phits()),
        nodes_(nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!traffic_.silent(node)) advance(nodes_[node].line, node);
    }
  }

  Poll poll(NodeId at, Cycle now, bool room) override {
    OpenNode& node = nodes_[at.index()];
    if (node.out.left == 0) choose(node, at.value, now);
    if (node.out.left == 0) {
      Poll answer;
      answer.next = node.line.due;
      return answer;
    }
    Poll answer = node.out.offer(now, room, full_);
    if (!answer.offers) return answer;
    if (!answer.more && node.by_itself) finish(node, at.value, now);
    keep_book(node, at.index(), answer, now);
    if (answer.more) return answer;
    if (node.waiting.empty()) answer.next = std::max(node.line.due, now + 1);
    return answer;
  }

  bool delivered(const Delivery& delivery) override {
    if (!triggered_) return false;
    OpenNode& node = nodes_[delivery.destination.index()];
    const std::uint32_t at = delivery.destination.value;
    Draws draws(stream(), at, trigger_draws + node.arrivals++);
    if (draws.unit() > triggered_->rate) return false;
    const std::uint32_t range = triggered_->most - triggered_->least + 1;
    const std::uint64_t messages = triggered_->least + fsin::scale_draw(draws.word(), range);
    if (messages == 0 || traffic_.silent(at)) return false;
    if (node.waiting.empty() || node.waiting.back().cycle != delivery.cycle)
      node.waiting.push_back({delivery.cycle, 0});
    node.waiting.back().messages += messages;
    for (std::uint64_t i = 0; i < messages; ++i) {
      const TrafficMessage message = triggered_message(at, node.announced++, delivery.cycle);
      if (message.destination == at) continue;
      node.packets += message.packets;
      node.phits += traffic_.phits(message);
    }
    return true;
  }

  fsin::workload::Divisible* divisible() override { return this; }
  fsin::workload::Resumable* resumable() override { return this; }
  std::vector<Share*> divide(const fsin::workload::Division& division) override {
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (!division.here(division.part_of_node[node])) nodes_[node].line.due = never;
    }
    return std::vector<Share*>(division.parts, this);
  }

  Cycle first_poll(NodeId node) const override { return nodes_[node.index()].line.due; }
  bool finished() const override { return false; }
  bool endless() const override { return true; }

  void save(fsin::ByteWriter& out) const override { out(nodes_, book_); }
  void load(fsin::ByteReader& in) override { in(nodes_, book_); }

  /// A queue a node for its own messages; then one a node for those that packets trigger, whose rate nobody knows.
  void watch(const fsin::workload::QueueBook::Borders& borders) override {
    const auto nodes = static_cast<std::uint32_t>(nodes_.size());
    std::vector<float> rates;
    for (std::uint32_t node = 0; node < nodes && !triggered_; ++node)
      rates.push_back(static_cast<float>(traffic_.mean_load(node)));
    book_.watch(borders, nodes, std::move(rates), triggered_ ? 2 * std::size_t{nodes} : nodes);
  }
  fsin::workload::QueueAccount& queues() override { return book_.account(); }

  Report report(Cycle now) const override {
    Report report;
    if (book_.takes(now)) {
      const std::size_t nodes = nodes_.size();
      book_.take(now, [&](std::size_t queue) {
        return queue < nodes ? own_waiting(static_cast<std::uint32_t>(queue), now)
                             : triggered_waiting(queue - nodes, now);
      });
    }
    if (!stalls_ && (now < counted_to_ || ahead_.empty())) start_counting();
    counted_to_ = now;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      const OpenNode& each = nodes_[node];
      const ArrivalLine& line = stalls_ ? each.line : looked_ahead(node, now);
      const bool made = line.due <= now;
      report.packets_generated += each.packets + line.packets + (made ? line.message.packets : 0);
      report.phits_generated += each.phits + line.phits + (made ? traffic_.phits(line.message) : 0);
    }
    return report;
  }

 private:
  // Numbers of draws that are no messages of the arrival process.
  static constexpr std::uint64_t triggered_messages = Traffic::most_messages;
  static constexpr std::uint64_t trigger_draws = 2 * Traffic::most_messages;

  fsin::StreamKey stream() const { return {traffic_.seed(), fsin::Purpose::arrival}; }

  /// Advances to the next message for another node, through the process, phase by phase.
  void advance(ArrivalLine& line, std::uint32_t node) const {
    bool goes_on = line.number > 0;
    for (unsigned tries = 0; tries < most_tries; ++tries) {
      Draws draws(stream(), node, line.number);
      const auto made = next_moment(line, node, goes_on, draws);
      if (!made) break;
      goes_on = true;
      line.message = traffic_.message(made->second, node, line.number++);
      line.due = made->first;
      if (line.message.destination != node) return;
    }
    line.due = never;
  }

  /// The cycle of the next message and its phase. A phase starts the process anew.
  std::optional<std::pair<Cycle, std::size_t>> next_moment(ArrivalLine& line, std::uint32_t node, bool goes_on,
                                                           Draws& draws) const {
    for (unsigned phases = 0; phases < most_tries; ++phases) {
      const Traffic::At at = traffic_.at(line.clock.whole + 1);
      const double rate = traffic_.rate(at.phase, node);
      if (rate > 0) {
        const Cycle cycle =
            goes_on ? process_->next(line.clock, rate, draws) : process_->first(line.clock, rate, draws);
        if (cycle <= at.last) return std::pair(cycle, at.phase);
      }
      if (at.last == never) return std::nullopt;
      line.clock = {at.last, 0};
      goes_on = false;
    }
    return std::nullopt;
  }

  /// Chooses the next message of a node: triggered ones come first.
  void choose(OpenNode& node, std::uint32_t at, Cycle now) {
    while (!node.waiting.empty() && node.out.left == 0) {
      Triggered& oldest = node.waiting.front();
      const Cycle cycle = oldest.cycle;
      const TrafficMessage message = triggered_message(at, node.answered++, cycle);
      if (--oldest.messages == 0) node.waiting.erase(node.waiting.begin());
      if (message.destination == at) continue;
      node.by_itself = false;
      node.out.begin(message, cycle + 1);
    }
    if (node.out.left != 0 || node.line.due > now) return;
    node.by_itself = true;
    node.begun = std::max(node.line.due, node.out.entered + 1);
    node.out.begin(node.line.message, node.line.due);
  }

  void keep_book(const OpenNode& node, std::size_t at, const Poll& answer, Cycle now) {
    const bool own = node.by_itself;
    const bool empties = !answer.more && (own ? node.line.due > now : node.waiting.empty());
    const std::size_t queue = own ? at : at + nodes_.size();
    book_.entered(queue, answer.packet.phits, answer.packet.generated, now, empties);
    if (!own) nodes_[at].entered += answer.packet.phits;
  }

  /// The packets of a node's own messages that have been generated and have not entered at the end of a cycle.
  fsin::workload::QueueBook::Waiting own_waiting(std::uint32_t at, Cycle now) const {
    const OpenNode& node = nodes_[at];
    ArrivalLine line = node.line;
    fsin::workload::QueueBook::Waiting found;
    const std::uint64_t before = line.phits;
    std::uint64_t entered = 0;
    if (node.by_itself && node.out.left > 0) entered = (line.message.packets - node.out.left) * full_;
    for (std::uint64_t gone = entered; line.due <= now; gone = 0) {
      const std::uint64_t phits = traffic_.phits(line.message);
      found.oldest = std::min(found.oldest, line.due);
      found.made += phits;
      found.waited += (phits - gone) * (now - line.due);
      if (stalls_) break;
      advance(line, at);
    }
    found.phits = found.made - entered;
    found.made += before;
    return found;
  }

  /// The same of the messages that packets have triggered.
  fsin::workload::QueueBook::Waiting triggered_waiting(std::size_t at, Cycle now) const {
    const OpenNode& node = nodes_[at];
    fsin::workload::QueueBook::Waiting found{.made = node.phits, .phits = node.phits - node.entered};
    if (found.phits == 0) return found;
    std::uint64_t answered = node.answered;
    if (!node.by_itself && node.out.left > 0) {
      found.oldest = node.out.generated;
      found.waited += ((node.out.left - 1) * full_ + node.out.last_phits) * (now - std::min(now, node.out.generated));
    }
    for (const Triggered& each : node.waiting) {
      found.oldest = std::min(found.oldest, each.cycle + 1);
      for (std::uint64_t i = 0; i < each.messages; ++i) {
        const TrafficMessage message = triggered_message(static_cast<std::uint32_t>(at), answered++, each.cycle);
        if (message.destination != at) found.waited += traffic_.phits(message) * (now - std::min(now, each.cycle + 1));
      }
    }
    return found;
  }

  TrafficMessage triggered_message(std::uint32_t node, std::uint64_t number, Cycle cycle) const {
    return traffic_.message(traffic_.at(cycle).phase, node, triggered_messages + number);
  }

  void finish(OpenNode& node, std::uint32_t at, Cycle now) {
    ArrivalLine& line = node.line;
    line.packets += line.message.packets;
    line.phits += traffic_.phits(line.message);
    const bool held_up = now + 1 - node.begun != line.message.packets;
    if (stalls_ && held_up) process_->resume(line.clock, traffic_.rate(traffic_.at(now).phase, at), now);
    advance(line, at);
  }

  void start_counting() const {
    ahead_.clear();
    for (const OpenNode& each : nodes_) ahead_.push_back(each.line);
  }

  /// The line of a node with an infinite queue, at the end of a cycle. Messages that wait are not stored: they are
  /// drawn again, once in a run however often a report is requested.
  const ArrivalLine& looked_ahead(std::uint32_t node, Cycle now) const {
    ArrivalLine& line = ahead_[node];
    if (line.number < nodes_[node].line.number) line = nodes_[node].line;
    while (line.due <= now) {
      line.packets += line.message.packets;
      line.phits += traffic_.phits(line.message);
      advance(line, node);
    }
    return line;
  }

  static constexpr unsigned most_tries = 1000000;

  Traffic traffic_;
  std::unique_ptr<ArrivalProcess> process_;
  bool stalls_;
  std::optional<TriggeredLoop> triggered_;
  std::uint16_t full_;
  std::vector<OpenNode> nodes_;
  mutable fsin::workload::QueueBook book_;  ///< a report takes its marks
  // The lines of looked_ahead(): ahead of nodes_ by the waiting messages. Empty until a report is requested.
  mutable std::vector<ArrivalLine> ahead_;
  mutable Cycle counted_to_ = 0;
};

}  // namespace

std::size_t bytes_of_open_source(SourceModel model) {
  constexpr std::size_t book = fsin::workload::QueueAccount::borders * sizeof(fsin::workload::QueueMark) + 24;
  return book + sizeof(OpenNode) + (model == SourceModel::infinite ? sizeof(ArrivalLine) : 0);
}

std::unique_ptr<fsin::workload::Workload> make_open_sources(Traffic traffic, std::unique_ptr<ArrivalProcess> process,
                                                            SourceModel model,
                                                            const std::optional<TriggeredLoop>& triggered,
                                                            std::uint32_t nodes) {
  return std::make_unique<OpenSources>(std::move(traffic), std::move(process), model, triggered, nodes);
}

}  // namespace trgen::synth
