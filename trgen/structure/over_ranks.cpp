// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/over_ranks.hpp"

#include <algorithm>
#include <limits>

namespace trgen::structure {

OverRanks::Kept* OverRanks::alternative_of(const Shape& shape) {
  const auto found =
      std::find_if(alternatives_.begin(), alternatives_.end(), [&](const Kept& each) { return each.shape == shape; });
  if (found != alternatives_.end()) return &*found;
  if (alternatives_.size() == most_alternatives) return nullptr;
  alternatives_.push_back({shape, {}});
  alternatives_.back().numbers.resize(1 + elements(shape));
  return &alternatives_.back();
}

void OverRanks::add(const Shape& shape, std::span<const std::int64_t> numbers) {
  if (listed_) return;
  Kept* const kept = alternative_of(shape);
  if (kept == nullptr) return list();
  choice_.add(kept - alternatives_.data(), most);
  for (std::size_t i = 0; i < numbers.size(); ++i) kept->numbers[i].add(numbers[i], most);
  limit(*kept);
}

void OverRanks::limit(const Kept& changed) {
  const bool given_up = choice_.listed() || std::any_of(changed.numbers.begin(), changed.numbers.end(),
                                                        [](const SeriesBuilder& each) { return each.listed(); });
  if (given_up) list();
}

void OverRanks::again() {
  if (listed_) return;
  Kept& kept = alternatives_[static_cast<std::size_t>(choice_.last())];
  choice_.add(choice_.last(), most);
  for (SeriesBuilder& each : kept.numbers) each.add(each.last(), most);
  limit(kept);
}

void OverRanks::list() {
  listed_ = true;
  alternatives_.clear();
  choice_ = {};
}

Field OverRanks::field() const {
  Field made{.listed = listed_, .choice = choice_.series(), .alternatives = {}};
  for (const Kept& each : alternatives_) {
    Alternative& of = made.alternatives.emplace_back();
    of.shape = each.shape;
    of.first = each.numbers.front().series();
    for (std::size_t i = 1; i < each.numbers.size(); ++i) of.steps.push_back(each.numbers[i].series());
  }
  return made;
}

std::size_t cost(const Field& field) {
  if (field.listed) return std::numeric_limits<std::size_t>::max();
  std::size_t cost = 1 + field.choice.shape.size();
  for (const Alternative& each : field.alternatives) {
    cost += 2 + each.shape.size() + each.first.shape.size();
    for (const Series& step : each.steps) cost += 1 + step.shape.size();
    for (const Spread& spread : each.spreads) cost += 1 + spread.classes.size();
  }
  return cost;
}

FieldWalk::FieldWalk(const Field& field) : choice_(field.choice) {
  for (const Alternative& each : field.alternatives) {
    auto& walks = walks_.emplace_back();
    walks.emplace_back(each.first);
    for (const Series& step : each.steps) walks.emplace_back(step);
  }
}

void FieldWalk::next() {
  alternative_ = static_cast<std::size_t>(choice_.next());
  numbers_.clear();
  for (SeriesWalk& each : walks_[alternative_]) numbers_.push_back(each.next());
}

}  // namespace trgen::structure
