// SPDX-License-Identifier: Apache-2.0
// Closed loops: a node has a number of slots for requests, and reuses each when the reply to its last request has
// arrived.
//
// The token of a packet encodes whether it is a reply, the slot of its request, and the number of packets of its
// message. A request of several packets is complete when all have arrived, in any order; then its reply is queued at
// the destination. Replies go before requests, those that are ready first before others, then by source and slot.
#include <algorithm>
#include <unordered_map>

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
using fsin::workload::RoundTrips;
using fsin::workload::Share;

constexpr std::uint32_t reply_bit = std::uint32_t{1} << 31U;
constexpr std::uint32_t place_bits = 8;

/// A slot for a request of a node.
struct RequestPlace {
  Cycle ready = 1;            ///< cycle from which its next request may enter; for a request under way: when it could
  bool under_way = false;     ///< sent, and not answered
  std::uint32_t arrived = 0;  ///< packets of its reply that have arrived
};

struct ReplyDue {
  Cycle ready = 0;
  std::uint32_t to = 0;
  std::uint32_t place = 0;

  auto operator<=>(const ReplyDue&) const = default;
};

/// A request of which some packets have arrived.
struct PartialRequest {
  std::uint64_t who = 0;  ///< source and slot
  std::uint64_t packets = 0;
};

struct ClosedNode {
  std::vector<RequestPlace> places;                          ///< empty for a silent node
  std::vector<ReplyDue> replies;                             ///< a heap, the first one in front
  std::unordered_map<std::uint64_t, std::uint64_t> arrived;  ///< packets of incomplete requests
  Outgoing out;
  std::uint64_t number = 0;  ///< number of the next request
  std::uint64_t packets = 0, phits = 0;
  RoundTrips trips;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    std::vector<PartialRequest> partial;
    for (const auto& [who, packets] : self.arrived) partial.push_back({who, packets});
    a(self.places, self.replies, self.out, self.number, self.packets, self.phits, self.trips, partial);
    if constexpr (!std::is_const_v<Self>) {
      self.arrived.clear();
      for (const PartialRequest& each : partial) self.arrived[each.who] = each.packets;
    }
  }
};

class ClosedSources final : public fsin::workload::Workload,
                            public fsin::workload::Divisible,
                            public fsin::workload::Resumable {
 public:
  ClosedSources(Traffic traffic, const ClosedLoop& loop, std::uint32_t nodes)
      : traffic_(std::move(traffic)), loop_(loop), full_(traffic_.packetiser().full_phits()), nodes_(nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!traffic_.silent(node)) nodes_[node].places.resize(loop.window);
    }
  }

  Poll poll(NodeId at, Cycle now, bool room) override {
    ClosedNode& node = nodes_[at.index()];
    Cycle next = never;
    if (node.out.left == 0) next = choose(node, at.value, now);
    if (node.out.left == 0) {
      Poll answer;
      answer.next = next;
      return answer;
    }
    return node.out.offer(now, room, full_);
  }

  bool delivered(const Delivery& delivery) override {
    ClosedNode& node = nodes_[delivery.destination.index()];
    const std::uint32_t place = delivery.token & ((1U << place_bits) - 1);
    const std::uint32_t packets = (delivery.token & ~reply_bit) >> place_bits;
    if ((delivery.token & reply_bit) != 0) return take_reply(node.places[place], node.trips, packets, delivery.cycle);
    if (packets > 1) {
      const std::uint64_t who = std::uint64_t{delivery.source.value} << place_bits | place;
      if (++node.arrived[who] < packets) return false;
      node.arrived.erase(who);
    }
    node.replies.push_back({delivery.cycle + 1 + loop_.service, delivery.source.value, place});
    std::push_heap(node.replies.begin(), node.replies.end(), std::greater<>());
    return true;
  }

  fsin::workload::Divisible* divisible() override { return this; }
  fsin::workload::Resumable* resumable() override { return this; }
  std::vector<Share*> divide(const fsin::workload::Division& division) override {
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (!division.here(division.part_of_node[node])) nodes_[node].places.clear();
    }
    return std::vector<Share*>(division.parts, this);
  }

  Cycle first_poll(NodeId node) const override { return nodes_[node.index()].places.empty() ? never : 1; }
  bool finished() const override { return false; }
  bool endless() const override { return true; }

  void save(fsin::ByteWriter& out) const override { out(nodes_); }
  void load(fsin::ByteReader& in) override { in(nodes_); }

  Report report(Cycle) const override {
    Report report;
    report.round_trips.emplace();
    for (const ClosedNode& node : nodes_) {
      report.round_trips->merge(node.trips);
      report.packets_generated += node.packets;
      report.phits_generated += node.phits;
    }
    return report;
  }

 private:
  /// Counts a packet of a reply; the last one frees the slot. True when the node can act on it.
  bool take_reply(RequestPlace& place, RoundTrips& trips, std::uint32_t packets, Cycle cycle) const {
    if (++place.arrived < packets) return false;
    const std::uint64_t trip = cycle - place.ready;
    ++trips.count;
    trips.cycles += trip;
    trips.longest = std::max(trips.longest, trip);
    place = {cycle + 1 + loop_.think, false, 0};
    return true;
  }

  /// Begins a reply or a request. If nothing is ready, returns the cycle in which something will be.
  Cycle choose(ClosedNode& node, std::uint32_t at, Cycle now) {
    if (!node.replies.empty() && node.replies.front().ready <= now) {
      begin_reply(node);
      return now + 1;
    }
    Cycle next = node.replies.empty() ? never : node.replies.front().ready;
    RequestPlace* first = nullptr;
    for (RequestPlace& place : node.places) {
      if (!place.under_way && (first == nullptr || place.ready < first->ready)) first = &place;
    }
    if (first == nullptr) return next;
    if (first->ready > now) return std::min(next, first->ready);
    begin_request(node, at, static_cast<std::uint32_t>(first - node.places.data()), now);
    return now + 1;
  }

  void begin_reply(ClosedNode& node) {
    std::pop_heap(node.replies.begin(), node.replies.end(), std::greater<>());
    const ReplyDue due = node.replies.back();
    node.replies.pop_back();
    TrafficMessage message = loop_.reply;
    message.destination = due.to;
    begin(node, message, due.ready, reply_bit, due.place);
  }

  /// Begins a request; one for the node itself is drawn again.
  void begin_request(ClosedNode& node, std::uint32_t at, std::uint32_t place, Cycle now) {
    TrafficMessage message;
    do {
      message = traffic_.message(traffic_.at(now).phase, at, node.number++);
    } while (message.destination == at);
    node.places[place].under_way = true;
    begin(node, message, node.places[place].ready, 0, place);
  }

  void begin(ClosedNode& node, const TrafficMessage& message, Cycle made, std::uint32_t kind, std::uint32_t place) {
    node.out.begin(message, made, kind | static_cast<std::uint32_t>(message.packets) << place_bits | place);
    node.packets += message.packets;
    node.phits += traffic_.phits(message);
  }

  Traffic traffic_;
  ClosedLoop loop_;
  std::uint16_t full_;
  std::vector<ClosedNode> nodes_;
};

}  // namespace

std::size_t bytes_of_closed_source(std::uint32_t window) {
  return sizeof(ClosedNode) + window * (sizeof(RequestPlace) + sizeof(ReplyDue));
}

std::unique_ptr<fsin::workload::Workload> make_closed_sources(Traffic traffic, const ClosedLoop& loop,
                                                              std::uint32_t nodes) {
  return std::make_unique<ClosedSources>(std::move(traffic), loop, nodes);
}

}  // namespace trgen::synth
