// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/host.hpp"

#include "fsin/core/host.hpp"

namespace trgen::commands {

HostMeter::HostMeter() : cpu_start_(fsin::process_cpu_seconds()), wall_start_(fsin::wall_seconds()) {}

double HostMeter::cpu_s() const { return fsin::process_cpu_seconds() - cpu_start_; }
double HostMeter::wall_s() const { return fsin::wall_seconds() - wall_start_; }

std::uint64_t HostMeter::peak_rss_bytes() { return fsin::process_memory().peak; }

nlohmann::ordered_json HostMeter::json(std::uint64_t records) const {
  const double cpu = cpu_s();
  return {{"wall_s", wall_s()},
          {"cpu_s", cpu},
          {"records_per_cpu_second", cpu > 0 ? static_cast<double>(records) / cpu : 0},
          {"peak_rss_bytes", peak_rss_bytes()}};
}

}  // namespace trgen::commands
