// SPDX-License-Identifier: Apache-2.0
// The operations of each stream of a rank in order, derived from the nodes of a Chakra trace in their order: the nodes
// of a stream in turn, and between streams a signal wherever a node waits for a node of another stream. A signal that
// an earlier one implies is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "trgen/formats/chakra/graph.hpp"

namespace trgen::programs::chakra {

struct Item {
  enum class What : std::uint8_t { node, signal, await };
  What what = What::node;
  std::uint32_t number = 0;  ///< number of the node in the graph, or of the other stream
};

/// Items by stream.
using Timetable = std::vector<std::vector<Item>>;

/// Makes the timetable. `stream_of` gives the stream of each node, below `streams`.
Timetable make_timetable(const formats::chakra::Graph& graph, std::uint32_t streams,
                         const std::function<std::uint32_t(std::uint32_t node)>& stream_of);

}  // namespace trgen::programs::chakra
