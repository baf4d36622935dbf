// SPDX-License-Identifier: Apache-2.0
// Evaluates a model for a number of ranks: the structure of the trace of that many ranks, made directly, without any
// record. Work grows with statements times ranks, and with the messages of one call of each different collective.
//
// Sends and receives are counted while they are made; a structure in which they do not balance is refused.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/extrapolation/model.hpp"
#include "trgen/record/census.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

struct Grown {
  std::shared_ptr<const structure::Structure> structure;
  record::CallCensus census;
  std::uint64_t records = 0;
};

/// What the model cannot say for this number of ranks goes to `findings`; the result is then meaningless.
Grown grow(const Model& model, const Run& target, const PartnerForms& partners, const GroupForms& groups,
           const std::vector<std::string>& states, Findings& findings);

}  // namespace trgen::extrapolation
