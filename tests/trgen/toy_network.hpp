// SPDX-License-Identifier: Apache-2.0
// A network of a few lines for tests of packet-level workloads: room opens and closes by a fixed pattern, and a packet
// arrives a number of cycles after it entered that depends on its ends alone. Two drivers, as the engines are: one
// polls every node in every cycle, in either order, the other only nodes that asked for it.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "fsin/workload/workload.hpp"

namespace toy {

using fsin::Cycle;
using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Poll;
using fsin::workload::Workload;

struct Entry {
  Cycle cycle = 0;
  std::uint32_t node = 0;
  std::uint32_t destination = 0;
  std::uint32_t phits = 0;
  Cycle generated = 0;
  Cycle delivered = 0;

  auto operator<=>(const Entry&) const = default;
};

struct Network {
  std::uint32_t nodes = 0;
  bool tight = false;  ///< room is rare
  Cycle latency = 0;   ///< of all packets; 0: it depends on source and destination

  bool room(std::uint32_t node, Cycle cycle) const { return !tight || (cycle * 7 + node) % 40 < 9; }
  Cycle time(std::uint32_t from, std::uint32_t to) const { return latency != 0 ? latency : 5 + (from * 3 + to) % 11; }
};

enum class Polls { always, reversed, asked };

/// Runs to the end of the workload or for so many cycles; returns the packets by entry and source.
inline std::vector<Entry> run(Workload& workload, const Network& network, Cycle cycles, Polls polls,
                              Cycle* ended = nullptr) {
  std::vector<Entry> entries;
  std::multimap<Cycle, Delivery> coming;
  std::vector<Cycle> due(network.nodes);
  std::vector<bool> wants(network.nodes);
  for (std::uint32_t node = 0; node < network.nodes; ++node) due[node] = workload.first_poll(NodeId(node));
  for (Cycle now = 1; now <= cycles; ++now) {
    std::vector<Delivery> these;
    for (auto [at, last] = coming.equal_range(now); at != last; ++at) these.push_back(at->second);
    coming.erase(now);
    if (polls == Polls::reversed) std::reverse(these.begin(), these.end());
    for (const Delivery& delivery : these) {
      if (workload.delivered(delivery)) due[delivery.destination.index()] = now;
    }
    for (std::uint32_t i = 0; i < network.nodes; ++i) {
      const std::uint32_t node = polls == Polls::reversed ? network.nodes - 1 - i : i;
      const bool room = network.room(node, now);
      if (polls == Polls::asked && due[node] != now && !(wants[node] && room)) continue;
      const Poll answer = workload.poll(NodeId(node), now, room);
      due[node] = answer.next;
      wants[node] = answer.wants_room;
      if (!answer.offers) continue;
      const std::uint32_t to = answer.packet.destination.value;
      const Cycle end = now + network.time(node, to);
      entries.push_back({now, node, to, answer.packet.phits, answer.packet.generated, end});
      coming.emplace(end + 1, Delivery{NodeId(node), NodeId(to), answer.packet.token, end});
    }
    if (workload.finished()) {
      if (ended != nullptr) *ended = now;
      break;
    }
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace toy
