// SPDX-License-Identifier: Apache-2.0
// Gives small numbers to communicators, which every rank knows by numbers of its own.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trgen/record/notes.hpp"

namespace trgen::formats::capture {

class Communicators {
 public:
  /// Number of the communicator with this context (the collective bit does not matter) and these members: 0 for
  /// MPI_COMM_WORLD, others from 1 in the order in which they are entered.
  std::uint32_t enter(std::uint32_t context, std::vector<std::uint32_t> members);

  /// The communicators that were entered, by number, with their members below `ranks`. Records use the numbers 2k and
  /// 2k+1; here it is 2k.
  std::vector<record::Communicator> notes(std::uint32_t ranks) const;

 private:
  struct Known {
    std::uint32_t context = 0;
    std::uint32_t number = 0;
    std::vector<std::uint32_t> members;
  };

  std::vector<Known> known_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;  ///< indices in known_
  std::uint32_t next_ = 1;
};

}  // namespace trgen::formats::capture
