// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/catalogue.hpp"

#include <algorithm>

namespace trgen::programs::npb {
namespace {

constexpr std::uint32_t search_limit = 1U << 24;  ///< largest number of ranks up to which a legal one is searched for

}  // namespace

NearestRanks nearest_ranks(const CodeEntry& code, Settings settings) {
  const std::uint32_t wanted = settings.ranks;
  const auto is_legal = [&](std::uint64_t ranks) {
    settings.ranks = static_cast<std::uint32_t>(ranks);
    return code.fault(settings).empty();
  };
  const std::uint64_t most = std::min<std::uint64_t>(code.bound(settings), search_limit);
  NearestRanks nearest;
  for (std::uint64_t ranks = std::min<std::uint64_t>(wanted, most); ranks > 0 && !nearest.below; --ranks) {
    if (is_legal(ranks)) nearest.below = static_cast<std::uint32_t>(ranks);
  }
  for (std::uint64_t ranks = std::uint64_t{wanted} + 1; ranks <= most && !nearest.above; ++ranks) {
    if (is_legal(ranks)) nearest.above = static_cast<std::uint32_t>(ranks);
  }
  return nearest;
}

}  // namespace trgen::programs::npb
