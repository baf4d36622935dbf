// SPDX-License-Identifier: Apache-2.0
// The threads of a rank that the program has started, the first one among them: what each has computed, and, where they
// call MPI at the same time (MPI_THREAD_MULTIPLE), the clock and the call of each. Threads of the libraries beneath MPI
// are not among them.
//
// With one thread in MPI at a time, a burst is as long as what that thread of the program computes which computes most,
// by its own CPU time. What is computed before, within and behind a region of OpenMP, as GCC compiles it, counts one
// after the other. With several threads in MPI, each counts its own, and those that meet at the end of a region, at a
// barrier or at the end of a thread have the latest clock of all from then on.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>

#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {

inline constexpr unsigned most_open = 16;  ///< blocks or regions within each other

/// Of a program that says so (sampling.hpp).
struct OpenBlock {
  Site* site = nullptr;
  std::uint8_t role = 0;
  double began = 0;  ///< ps
};
struct OpenRegion {
  Site* site = nullptr;
  double began = 0;     ///< ps
  double computed = 0;  ///< ps of the rank
};

/// A thread is in the list of its rank from its first call of these functions to its end.
struct Thread {
  pid_t number = 0;           ///< of the system
  CallState state;            ///< of RankState::many, while the thread does not hold the rank; else its depth alone
  std::uint64_t left_at = 0;  ///< ns of its CPU time when it left MPI; 0: it has not been there
  std::int64_t counted = 0;   ///< ns of its CPU time that are counted already, or do not count
  std::uint64_t looked = 0;   ///< RankState::events when it found nothing,
  unsigned looks = 0;         ///< so often
  unsigned held = 0;          ///< counts how often it has held the rank;
  unsigned seen_held = 0;     ///< so often when it was seen at work within a call,
  std::uint64_t seen_at = 0;  ///< at this CPU time, ns
  std::atomic<bool> wants{false};  ///< sleeps for a moment, or until it holds the rank, and goes on
  int status = -1;                 ///< file with the state of the thread
  bool slept = false;              ///< when it was looked at,
  std::uint64_t switches = 0;
  unsigned calm = 0;    ///< and so often in a row, all the time
  double left_out = 0;  ///< ps of sampled blocks, of a thread beside the one in MPI
  unsigned open_blocks = 0, open_regions = 0;
  OpenBlock blocks[most_open];
  OpenRegion regions[most_open];
  Thread* next = nullptr;
};

/// The calling one.
Thread& own_thread();

/// The calling thread is within a call of MPI.
bool is_within_mpi();
/// The clock of the calling thread, without what it has computed since it left MPI.
std::uint64_t clock_now();

/// The calling thread, whose CPU time this is, has left MPI: what all threads compute is counted from now on.
void begin_counting(std::uint64_t now);
/// ns: the longest of what they have computed since then.
std::uint64_t counted_time();

/// Whether the calling thread is one beside that which was in MPI last, where one at a time is: its clock is that of
/// the rank and what it has computed since.
bool is_beside();
/// ps of the latter.
std::uint64_t beside_time();
/// It sleeps for so long beside the others. False where that cannot be counted.
bool sleep_beside(std::uint64_t picoseconds);

}  // namespace fsin::live::shim
