// SPDX-License-Identifier: Apache-2.0
// The patterns of a trace as a stand-alone SVG file: the traffic matrix, coloured by pattern, the grid with its ranks,
// and a legend. Its colours change with the light or dark theme of the viewer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trgen/pattern/patterns.hpp"

namespace trgen::pattern {

/// A line of the legend: the name of a pattern and its share.
struct Entry {
  std::string title;
  std::string share;
};

/// SVG text. `legend`: by pattern. `rest`: the share of messages without a pattern; empty for none.
std::string picture(std::string_view title, const TrafficGraph& graph, const std::vector<Pattern>& patterns,
                    const std::vector<std::uint32_t>& pattern_of_pair, const std::vector<Entry>& legend,
                    const std::string& rest);

}  // namespace trgen::pattern
