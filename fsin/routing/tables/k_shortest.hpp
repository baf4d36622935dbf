// SPDX-License-Identifier: Apache-2.0
// The k shortest paths without loops between two switches. J. Y. Yen, Finding the k shortest loopless paths in a
// network, Management Science 17(11), 1971. Each deviation is searched by A* with the exact distance to the
// destination, which visits few switches off the path that it finds. Parallel links make different paths.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

class KShortest {
 public:
  using Path = std::vector<std::uint32_t>;  ///< numbers of links (Fabric::first_link)

  explicit KShortest(const Fabric& fabric);

  /// At most `k` paths, the shortest first; of equally long ones those with lower numbers. `distance`: of each switch
  /// to `to`; not `far` at `from`.
  std::vector<Path> paths(std::uint32_t from, std::uint32_t to, const std::vector<std::uint16_t>& distance, unsigned k);

 private:
  struct Open {
    std::uint32_t place;
    std::uint32_t links;  ///< links from the start of the search
  };

  void add_deviations(const std::vector<Path>& found, std::uint32_t from, std::uint32_t to);
  bool search(std::uint32_t from, std::uint32_t to, Path& path);
  void push(Open open, unsigned estimate);

  const Fabric& fabric_;
  const std::vector<std::uint16_t>* distance_ = nullptr;
  std::vector<std::uint32_t> source_of_link_;
  std::vector<bool> banned_switch_, banned_link_;
  std::vector<std::uint32_t> best_, came_by_, stamp_;
  std::uint32_t search_ = 0;
  std::vector<std::vector<Open>> buckets_;  ///< open entries by links so far plus links to go
  std::set<std::pair<std::size_t, Path>> waiting_;
};

/// Tables of up to `k` paths for every pair of homes.
RouteTables path_tables(const Fabric& fabric, unsigned k);

}  // namespace fsin::routing
