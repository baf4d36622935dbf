// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/affinity.hpp"

#include <algorithm>
#include <unordered_map>

namespace trgen::replay {

Affinity affinity_of(OperationReader& reader, std::span<const std::uint32_t> seat_of_rank) {
  std::unordered_map<std::uint64_t, std::uint64_t> bytes;
  Affinity affinity;
  programs::Operation operation;
  for (std::uint32_t rank = 0; rank < seat_of_rank.size(); ++rank) {
    std::uint64_t read = 0;
    while (read < affinity_operations && reader.next(rank, operation)) {
      ++read;
      const bool sends =
          operation.kind == programs::OperationKind::send || operation.kind == programs::OperationKind::send_start;
      if (!sends || operation.peer >= seat_of_rank.size()) continue;
      const std::uint64_t from = seat_of_rank[rank], to = seat_of_rank[operation.peer];
      if (from != to)
        bytes[std::min(from, to) << 32U | std::max(from, to)] += std::max<std::uint64_t>(operation.amount, 1);
    }
    affinity.whole = affinity.whole && read < affinity_operations;
  }
  affinity.pairs.reserve(bytes.size());
  for (const auto& [key, sum] : bytes)
    affinity.pairs.push_back({static_cast<std::uint32_t>(key >> 32U), static_cast<std::uint32_t>(key), sum});
  std::sort(affinity.pairs.begin(), affinity.pairs.end(),
            [](const Pair& a, const Pair& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; });
  return affinity;
}

}  // namespace trgen::replay
