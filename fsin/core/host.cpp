// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/host.hpp"

#include <sys/resource.h>
#include <time.h>

#include <fstream>
#include <string>

namespace fsin {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Bytes in a line such as "VmHWM:     1756 kB"; 0 when the file or the line is missing.
std::uint64_t status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == key && status >> kib) return kib * 1024;
  }
  return 0;
}

}  // namespace

double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }
double thread_cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double process_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

// ru_maxrss alone is too large: it includes the memory of this process before exec, when it was a copy of the process
// that started it (14 MiB for a Python script).
ProcessMemory process_memory() {
  ProcessMemory memory{status_bytes("VmRSS:"), status_bytes("VmHWM:")};
  rusage process{};
  if (memory.peak == 0 && getrusage(RUSAGE_SELF, &process) == 0) {
    memory.peak = static_cast<std::uint64_t>(process.ru_maxrss) * 1024;  // Linux counts in KiB
  }
  return memory;
}

HostMeter::HostMeter(Cpu counted) : counted_(counted), wall_start_(wall_seconds()), cpu_start_(cpu_seconds()) {}

HostUsage HostMeter::used() const {
  HostUsage usage;
  usage.wall_s = wall_seconds() - wall_start_;
  usage.cpu_s = cpu_seconds() - cpu_start_;
  usage.peak_rss_bytes = process_memory().peak;
  return usage;
}

}  // namespace fsin
