// SPDX-License-Identifier: Apache-2.0
// Executes an algorithm on symbols: follows which data each rank holds and whose contributions they contain.
//
// A rank can send only what it holds when its round begins, a reduction may count no contribution twice, and at the end
// every rank must hold exactly what MPI says. Contributions are a multiset by a sum of random numbers. Time is that of
// a network without contention: a message takes alpha + beta x bytes, and a round lasts until its messages arrived.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/programs/collectives/algorithm.hpp"

namespace collectives_test {

struct Cost {
  double alpha = 1;
  double beta = 0;
  bool synchronous = false;  ///< a send is complete when its receive has been posted
};

struct Outcome {
  std::string fault;  ///< empty: all is as it should be
  std::uint64_t messages = 0;
  std::vector<std::uint64_t> bytes_sent;  ///< by rank
  double end = 0;                         ///< when the last rank is done

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t each : bytes_sent) sum += each;
    return sum;
  }
};

Outcome execute(const trgen::programs::collectives::Call& call, const trgen::programs::collectives::Entry& algorithm,
                Cost cost = {});

}  // namespace collectives_test
