// SPDX-License-Identifier: Apache-2.0
// Helpers of the replay tests: traces in memory, and an ideal network that only serialises packets at their source.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/replay.hpp"

namespace trgen::replay::testing {

using fsin::Cycle;
using fsin::NodeId;
using record::Kind;
using record::Record;

/// A trace that is written down rank by rank.
class MemoryTrace final : public record::TraceSource {
 public:
  explicit MemoryTrace(std::uint32_t ranks) : records_(ranks) {}

  MemoryTrace& send(std::uint32_t rank, std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0) {
    return add(rank, {.kind = Kind::send, .peer = to, .tag = tag, .bytes = bytes});
  }
  MemoryTrace& receive(std::uint32_t rank, std::uint32_t from, std::uint64_t bytes, std::int32_t tag = 0) {
    return add(rank, {.kind = Kind::receive, .peer = from, .tag = tag, .bytes = bytes});
  }
  /// A CPU burst: the end of a state, then the start of the next one `ns` later.
  MemoryTrace& burst(std::uint32_t rank, std::uint64_t ns) {
    const std::uint64_t now = records_[rank].empty() ? 0 : records_[rank].back().time_ns;
    add(rank, {.kind = Kind::state_start, .time_ns = now});
    add(rank, {.kind = Kind::state_end, .time_ns = now});
    return add(rank, {.kind = Kind::state_start, .time_ns = now + ns});
  }
  MemoryTrace& add(std::uint32_t rank, Record record) {
    if (record.time_ns == 0 && !records_[rank].empty()) record.time_ns = records_[rank].back().time_ns;
    record.line = ++lines_;
    records_[rank].push_back(record);
    return *this;
  }
  /// From now on reading stops after `records` records of all ranks together.
  void break_after(std::uint64_t records) { break_after_ = records; }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(records_.size()); }
  std::uint64_t records() const override { return lines_; }
  std::uint64_t records(std::uint32_t rank) const override { return records_[rank].size(); }
  const std::vector<std::string>& state_names() const override { return none_; }
  const std::string& digest() const override { return name_; }
  const std::vector<std::string>& warnings() const override { return none_; }
  std::unique_ptr<record::TraceCursor> open() const override { return std::make_unique<Cursor>(*this); }

 private:
  class Cursor final : public record::TraceCursor {
   public:
    explicit Cursor(const MemoryTrace& trace) : trace_(trace), at_(trace.records_.size()) {}
    bool next(std::uint32_t rank, Record& out) override {
      if (read_ >= trace_.break_after_ || at_[rank] == trace_.records_[rank].size()) return false;
      out = trace_.records_[rank][at_[rank]++];
      ++read_;
      return true;
    }
    std::string failure() const override { return read_ >= trace_.break_after_ ? "trace:9: block is damaged" : ""; }

   private:
    const MemoryTrace& trace_;
    std::vector<std::size_t> at_;
    std::uint64_t read_ = 0;
  };

  std::string name_ = "trace";
  std::vector<std::string> none_;
  std::vector<std::vector<Record>> records_;
  std::uint64_t lines_ = 0;
  std::uint64_t break_after_ = ~std::uint64_t{0};
};

struct Entered {
  Cycle cycle = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint16_t phits = 0;
  Cycle generated = 0;
  bool operator==(const Entered&) const = default;
};

/// Drives a workload. A packet of L phits over a distance of D hops has its tail consumed D + L - 1 cycles after it
/// began to leave; with `serial`, a source begins a packet only when the tail of the one before has left.
struct IdealSettings {
  std::uint32_t nodes = 2;
  std::uint32_t distance = 1;
  bool serial = true;
  bool only_when_asked = true;
  bool tight = false;    ///< room opens and closes by a fixed pattern
  bool reverse = false;  ///< nodes are polled, and deliveries reported, in descending order
  Cycle most_cycles = 100000;
};

class IdealNetwork : public IdealSettings {
 public:
  IdealNetwork() = default;
  explicit IdealNetwork(const IdealSettings& settings) : IdealSettings(settings) {}

  std::vector<Entered> entered;
  std::uint64_t delivered = 0;

  struct End {
    bool finished = false;
    Cycle cycles = 0;  ///< the clock after the last cycle
  };

  End run(fsin::workload::Workload& workload);

 private:
  bool room(std::uint32_t node, Cycle now) const { return !tight || (now * 5 + node * 3) % 11 < 4; }
  void deliver_all(fsin::workload::Workload& workload, Cycle now);
  void poll(fsin::workload::Workload& workload, std::uint32_t node, Cycle now);

  std::vector<Cycle> due_;
  std::vector<bool> wants_;
  std::vector<Cycle> free_from_;
  std::multimap<Cycle, fsin::workload::Delivery> arrivals_;
};

inline IdealNetwork::End IdealNetwork::run(fsin::workload::Workload& workload) {
  wants_.assign(nodes, false);
  free_from_.assign(nodes, 0);
  due_.clear();
  for (std::uint32_t node = 0; node < nodes; ++node) due_.push_back(workload.first_poll(NodeId(node)));
  for (Cycle now = 1; now <= most_cycles; ++now) {
    deliver_all(workload, now);
    for (std::uint32_t i = 0; i < nodes; ++i) poll(workload, reverse ? nodes - 1 - i : i, now);
    if (workload.finished()) return {true, now + 1};
  }
  return {false, most_cycles + 1};
}

inline void IdealNetwork::deliver_all(fsin::workload::Workload& workload, Cycle now) {
  std::vector<fsin::workload::Delivery> these;
  while (!arrivals_.empty() && arrivals_.begin()->first < now) {
    these.push_back(arrivals_.begin()->second);
    arrivals_.erase(arrivals_.begin());
  }
  if (reverse) these = {these.rbegin(), these.rend()};
  for (const auto& delivery : these) {
    ++delivered;
    if (workload.delivered(delivery)) due_[delivery.destination.index()] = now;
  }
}

inline void IdealNetwork::poll(fsin::workload::Workload& workload, std::uint32_t node, Cycle now) {
  const bool has_room = room(node, now);
  if (only_when_asked && due_[node] != now && !(wants_[node] && has_room)) return;
  const fsin::workload::Poll answer = workload.poll(NodeId(node), now, has_room);
  due_[node] = answer.next;
  wants_[node] = answer.wants_room;
  if (!answer.offers) return;
  const auto& packet = answer.packet;
  entered.push_back({now, node, packet.destination.value, packet.phits, packet.generated});
  const Cycle begin = serial ? std::max(now, free_from_[node]) : now;
  free_from_[node] = begin + packet.phits;
  const Cycle tail = begin + distance + packet.phits - 1;
  arrivals_.emplace(
      tail, fsin::workload::Delivery{NodeId(node), packet.destination, packet.token, tail, now, 1, packet.phits});
}

inline fsin::workload::NetworkFacts network_of(std::uint32_t nodes) {
  fsin::workload::NetworkFacts facts;
  facts.nodes = nodes;
  return facts;
}

inline ReplaySettings consecutive(const record::TraceSource& trace) {
  ReplaySettings settings;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) settings.node_of_rank.push_back(rank);
  return settings;
}

using Trace = std::shared_ptr<MemoryTrace>;

inline Trace trace_of(std::uint32_t ranks) { return std::make_shared<MemoryTrace>(ranks); }

inline std::unique_ptr<fsin::workload::MessageWorkload> make_message_replay(
    const std::shared_ptr<const record::TraceSource>& trace, const ReplaySettings& settings,
    const fsin::workload::NetworkFacts& facts) {
  return make_replay(operations_of(trace, settings), settings, facts);
}

inline std::unique_ptr<fsin::workload::Workload> make_trace_replay(
    const std::shared_ptr<const record::TraceSource>& trace, const ReplaySettings& settings,
    const fsin::workload::NetworkFacts& facts, fsin::OriginalRandom* random = nullptr) {
  return make_packet_replay(operations_of(trace, settings), settings, facts, random);
}

/// The clock at the end of a replay with rank i on node i.
inline IdealNetwork::End clock_of(const Trace& trace, const IdealSettings& settings = {}) {
  IdealNetwork network(settings);
  network.nodes = trace->ranks();
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(network.nodes));
  return network.run(*workload);
}

}  // namespace trgen::replay::testing
