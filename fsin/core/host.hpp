// SPDX-License-Identifier: Apache-2.0
// What this process and its threads have used of the machine. Never part of a simulated figure.
#pragma once

#include <cstdint>

namespace fsin {

/// Seconds from an arbitrary beginning.
double wall_seconds();
/// CPU seconds of the calling thread, and of the whole process.
double thread_cpu_seconds();
double process_cpu_seconds();

/// Memory of this process in bytes, 0 where the system does not tell.
struct ProcessMemory {
  std::uint64_t resident = 0;
  std::uint64_t peak = 0;
};
ProcessMemory process_memory();

/// What some work cost the machine it ran on.
struct HostUsage {
  double wall_s = 0;
  double cpu_s = 0;                  ///< of the threads that did it
  std::uint64_t peak_rss_bytes = 0;  ///< of the process, up to the end of the work
  unsigned threads = 1;              ///< that did it
};

/// Started when constructed; used() is what has been spent since. `thread` counts the CPU time of the calling thread,
/// which must be the one that constructed the meter; `process` that of all threads.
class HostMeter {
 public:
  enum class Cpu : std::uint8_t { thread, process };

  explicit HostMeter(Cpu counted = Cpu::thread);
  HostUsage used() const;

 private:
  double cpu_seconds() const { return counted_ == Cpu::thread ? thread_cpu_seconds() : process_cpu_seconds(); }

  Cpu counted_;
  double wall_start_;
  double cpu_start_;
};

}  // namespace fsin
