// SPDX-License-Identifier: Apache-2.0
// The communicators that a trace names (groups.hpp of the format).
//
// Beside each communicator there are those of the streams in which its non-blocking collectives run (ti_program.hpp):
// in the program, communicator c of a trace is 16 c, and stream s of it 16 c + s.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "trgen/formats/ti/groups.hpp"
#include "trgen/programs/group.hpp"

namespace trgen::programs::ti {

class Communicators : public formats::ti::Groups {
 public:
  static constexpr std::uint32_t streams = 16;  ///< numbers of each communicator: its own, and up to 15 streams

  /// Size of the group of a rank; 0 where it is in none of that number.
  std::uint32_t size(std::uint32_t number, std::uint32_t rank, std::uint32_t ranks) const;

  /// Makes the groups of so many streams, after the last add(), for a trace of so many ranks.
  void finish(std::uint32_t ranks, std::uint32_t streams_used);
  /// The group of communicator `number` of the program, for a rank of the program.
  Group group(std::uint32_t number, std::uint32_t rank) const;

 private:
  using Shifted = std::vector<std::vector<std::vector<std::uint32_t>>>;  ///< by stream - 1 and group

  std::map<std::uint32_t, Shifted> shifted_;  ///< by communicator of the trace: ranks of the program
  std::uint32_t ranks_ = 0;
};

}  // namespace trgen::programs::ti
