// SPDX-License-Identifier: Apache-2.0
// The communicators that a trace names: groups of ranks with a number. Number 0 is all ranks. Several groups may have
// one number where no rank is in two of them.
//
// Beside each communicator there are those of the streams in which its non-blocking collectives run (ti_program.hpp):
// in the program, communicator c of a trace is 16 c, and stream s of it 16 c + s.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trgen/programs/group.hpp"

namespace trgen::programs::ti {

class Communicators {
 public:
  static constexpr std::uint32_t streams = 16;  ///< numbers of each communicator: its own, and up to 15 streams
  static constexpr std::uint32_t most = std::uint32_t{1} << 24;

  /// Adds a group; one that is there already is left out. Returns what is wrong, else nothing.
  std::string add(std::uint32_t number, const std::vector<std::uint32_t>& members);

  /// Size of the group of a rank; 0 where it is in none of that number.
  std::uint32_t size(std::uint32_t number, std::uint32_t rank, std::uint32_t ranks) const;
  std::optional<std::uint32_t> number_of(std::uint32_t number, std::uint32_t rank) const;
  const std::vector<std::uint32_t>* members(std::uint32_t number, std::uint32_t rank) const;

  /// After the last add(), for a trace of so many ranks: makes the groups of so many streams.
  void finish(std::uint32_t ranks, std::uint32_t streams_used);
  /// The group of communicator `number` of the program, for a rank of the program.
  Group group(std::uint32_t number, std::uint32_t rank) const;

  /// The largest rank that is named; 0 where none is.
  std::uint32_t largest() const { return largest_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  /// Where a rank is: in which group, and as which number of it.
  struct Place {
    std::uint32_t group = none;
    std::uint32_t number = 0;
  };
  struct Numbered {
    std::vector<std::vector<std::uint32_t>> groups;                ///< of ranks of the trace
    std::vector<Place> places;                                     ///< by rank
    std::vector<std::vector<std::vector<std::uint32_t>>> shifted;  ///< by stream - 1 and group: ranks of the program

    const Place* find(std::uint32_t rank) const {
      return rank < places.size() && places[rank].group != none ? &places[rank] : nullptr;
    }
  };
  const Numbered* find(std::uint32_t number) const {
    const auto found = of_.find(number);
    return found == of_.end() ? nullptr : &found->second;
  }
  const Place* find(std::uint32_t number, std::uint32_t rank) const {
    const Numbered* const numbered = find(number);
    return numbered == nullptr ? nullptr : numbered->find(rank);
  }

  std::map<std::uint32_t, Numbered> of_;
  std::uint32_t ranks_ = 0;
  std::uint32_t largest_ = 0;
};

}  // namespace trgen::programs::ti
