// SPDX-License-Identifier: Apache-2.0
// The graphs of a Chakra trace that is run as a program, and the role of its ranks.
//
// With a file for each rank, each executes its own. With one file, all ranks execute it: messages go to and come from
// ranks at the same distance, wrapping at the end of the ranks, and a process group of the traced rank stands for the
// lines of ranks beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/formats/chakra/graph.hpp"
#include "trgen/programs/chakra/process_groups.hpp"
#include "trgen/programs/chakra/streams.hpp"
#include "trgen/programs/chakra/timetable.hpp"

namespace trgen::programs::chakra {

struct TraceSet {
  std::uint32_t ranks = 1;
  bool replicated = false;
  std::uint32_t traced_rank = 0;   ///< replicated: the rank that the file was recorded from
  std::uint32_t traced_ranks = 0;  ///< replicated: the number of ranks of that run; 0: unknown
  std::vector<formats::chakra::Graph> graphs;
  ProcessGroups groups;
  Streams streams;
  std::vector<Timetable> timetables;  ///< by graph

  const formats::chakra::Graph& graph_of(std::uint32_t rank) const { return graphs[replicated ? 0 : rank]; }
  const Timetable& timetable_of(std::uint32_t rank) const { return timetables[replicated ? 0 : rank]; }

  /// Distance from a rank to the peer of a node of its graph, 0 to ranks - 1.
  std::uint32_t distance(std::uint32_t rank, const formats::chakra::Node& node) const;

  /// The number of the communicator of a node: 0 for all ranks, else 2, 4, 6, ... by its group.
  std::uint32_t communicator(const formats::chakra::Node& node) const;

  // Checks. Each returns the fault, or an empty text.
  std::string check_messages() const;     ///< peers that do not exist, messages without a partner
  std::string check_groups() const;       ///< groups without members, members that do not exist
  std::string check_collectives() const;  ///< members that call different collectives

  /// Computes streams and timetables.
  void arrange();
};

}  // namespace trgen::programs::chakra
