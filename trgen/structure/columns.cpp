// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/columns.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "fsin/core/hash.hpp"
#include "trgen/structure/over_ranks.hpp"

namespace trgen::structure {
namespace {

/// Odd, so that a difference on one rank alone always shows.
std::uint64_t weight(std::size_t rank) { return fsin::scramble((rank + 1) * fsin::golden_ratio) | 1U; }

std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
void add_product(std::int64_t& to, std::int64_t number, std::uint64_t by) {
  to = static_cast<std::int64_t>(static_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(number) * by);
}

/// The series of a rank that FieldWalk stands at.
Series series_at(const Field& field, const FieldWalk& walk) {
  Series made{walk.numbers().front(), field.alternatives[walk.alternative()].shape, {}};
  made.steps.assign(walk.numbers().begin() + 1, walk.numbers().end());
  return made;
}

/// Of each alternative, the series of the sum over its ranks of number times weight.
std::vector<Series> weighted_sums(const Field& field, std::uint32_t ranks) {
  std::vector<Series> sums;
  for (const Alternative& each : field.alternatives)
    sums.push_back({0, each.shape, std::vector<std::int64_t>(each.steps.size())});
  FieldWalk walk(field);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    walk.next();
    Series& sum = sums[walk.alternative()];
    add_product(sum.first, walk.numbers().front(), weight(rank));
    for (std::size_t i = 0; i < sum.steps.size(); ++i) add_product(sum.steps[i], walk.numbers()[i + 1], weight(rank));
  }
  return sums;
}

bool is_steady(const Field& field) {
  return std::all_of(field.alternatives.begin(), field.alternatives.end(),
                     [](const Alternative& each) { return each.shape.empty(); });
}

}  // namespace

void Columns::add(Numbers numbers) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) add_product(sum, numbers[i], weight(i));
  fingerprints_.push_back(sum);
  uniform_.push_back(std::all_of(numbers.begin(), numbers.end(), [&](auto each) { return each == numbers.front(); }));
  columns_.push_back(std::move(numbers));
}

std::optional<Columns> Columns::of(const Field& field, std::uint32_t ranks, std::uint64_t runs) {
  if (field.listed || field.drawn) return std::nullopt;
  if (is_steady(field)) runs = 1;
  if (runs > most_runs) return std::nullopt;
  Columns made;
  std::vector<std::uint64_t> first_run;  // of each column
  {
    const std::vector<Series> sums = weighted_sums(field, ranks);
    std::vector<SeriesWalk> walks(sums.begin(), sums.end());
    std::unordered_map<std::int64_t, std::uint32_t> known;
    for (std::uint64_t run = 0; run < runs; ++run) {
      std::int64_t fingerprint = 0;
      for (SeriesWalk& each : walks) add_product(fingerprint, each.next(), 1);
      const auto [at, fresh] = known.emplace(fingerprint, static_cast<std::uint32_t>(first_run.size()));
      if (fresh) first_run.push_back(run);
      made.sequence_.push_back(at->second);
    }
  }
  if (first_run.size() * ranks > most_numbers) return std::nullopt;
  std::vector<Numbers> columns(first_run.size(), Numbers(ranks));
  FieldWalk walk(field);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    walk.next();
    const Series series = series_at(field, walk);
    for (std::size_t i = 0; i < first_run.size(); ++i) columns[i][rank] = series.at(first_run[i]);
  }
  for (Numbers& each : columns) made.add(std::move(each));
  if (made.columns_.size() == 1) made.sequence_.resize(1);
  return made;
}

bool Columns::differ_alike(std::uint32_t a, std::uint32_t b) const {
  const Numbers& from = columns_[a];
  const Numbers& to = columns_[b];
  for (std::size_t i = 1; i < from.size(); ++i) {
    if (difference(to[i], from[i]) != difference(to[0], from[0])) return false;
  }
  return true;
}

Field Columns::field(std::span<const std::uint32_t> sequence, std::size_t most) const {
  constexpr auto any = static_cast<std::size_t>(-1);
  SeriesBuilder sums;
  for (const std::uint32_t column : sequence) sums.add(fingerprints_[column], most);
  Field made{.listed = sums.listed(), .choice = {}, .alternatives = {}};
  if (made.listed) return made;
  Alternative& only = made.alternatives.emplace_back();
  only.shape = sums.series().shape;
  const auto over_ranks = [&](auto number) {
    SeriesBuilder numbers;
    for (std::size_t rank = 0; rank < columns_.front().size(); ++rank) numbers.add(number(rank), any);
    return numbers.series();
  };
  only.first = over_ranks([&](std::size_t rank) { return columns_[sequence.front()][rank]; });
  only.steps.resize(elements(only.shape));
  std::vector<bool> seen(only.steps.size());
  const Track track(only.shape);
  std::vector<std::uint64_t> counters(track.depth());
  TrackPosition at;
  for (std::size_t run = 1; run < sequence.size() && !only.shape.empty(); ++run) {
    const std::uint32_t element = track.next(at, counters.data());
    if (seen[element]) continue;
    seen[element] = true;
    only.steps[element] = over_ranks(
        [&](std::size_t rank) { return difference(columns_[sequence[run]][rank], columns_[sequence[run - 1]][rank]); });
  }
  return made;
}

}  // namespace trgen::structure
