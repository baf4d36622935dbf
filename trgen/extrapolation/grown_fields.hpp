// SPDX-License-Identifier: Apache-2.0
// Fields of the events of a structure that is made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "trgen/structure/over_ranks.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

inline structure::Field constant_field(std::int64_t value) {
  structure::Field made;
  made.alternatives.push_back({.shape = {}, .first = {.first = value, .shape = {}, .steps = {}}, .steps = {}});
  return made;
}

/// The partners of these ranks of `total`, in the form that takes fewest numbers, which is written to `form`.
inline structure::Field peer_field(const std::vector<std::uint32_t>& ranks, const std::vector<std::uint32_t>& peers,
                                   std::uint32_t total, structure::PeerForm& form) {
  using structure::PeerForm;
  structure::Field best;
  best.listed = true;
  for (const PeerForm each : {PeerForm::offset, PeerForm::absolute, PeerForm::exclusive_or}) {
    structure::OverRanks all;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      std::int64_t number = peers[i];
      if (each == PeerForm::offset) number = peers[i] >= ranks[i] ? peers[i] - ranks[i] : peers[i] + total - ranks[i];
      if (each == PeerForm::exclusive_or) number = peers[i] ^ ranks[i];
      all.add({}, {&number, 1});
    }
    structure::Field made = all.field();
    if (structure::cost(made) >= structure::cost(best)) continue;
    best = std::move(made);
    form = each;
    if (structure::cost(best) == structure::cost(constant_field(0))) break;
  }
  return best;
}

/// Makes a field whose series are over the executions of one pass one over `runs` passes: after each pass but the last
/// one, a difference leads back to the first number.
inline void repeat(structure::Field& field, std::uint64_t runs) {
  for (structure::Alternative& each : field.alternatives) {
    if (runs < 2 || each.shape.empty()) continue;
    const std::vector<std::uint64_t> counts = structure::executions_of_elements(each.shape);
    std::uint64_t ranks = 1;
    for (const structure::Series& step : each.steps) ranks = std::max(ranks, step.length());
    structure::SeriesBuilder back;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < counts.size(); ++i)
        sum += counts[i] * static_cast<std::uint64_t>(each.steps[i].at(rank));
      back.add(static_cast<std::int64_t>(0 - sum), static_cast<std::size_t>(-1));
    }
    structure::Shape shape{{runs - 1, static_cast<std::uint32_t>(each.shape.size() + 1)}};
    shape.insert(shape.end(), each.shape.begin(), each.shape.end());
    shape.push_back({});
    shape.insert(shape.end(), each.shape.begin(), each.shape.end());
    std::vector<structure::Series> steps = each.steps;
    steps.push_back(back.series());
    steps.insert(steps.end(), each.steps.begin(), each.steps.end());
    each.shape = std::move(shape);
    each.steps = std::move(steps);
  }
}

}  // namespace trgen::extrapolation
