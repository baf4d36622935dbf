// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/host_usage.hpp"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace fsin::report {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

HostMeter::HostMeter() : wall_start_(seconds_of(CLOCK_MONOTONIC)), cpu_start_(seconds_of(CLOCK_THREAD_CPUTIME_ID)) {}

HostUsage HostMeter::used() const {
  HostUsage usage;
  usage.wall_s = seconds_of(CLOCK_MONOTONIC) - wall_start_;
  usage.cpu_s = seconds_of(CLOCK_THREAD_CPUTIME_ID) - cpu_start_;
  rusage process{};
  if (getrusage(RUSAGE_SELF, &process) == 0) {
    usage.peak_rss_bytes = static_cast<std::uint64_t>(process.ru_maxrss) * 1024;  // Linux counts in KiB
  }
  return usage;
}

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) : 0;
}

}  // namespace fsin::report
