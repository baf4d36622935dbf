// SPDX-License-Identifier: Apache-2.0
// Facts about the network that a workload may use. A workload sees no topology object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace fsin::workload {

/// Routers and the links between them; nodes sit at the first routers.
struct NetworkLinks {
  std::size_t vertices = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  ///< endpoints of every directed link
};

struct NetworkFacts {
  std::uint32_t nodes = 0;      ///< network-attached nodes
  std::vector<unsigned> dims;   ///< places per dimension, X first; empty when the topology has no coordinates
  std::uint32_t terminals = 1;  ///< nodes at each place of `dims`, with consecutive numbers
  std::uint32_t group = 0;      ///< nodes of each group, with consecutive numbers; 0: the topology has no groups
  /// Links on a shortest path between two nodes. Empty unless the workload needs it.
  std::function<unsigned(std::uint32_t from, std::uint32_t to)> distance{};
  /// Lists all links. Empty unless the workload needs it.
  std::function<NetworkLinks()> links{};
  std::uint32_t packet_phits = 16;    ///< phits of a full packet, 1..65535
  std::uint32_t phit_bytes = 4;       ///< bytes a link moves in a cycle, at least 1
  std::uint32_t payload_bytes = 0;    ///< bytes of a message a full packet carries; 0 means packet_phits * phit_bytes
  std::uint64_t bit_rate = 0;         ///< bits per second of a link; needed only where times become cycles
  bool variable_last_packet = false;  ///< the last packet of a message has only the phits it needs
  /// Operations per second of a core of each node; empty where the network does not specify its nodes.
  std::vector<double> node_speeds{};
  /// Number of the machine that each node is, and cores of each machine, which its nodes share; empty with node_speeds.
  std::vector<std::uint32_t> node_machines{};
  std::vector<std::uint32_t> machine_cores{};
  bool carries_own = false;  ///< the network carries messages of a node to itself

  std::uint64_t packet_bytes() const {
    return payload_bytes != 0 ? payload_bytes : static_cast<std::uint64_t>(packet_phits) * phit_bytes;
  }
};

}  // namespace fsin::workload
