// SPDX-License-Identifier: Apache-2.0
// What a run says that simulated the first rounds of its program's main loop, and the last one, only (measure.sample).
#pragma once

#include <cstdint>
#include <string>

namespace fsin::result {

struct Sampling {
  std::uint64_t rounds = 0;     ///< of the main loop
  std::uint64_t simulated = 0;  ///< of them; all the figures of the run are of these
  double round_cycles = 0;      ///< mean, of a round
  double round_half_width = 0;  ///< cycles, of its interval
  std::uint64_t period = 0;     ///< rounds after which their times repeat; 0: they do not
  double cycles = 0;            ///< of the whole program
  double half_width = 0;        ///< cycles, of its interval
  double confidence = 0;        ///< of both intervals
  bool settled = false;         ///< false: the program was simulated whole, for its rounds did not settle before

  bool whole() const { return simulated == rounds; }
  /// A sentence for people.
  std::string text(double seconds_per_cycle) const;
};

}  // namespace fsin::result
