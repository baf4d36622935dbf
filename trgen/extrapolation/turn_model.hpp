// SPDX-License-Identifier: Apache-2.0
// A number that repeats with each pass of the loop around it, as laws in the rank and the turn: the tag of the line of
// cells on which a sweep works, or the bytes of that cell.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trgen/extrapolation/partition.hpp"
#include "trgen/extrapolation/series_model.hpp"

namespace trgen::extrapolation {

struct TurnModel {
  std::vector<ValueModel> laws;  ///< one for all turns, or one for each of a loop that has as many in all inputs
};

/// The iterations of the loop around are the rungs of each sample's place. Empty where numbers do not repeat, or have
/// no law. `doubt`: in words, if other laws fit as well.
std::optional<TurnModel> fit_turns(std::span<const SeriesSample> samples, const Fit& fit, unsigned least_spare,
                                   std::string& doubt);

}  // namespace trgen::extrapolation
