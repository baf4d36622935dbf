// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/minimal_records.hpp"

#include <algorithm>
#include <cstdlib>

namespace fsin::topology {

/// Nodes in the order of their distance from node 0.
struct MinimalRecords::Search {
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  Search(const AbelianGroup& the_group, std::span<const Element> the_steps)
      : group(the_group), steps(the_steps), distance(the_group.order(), unknown) {
    distance[0] = 0;
    order.push_back(0);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint32_t here = order[i];
      for (unsigned port = 0; port < 2 * steps.size(); ++port) {
        const std::uint32_t next = neighbour(here, port);
        if (distance[next] != unknown) continue;
        distance[next] = distance[here] + 1;
        order.push_back(next);
      }
    }
  }
  std::uint32_t neighbour(std::uint32_t node, unsigned port) const {
    return group.number(AbelianGroup::sum(group.element(node), steps[port / 2], port % 2 == 0 ? 1 : -1));
  }

  const AbelianGroup& group;
  std::span<const Element> steps;
  std::vector<std::uint32_t> distance;
  std::vector<std::uint32_t> order;
};

MinimalRecords::MinimalRecords(const AbelianGroup& group, std::span<const Element> steps)
    : dimensions_(steps.size()), first_(group.order()), count_(group.order()) {
  const Search search(group, steps);
  count_[0] = 1;
  hops_.assign(dimensions_, 0);
  for (std::size_t i = 1; i < search.order.size(); ++i) add_records(search, search.order[i]);
}

/// Every record of the node is a record of a neighbour nearer to node 0, plus a last hop along the highest dimension of
/// all its hops: so each is found once, those with a low highest dimension first. The first record of a neighbour has
/// the lowest highest dimension of all its records, so that leaving out later ones never leaves a node without one.
void MinimalRecords::add_records(const Search& search, std::uint32_t node) {
  first_[node] = static_cast<std::uint32_t>(hops_.size() / dimensions_);
  for (unsigned port = 0; port < 2 * dimensions_; ++port) {
    const std::uint32_t before = search.neighbour(node, port ^ 1U);
    if (search.distance[before] + 1 != search.distance[node]) continue;
    for (unsigned i = 0; i < count_[before] && count_[node] < most; ++i) {
      std::array<std::int16_t, max_dimensions> record{};
      std::copy_n(hops(before, i), dimensions_, record.begin());
      if (std::any_of(record.begin() + port / 2 + 1, record.end(), [](int higher) { return higher != 0; })) break;
      record[port / 2] = static_cast<std::int16_t>(record[port / 2] + (port % 2 == 0 ? 1 : -1));
      hops_.insert(hops_.end(), record.begin(), record.begin() + static_cast<std::ptrdiff_t>(dimensions_));
      ++count_[node];
    }
  }
}

unsigned MinimalRecords::distance(std::uint32_t difference) const {
  unsigned distance = 0;
  if (count(difference) == 0) return distance;
  const std::int16_t* record = hops(difference, 0);
  for (std::size_t d = 0; d < dimensions_; ++d) distance += static_cast<unsigned>(std::abs(record[d]));
  return distance;
}

}  // namespace fsin::topology
