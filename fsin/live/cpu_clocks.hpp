// SPDX-License-Identifier: Apache-2.0
// How far the clocks of ranks are that compute, seen from the simulator: a rank that has its turn does nothing before
// the time that it has told, where the length of its burst is known, nor before the CPU time that it has used since it
// left MPI, where that is measured. The system says how much that is (Linux, /proc/PID/task/TID/schedstat: nanoseconds
// that the thread has run, brought up to date at every tick and every change of threads, so never too much).
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/live/layout.hpp"

namespace fsin::live {

class CpuClocks {
 public:
  explicit CpuClocks(const Mapping& memory);
  ~CpuClocks();
  CpuClocks(const CpuClocks&) = delete;
  CpuClocks& operator=(const CpuClocks&) = delete;

  /// Without a word from their ranks.
  bool move_by_themselves() const;
  /// ps: the rank, which has its turn, does nothing before.
  std::uint64_t earliest(std::uint32_t rank);
  /// ns that the thread of the rank has used; 0 where the system does not say.
  std::uint64_t cpu_time(std::uint32_t rank);

 private:
  const Mapping& memory_;
  std::vector<int> files_;  ///< by rank; -1: not open
};

}  // namespace fsin::live
