// SPDX-License-Identifier: Apache-2.0
// The graphs of a Chakra trace that is run as a program, and how its ranks take part in it.
//
// With a file for each rank, each does what its file says. With one file, all ranks do what that rank did: messages go
// to and come from ranks at the same distance, round the end of the ranks, and a process group of the traced rank
// stands for the lines of ranks beside it.
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
  std::uint32_t traced_rank = 0;   ///< replicated: which rank the file is of
  std::uint32_t traced_ranks = 0;  ///< replicated: of how many; 0: not known
  std::vector<formats::chakra::Graph> graphs;
  ProcessGroups groups;
  Streams streams;
  std::vector<Timetable> timetables;  ///< by graph

  const formats::chakra::Graph& graph_of(std::uint32_t rank) const { return graphs[replicated ? 0 : rank]; }
  const Timetable& timetable_of(std::uint32_t rank) const { return timetables[replicated ? 0 : rank]; }

  /// From a rank to the peer of a node of its graph, 0 to ranks - 1.
  std::uint32_t distance(std::uint32_t rank, const formats::chakra::Node& node) const;

  /// The number of the communicator of a node: 0 for all ranks, else 2, 4, 6, ... by its group.
  std::uint32_t communicator(const formats::chakra::Node& node) const;

  // Each returns what is wrong; empty: nothing.
  std::string check_messages() const;     ///< peers that do not exist, messages without a partner
  std::string check_groups() const;       ///< groups without members, members that do not exist
  std::string check_collectives() const;  ///< members that call different collectives

  /// Fills in streams and timetables.
  void arrange();
};

}  // namespace trgen::programs::chakra
