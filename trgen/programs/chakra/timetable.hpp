// SPDX-License-Identifier: Apache-2.0
// What each stream of a rank does, one operation after the other, from the nodes of a Chakra trace in their order: the
// nodes of a stream in turn, and between streams a signal wherever a node waits for a node of another stream. A signal
// that an earlier one implies is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "trgen/formats/chakra/graph.hpp"

namespace trgen::programs::chakra {

struct Item {
  enum class What : std::uint8_t { node, signal, await };
  What what = What::node;
  std::uint32_t number = 0;  ///< of the node in the graph, or of the other stream
};

/// By stream.
using Timetable = std::vector<std::vector<Item>>;

/// `stream_of` gives the stream of each node, below `streams`.
Timetable make_timetable(const formats::chakra::Graph& graph, std::uint32_t streams,
                         const std::function<std::uint32_t(std::uint32_t node)>& stream_of);

}  // namespace trgen::programs::chakra
