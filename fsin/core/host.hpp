// SPDX-License-Identifier: Apache-2.0
// Time and memory that this process and its threads use on the host, never part of a simulated figure.
#pragma once

#include <cstdint>

namespace fsin {

/// Seconds since an arbitrary beginning.
double wall_seconds();
/// CPU seconds of the calling thread; process_cpu_seconds(): of the whole process.
double thread_cpu_seconds();
double process_cpu_seconds();

/// Memory of this process in bytes; 0 where the operating system does not report it.
struct ProcessMemory {
  std::uint64_t resident = 0;
  std::uint64_t peak = 0;
};
ProcessMemory process_memory();

/// Cost of a piece of work on the host.
struct HostUsage {
  double wall_s = 0;
  double cpu_s = 0;                  ///< CPU time of the threads that did the work
  std::uint64_t peak_rss_bytes = 0;  ///< peak of the process, up to the end of the work
  unsigned threads = 1;              ///< threads that did the work
};

/// Measures from its construction to the call of used(). `thread` counts the CPU time of the calling thread, which must
/// be the one that constructed the meter; `process` counts that of all threads.
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
