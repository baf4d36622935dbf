// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/host_usage.hpp"

#include "fsin/core/host.hpp"

namespace fsin::report {

HostMeter::HostMeter() : wall_start_(wall_seconds()), cpu_start_(thread_cpu_seconds()) {}

HostUsage HostMeter::used() const {
  HostUsage usage;
  usage.wall_s = wall_seconds() - wall_start_;
  usage.cpu_s = thread_cpu_seconds() - cpu_start_;
  usage.peak_rss_bytes = process_memory().peak;
  return usage;
}

}  // namespace fsin::report
