// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as messages between ranks, three bytes each. Whatever they are, each pair of ranks is
// explained by one pattern or by none, and the shares of the patterns add up to all messages.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "trgen/pattern/matrix.hpp"
#include "trgen/pattern/placing.hpp"
#include "trgen/pattern/text_drawing.hpp"
#include "trgen/pattern/verdict.hpp"
#include "trgen/pattern/words.hpp"

namespace {

using namespace trgen::pattern;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::uint32_t ranks = data[0] + 1U;
  std::vector<Edge> edges;
  Amount sent;
  for (std::size_t i = 1; i + 2 < size; i += 3) {
    const Edge edge{data[i] % ranks, data[i + 1] % ranks, {data[i + 2] + 1U, data[i + 2]}};
    edges.push_back(edge);
    if (edge.source != edge.destination) sent += edge.amount;
  }
  const Verdict verdict = Verdict::of(ranks, edges);
  require(verdict.graph.total() == sent);
  Amount all = verdict.explanation.left;
  for (const Pattern& each : verdict.patterns) {
    all += each.both();
    require(each.evidence.hits <= each.evidence.possible);
    require(!title(each, verdict.explanation.parts).empty());
    require(!certainty(each).empty());
    numbering_text(each);
    grid_drawing(each, "");
    if (!each.axes) continue;
    const TargetNetwork network{.wraps = true, .extents = {ranks}};
    std::vector<std::uint32_t> nodes = place(verdict.graph, *each.axes, network);
    std::sort(nodes.begin(), nodes.end());
    require(nodes.empty() || (nodes.size() == ranks && nodes.back() == ranks - 1));
    require(std::adjacent_find(nodes.begin(), nodes.end()) == nodes.end());
  }
  require(all == sent);
  matrix_drawing(verdict.graph, patterns_of_pairs(verdict.explanation, verdict.patterns), 64, "");
  return 0;
}
