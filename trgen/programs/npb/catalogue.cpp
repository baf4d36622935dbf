// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/catalogue.hpp"

#include <algorithm>

namespace trgen::programs::npb {
namespace {

constexpr std::uint32_t search_limit = 1U << 26;  ///< beyond it, no larger number is looked for

}  // namespace

NearestRanks nearest_ranks(const CodeEntry& code, Settings settings) {
  const std::uint32_t wanted = settings.ranks;
  const auto is_legal = [&](std::uint64_t ranks) {
    settings.ranks = static_cast<std::uint32_t>(ranks);
    return code.fault(settings).empty();
  };
  NearestRanks nearest;
  for (std::uint32_t ranks = std::min(wanted, search_limit); ranks > 0 && !nearest.below; --ranks) {
    if (is_legal(ranks)) nearest.below = ranks;
  }
  const std::uint64_t end =
      std::min<std::uint64_t>(search_limit, std::max<std::uint64_t>(2 * std::uint64_t{wanted}, 4096));
  for (std::uint64_t ranks = std::uint64_t{wanted} + 1; ranks <= end && !nearest.above; ++ranks) {
    if (is_legal(ranks)) nearest.above = static_cast<std::uint32_t>(ranks);
  }
  return nearest;
}

}  // namespace trgen::programs::npb
