// SPDX-License-Identifier: Apache-2.0
// The rows that a part of the page is made of, grouped by point, up to what a page can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "fsin/report/page/json.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::report::page {

template <class Row>
struct RowsByPoint {
  std::map<std::size_t, std::vector<Row>> points;  ///< those that have rows
  bool cut = false;                                ///< more points have some
};

/// The rows of every point, `rows_of(point)`; begins no other point after `limit` of them.
template <class Row, class RowsOf>
RowsByPoint<Row> rows_by_point(const sweep::Results& results, std::size_t limit, RowsOf rows_of) {
  RowsByPoint<Row> rows;
  std::size_t count = 0;
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    std::vector<Row> own = rows_of(point);
    if (own.empty()) continue;
    rows.cut = count >= limit;
    if (rows.cut) break;
    count += own.size();
    rows.points.emplace(point, std::move(own));
  }
  return rows;
}

/// "points" with an object for each point for which `object_of(point)` has one that is not null, no more than `limit`,
/// and a "note" where more points have one. Null where none has.
template <class ObjectOf>
nlohmann::ordered_json objects_by_point(const sweep::Results& results, std::size_t limit, ObjectOf object_of) {
  nlohmann::ordered_json json{{"points", nlohmann::ordered_json::array()}, {"note", ""}};
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    nlohmann::ordered_json own = object_of(point);
    if (own.is_null()) continue;
    if (json["points"].size() == limit) {
      json["note"] = cut_note(limit, results.plan.points.size());
      break;
    }
    own["point"] = point;
    json["points"].push_back(std::move(own));
  }
  return json["points"].empty() ? nlohmann::ordered_json() : json;
}

/// The detail of the first seed of a point; null where there is none.
inline const result::KeptDetail* detail_of(const sweep::Results& results, std::size_t point) {
  const sweep::Run* run = results.first_run(point);
  return run != nullptr && run->result.detail ? &*run->result.detail : nullptr;
}

/// Where the time of its ranks went; null where that is not known.
inline const result::KeptProfile* profile_of(const sweep::Results& results, std::size_t point) {
  const sweep::Run* run = results.first_run(point);
  return run != nullptr && run->result.profile ? &*run->result.profile : nullptr;
}

/// The name of a row of a rank: its number, or of a further stream of it "3.1".
inline nlohmann::ordered_json rank_label(std::uint64_t rank, std::uint64_t stream) {
  if (stream == 0) return rank;
  return std::to_string(rank) + "." + std::to_string(stream);
}

}  // namespace fsin::report::page
