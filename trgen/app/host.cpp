// SPDX-License-Identifier: Apache-2.0
#include "trgen/app/host.hpp"

#include <sys/resource.h>
#include <time.h>

namespace trgen::app {
namespace {

double seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

HostMeter::HostMeter() : cpu_start_(seconds(CLOCK_PROCESS_CPUTIME_ID)), wall_start_(seconds(CLOCK_MONOTONIC)) {}

double HostMeter::cpu_s() const { return seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start_; }
double HostMeter::wall_s() const { return seconds(CLOCK_MONOTONIC) - wall_start_; }

std::uint64_t HostMeter::peak_rss_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

nlohmann::ordered_json HostMeter::json(std::uint64_t records) const {
  const double cpu = cpu_s();
  return {{"wall_s", wall_s()},
          {"cpu_s", cpu},
          {"records_per_cpu_second", cpu > 0 ? static_cast<double>(records) / cpu : 0},
          {"peak_rss_bytes", peak_rss_bytes()}};
}

}  // namespace trgen::app
