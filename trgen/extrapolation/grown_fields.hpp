// SPDX-License-Identifier: Apache-2.0
// Fields of the events of a structure that is made.
#pragma once

#include <array>
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

}  // namespace trgen::extrapolation
