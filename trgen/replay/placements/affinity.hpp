// SPDX-License-Identifier: Apache-2.0
// Who sends how much to whom: the weighted graph of ranks that a placement by communication goes by. It is counted over
// the first operations of each rank; programs repeat themselves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::replay {

/// Both directions together.
struct Pair {
  std::uint32_t low = 0;  ///< rank, below `high`
  std::uint32_t high = 0;
  std::uint64_t bytes = 0;  ///< of messages, each counted as 1 at least
};

struct Affinity {
  std::vector<Pair> pairs;  ///< in order of (low, high)
  bool whole = true;        ///< false: ranks have more operations than were looked at
};

inline constexpr std::uint64_t affinity_operations = 20'000;  ///< looked at for each rank

/// `seat_of_rank` says which ranks are placed together; messages between them do not count. The reader is read from.
Affinity affinity_of(OperationReader& reader, std::span<const std::uint32_t> seat_of_rank);

}  // namespace trgen::replay
