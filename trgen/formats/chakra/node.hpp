// SPDX-License-Identifier: Apache-2.0
// A node of a Chakra execution trace, in the form that the readers use.
//
// A node may start when all nodes that it depends on are done. One file holds the nodes of one rank.
// Modelled: computing (with memory accesses and metadata counted as such), sends, receives and collectives with their
// bytes, peers, tags and process groups. Not modelled: priorities, the network dimensions that a collective should use,
// tensors, and the start times of the recorded run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::formats::chakra {

/// Types of nodes, with the numbers of the schema.
enum class NodeType : std::uint8_t { invalid, metadata, load, store, compute, send, receive, collective };
inline constexpr std::uint32_t node_types = 8;

/// Types of collectives, with the numbers of the schema.
enum class CollectiveType : std::uint8_t {
  all_reduce,
  reduce,
  all_gather,
  gather,
  scatter,
  broadcast,
  all_to_all,
  reduce_scatter,
  reduce_scatter_block,
  barrier
};
inline constexpr std::array<std::string_view, 10> collective_names{
    "all-reduce", "reduce",         "all-gather",           "gather", "scatter", "broadcast",
    "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier"};

constexpr bool computes(NodeType type) { return type <= NodeType::compute; }

struct Node {
  std::uint64_t id = 0;
  NodeType type = NodeType::compute;
  bool on_cpu = false;
  CollectiveType collective = CollectiveType::all_reduce;
  std::int64_t peer = -1;  ///< send: destination; receive: source; collective: root; -1: unknown
  std::int64_t self = -1;  ///< send: source; receive: destination; -1: unknown
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;        ///< bytes of a message, or comm_size of a collective
  std::uint64_t duration_ns = 0;  ///< computing
  std::uint64_t operations = 0;   ///< computing, if the trace says so
  std::string group{};            ///< collective: name of the process group; empty: all ranks
  std::vector<std::uint64_t> dependencies{};
};

}  // namespace trgen::formats::chakra
