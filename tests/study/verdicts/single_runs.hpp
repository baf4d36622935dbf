// SPDX-License-Identifier: Apache-2.0
// Single runs for the tests of verdicts and searches.
#pragma once

#include <string>
#include <vector>

#include "tests/study/verdicts/study.hpp"

namespace verdicts {

inline fsin::stats::RunRecord run(const std::vector<std::string>& overrides) {
  const fsin::test::Scratch scratch;
  return run_case(scratch, {.overrides = overrides}, {}, 1).record;
}

/// A ring of 8 nodes, which carries 0.75 phits/node/cycle of single packets.
inline std::vector<std::string> on_ring(const std::vector<std::string>& more) {
  std::vector<std::string> all{"topology={type: torus, dims: [8]}", "preset=oblivious-1vc", "warmup=4000",
                               "cycles=20000"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace verdicts
