// SPDX-License-Identifier: Apache-2.0
// The k shortest paths without loops between two switches. J. Y. Yen, Finding the k shortest loopless paths in a
// network, Management Science 17(11), 1971. Each deviation is searched by A* with the exact distance to the
// destination, which visits few switches off the path that it finds. Parallel links make different paths.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

class KShortest {
 public:
  using Path = std::vector<std::uint32_t>;  ///< numbers of links (Fabric::first_link)

  explicit KShortest(const Fabric& fabric);

  /// At most `k` paths, the shortest first, or if the fabric is weighed the cheapest; of equal ones those with lower
  /// numbers. `distance`: of each switch to `to`, by Fabric::costs_to(); not `no_path` at `from`.
  std::vector<Path> paths(std::uint32_t from, std::uint32_t to, const std::vector<std::uint64_t>& distance, unsigned k);

 private:
  struct Open {
    std::uint32_t place;
    std::uint64_t cost;  ///< of the links from the start of the search
  };

  void add_deviations(const std::vector<Path>& found, std::uint32_t from, std::uint32_t to);
  bool search(std::uint32_t from, std::uint32_t to, Path& path);
  void push(Open open, std::uint64_t estimate);
  std::uint64_t cost_of(const Path& path) const;

  const Fabric& fabric_;
  const std::vector<std::uint64_t>* distance_ = nullptr;
  std::vector<std::uint32_t> source_of_link_;
  std::vector<bool> banned_switch_, banned_link_;
  std::vector<std::uint64_t> best_;
  std::vector<std::uint32_t> came_by_, stamp_;
  std::uint32_t search_ = 0;
  std::map<std::uint64_t, std::vector<Open>> open_;  ///< open entries by estimate: cost so far and cost to go
  std::set<std::pair<std::uint64_t, Path>> waiting_;
};

/// Tables of up to `k` paths for every pair of homes.
RouteTables path_tables(const Fabric& fabric, unsigned k);

}  // namespace fsin::routing
