// SPDX-License-Identifier: Apache-2.0
// The graphs of tasks of DT, and the lengths of the vectors that flow along them (see dt.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/programs/npb/settings.hpp"

namespace trgen::programs::npb {

struct DtArc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct DtTask {
  std::vector<std::uint32_t> in;   ///< arcs, in the order of receives
  std::vector<std::uint32_t> out;  ///< arcs, in the order of sends
  std::uint64_t length = 0;        ///< numbers in the vector that the task sends
  bool is_sink = false;
};

struct DtGraph {
  std::vector<DtTask> tasks;  ///< in topological order
  std::vector<DtArc> arcs;    ///< their numbers are the tags

  DtGraph(Graph graph, Class size);

 private:
  void attach(std::uint32_t from, std::uint32_t to);
  void trees(std::uint32_t leaves, bool black);
  void shuffle(std::uint32_t width);
  void set_lengths(Class size);
};

/// The number of tasks, without making the graph.
std::uint32_t dt_tasks(Graph graph, std::uint32_t sources);

}  // namespace trgen::programs::npb
