// SPDX-License-Identifier: Apache-2.0
// Places of a program that say something to the run (program/fsin_live.h): blocks that are sampled, delays, marked
// regions, memory that ranks share. The table of all of them stands in the shared memory (layout.hpp): the ranks write
// it, and the simulator reads it for the result.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "fsin/workload/site_kind.hpp"

namespace fsin::live {

inline constexpr std::size_t most_sites = 512;
inline constexpr std::size_t longest_site_name = 104;  ///< with the zero at its end
/// Bytes that ranks may have in common at one place of a program, and at all; nothing of it is taken before it is
/// written.
inline constexpr std::uint64_t most_common_of_site = std::uint64_t{1} << 33U;
inline constexpr std::uint64_t most_common_memory = most_sites * most_common_of_site;

using workload::SiteKind;

/// Counts are those of all ranks.
struct Site {
  enum State : std::uint32_t { unused, being_named, named };

  std::atomic<std::uint32_t> state{unused};
  SiteKind kind = SiteKind::local;
  std::int32_t line = 0;                   ///< 0: `name` is no file
  char name[longest_site_name] = {};       ///< the file, by its last letters, or what the program calls it
  std::atomic<std::uint64_t> begun{0};     ///< executions, of `global`
  std::atomic<std::uint64_t> done{0};      ///< executions that have ended; entries of a region; allocations
  std::atomic<std::uint64_t> left_out{0};  ///< executions
  std::atomic<double> sum{0};              ///< ps of those done, scaled
  std::atomic<double> squares{0};          ///< of their times
  std::atomic<double> replaced{0};         ///< ps that executions were taken to last which were left out
  std::atomic<double> computed{0};         ///< ps of a region outside MPI
  std::atomic<double> most{0};             ///< ps of a region in the rank that is longest in it
  std::atomic<std::uint32_t> ended{0};     ///< a futex: counts ends of executions of `global`
  std::atomic<std::uint64_t> bytes{0};     ///< of `memory`: of the largest allocation
};

/// Raises the largest of all values.
template <class T>
void raise(std::atomic<T>& largest, T value) {
  T known = largest.load();
  while (known < value && !largest.compare_exchange_weak(known, value)) {
  }
}

}  // namespace fsin::live
