// SPDX-License-Identifier: Apache-2.0
// The rows of a table by point.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "fsin/report/page/csv.hpp"

namespace fsin::report::page {

template <class Row>
struct RowsByPoint {
  std::map<std::size_t, std::vector<Row>> points;
  bool cut = false;  ///< the file has more points
};

/// Reads rows by `read(file)`, and begins no other point after `limit` of them. Where the table has a column `seed`,
/// the first seed of each point counts.
template <class Row, class Read>
RowsByPoint<Row> rows_by_point(CsvFile& file, std::size_t points, std::size_t limit, Read read) {
  const bool has_seed = file.has("seed");
  const std::size_t seed = has_seed ? file.column("seed") : 0;
  RowsByPoint<Row> rows;
  std::map<std::size_t, std::uint64_t> seeds;
  std::size_t count = 0;
  while (file.next()) {
    const std::size_t point = file.point(points);
    rows.cut = count >= limit && !rows.points.contains(point);
    if (rows.cut) break;
    if (has_seed && seeds.try_emplace(point, file.whole(seed)).first->second != file.whole(seed)) continue;
    rows.points[point].push_back(read(file));
    ++count;
  }
  return rows;
}

}  // namespace fsin::report::page
