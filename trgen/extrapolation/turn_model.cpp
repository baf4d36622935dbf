// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/turn_model.hpp"

#include <algorithm>
#include <utility>

namespace trgen::extrapolation {
namespace {

constexpr std::uint64_t most_turns = 1024, most_samples = 1 << 18, most_numbers = 1 << 24;

/// The numbers of a turn on all ranks, or of all turns together; none where passes differ.
std::optional<std::vector<Sample>> numbers_of(std::span<const SeriesSample> samples) {
  std::vector<Sample> made;
  std::uint64_t walked = 0;
  for (const SeriesSample& each : samples) {
    const std::uint64_t turns = each.at.rungs;
    walked += each.series->length();
    if (each.series->listed() || turns == 0 || turns > most_turns || each.series->length() % turns != 0 ||
        made.size() + turns > most_samples || walked > most_numbers) {
      return std::nullopt;
    }
    const structure::Series series = each.series->series();
    structure::SeriesWalk walk(series);
    const std::size_t first = made.size();
    for (std::uint64_t number = 0; number < each.series->length(); ++number) {
      const std::int64_t value = walk.next();
      if (number >= turns) {
        if (made[first + number % turns].value != value) return std::nullopt;
        continue;
      }
      made.push_back({each.at, value});
      made.back().at.rung = static_cast<std::uint32_t>(number);
    }
  }
  return made;
}

}  // namespace

std::optional<TurnModel> fit_turns(std::span<const SeriesSample> samples, const Fit& fit, unsigned least_spare,
                                   std::string& doubt) {
  const auto numbers = numbers_of(samples);
  if (!numbers || numbers->empty()) return std::nullopt;
  if (auto law = fit.value(*numbers, least_spare)) {
    doubt = fit.doubt(*numbers, *law);
    return TurnModel{{std::move(*law)}};
  }
  const std::uint32_t turns = samples.front().at.rungs;
  if (std::any_of(samples.begin(), samples.end(), [&](const SeriesSample& each) { return each.at.rungs != turns; }))
    return std::nullopt;
  TurnModel made;
  for (std::uint32_t turn = 0; turn < turns; ++turn) {
    std::vector<Sample> own;
    for (const Sample& each : *numbers) {
      if (each.at.rung == turn) own.push_back(each);
    }
    auto law = fit.value(own, least_spare);
    if (!law) return std::nullopt;
    if (doubt.empty()) doubt = fit.doubt(own, *law);
    made.laws.push_back(std::move(*law));
  }
  return made;
}

}  // namespace trgen::extrapolation
