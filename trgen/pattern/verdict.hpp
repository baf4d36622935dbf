// SPDX-License-Identifier: Apache-2.0
// A traffic graph with what was found in it.
#pragma once

#include <utility>
#include <vector>

#include "trgen/pattern/patterns.hpp"

namespace trgen::pattern {

struct Verdict {
  TrafficGraph graph;
  Explanation explanation;
  std::vector<Pattern> patterns;  ///< the one with most messages first

  /// Looks for patterns in these messages between ranks below `ranks`.
  static Verdict of(std::uint32_t ranks, std::vector<Edge> edges) {
    Verdict made{.graph = TrafficGraph(ranks, std::move(edges)), .explanation = {}, .patterns = {}};
    made.explanation = explain(made.graph);
    made.patterns = patterns_of(made.explanation);
    return made;
  }
};

}  // namespace trgen::pattern
