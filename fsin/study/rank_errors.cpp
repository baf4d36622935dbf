// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/rank_errors.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/workload/rank_names.hpp"

namespace fsin::study {

std::vector<Cycle> rank_ends(const stats::RunTotals& totals) {
  const workload::RankNames names(totals.ranks);
  std::vector<Cycle> ends(names.ranks(totals.ranks.size()));
  for (std::size_t number = 0; number < totals.ranks.size(); ++number) {
    Cycle& end = ends[names[number].rank];
    end = std::max(end, totals.ranks[number].finished);
  }
  return ends;
}

double relative_error(Cycle first, Cycle second) {
  if (first == second) return 0;
  return static_cast<double>(second) / static_cast<double>(std::max<Cycle>(first, 1)) - 1;
}

RankErrors rank_errors(const std::vector<Cycle>& first, const std::vector<Cycle>& second) {
  RankErrors made;
  if (first.size() != second.size() || first.empty()) return made;
  double sum = 0;
  for (std::uint32_t rank = 0; rank < first.size(); ++rank) {
    const double error = relative_error(first[rank], second[rank]);
    sum += std::abs(error);
    if (std::abs(error) <= std::abs(made.worst)) continue;
    made.worst = error;
    made.worst_rank = rank;
  }
  made.mean = sum / static_cast<double>(first.size());
  return made;
}

}  // namespace fsin::study
