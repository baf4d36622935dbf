// SPDX-License-Identifier: Apache-2.0
// The two runs of a random case, kept in a folder: a long study goes on where it was stopped, and another rule judges
// the same runs anew. Kept runs are those of the program that made them; only warm-ups that a run finds by itself
// depend on the rules of fsin/stats, so the last word on a rule is a folder made with it.
#pragma once

#include <cstdint>
#include <string>

#include "tests/study/verdicts/study.hpp"

namespace verdicts {

struct Pair {
  fsin::stats::RunRecord brief;    ///< of the window of the case
  fsin::stats::RunRecord lengthy;  ///< 20 times as long, after two windows of warm-up, with another seed
};

/// The runs of the case of this number: read from `folder` where they are kept there, else simulated and kept. An empty
/// name keeps nothing.
Pair runs_of(std::uint64_t number, const std::string& folder);

}  // namespace verdicts
