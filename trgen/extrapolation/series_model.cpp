// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/series_model.hpp"

#include <algorithm>
#include <utility>

namespace trgen::extrapolation {

std::optional<SeriesModel> fit_series(std::span<const SeriesSample> samples, const Fit& fit, unsigned least_spare,
                                      bool times) {
  SeriesModel made;
  std::vector<structure::Series> all;
  std::vector<Sample> choices;
  for (const SeriesSample& each : samples) {
    if (each.series->listed()) return std::nullopt;
    all.push_back(each.series->series());
    const auto same = std::find_if(made.ways.begin(), made.ways.end(),
                                   [&](const SeriesModel::Way& way) { return way.shape == all.back().shape; });
    choices.push_back({each.at, same - made.ways.begin()});
    if (same == made.ways.end()) made.ways.push_back({all.back().shape, {}});
  }
  auto choice = fit.choice(choices);
  if (!choice) return std::nullopt;
  made.choice = std::move(*choice);
  for (std::size_t way = 0; way < made.ways.size(); ++way) {
    for (std::size_t number = 0; number <= structure::elements(made.ways[way].shape); ++number) {
      std::vector<Sample> numbers;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (choices[i].value != static_cast<std::int64_t>(way)) continue;
        numbers.push_back({choices[i].at, number == 0 ? all[i].first : all[i].steps[number - 1]});
      }
      auto law = fit.value(numbers, least_spare, times);
      if (!law) return std::nullopt;
      made.ways[way].numbers.push_back(std::move(*law));
    }
  }
  return made;
}

}  // namespace trgen::extrapolation
