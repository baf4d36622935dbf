// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/chakra/trace_set.hpp"

#include <iterator>

namespace trgen::programs::chakra {

std::uint32_t TraceSet::distance(std::uint32_t rank, const Node& node) const {
  if (!replicated) return (static_cast<std::uint32_t>(node.peer) + ranks - rank) % ranks;
  // The shorter direction round the traced ranks, forwards or backwards.
  std::int64_t there = node.peer - traced_rank;
  if (traced_ranks != 0) {
    const std::int64_t all = traced_ranks;
    there = (there % all + all) % all;
    if (2 * there > all) there -= all;
  }
  const std::int64_t count = ranks;
  return static_cast<std::uint32_t>((there % count + count) % count);
}

std::uint32_t TraceSet::communicator(const Node& node) const {
  const auto found = groups.find(node.group);
  if (node.group.empty() || found == groups.end()) return 0;
  return 2 + 2 * static_cast<std::uint32_t>(std::distance(groups.begin(), found));
}

void TraceSet::arrange() {
  std::vector<std::vector<std::uint32_t>> stream_of(graphs.size());
  for (std::uint32_t number = 0; number < graphs.size(); ++number) {
    for (const Node& node : graphs[number].nodes) {
      const bool message = node.type == NodeType::send || node.type == NodeType::receive;
      std::uint32_t away = message ? distance(number, node) : 0;
      if (node.type == NodeType::receive) away = (ranks - away) % ranks;  // as the sender sees it
      stream_of[number].push_back(streams.of(node, away));
      if (message) streams.add_message(away);
    }
  }
  timetables.clear();
  for (std::uint32_t number = 0; number < graphs.size(); ++number) {
    timetables.push_back(
        make_timetable(graphs[number], streams.count(), [&](std::uint32_t node) { return stream_of[number][node]; }));
  }
}

}  // namespace trgen::programs::chakra
