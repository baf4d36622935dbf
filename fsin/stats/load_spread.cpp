// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/load_spread.hpp"

#include <algorithm>

namespace fsin::stats {

double jain_index(const std::vector<std::uint64_t>& values) {
  double sum = 0;
  double squares = 0;
  for (const std::uint64_t v : values) {
    const auto x = static_cast<double>(v);
    sum += x;
    squares += x * x;
  }
  return squares == 0 ? 1.0 : sum * sum / (static_cast<double>(values.size()) * squares);
}

NodeSpread node_spread(const std::vector<std::uint64_t>& phits, Cycle cycles) {
  NodeSpread result;
  if (phits.empty() || cycles == 0) return result;
  std::uint64_t sum = 0;
  for (const std::uint64_t v : phits) sum += v;
  const auto worst = std::min_element(phits.begin(), phits.end());
  const auto duration = static_cast<double>(cycles);
  result.mean = static_cast<double>(sum) / duration / static_cast<double>(phits.size());
  result.worst = static_cast<double>(*worst) / duration;
  result.worst_node = static_cast<std::size_t>(worst - phits.begin());
  result.jain = jain_index(phits);
  return result;
}

LinkSpread link_spread(const LinkTotals& links, Cycle cycles) {
  if (links.links == 0 || cycles == 0) return {};
  const auto duration = static_cast<double>(cycles);
  return {static_cast<double>(links.phits) / duration / static_cast<double>(links.links),
          static_cast<double>(links.busiest.phits) / duration};
}

}  // namespace fsin::stats
