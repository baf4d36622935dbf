// SPDX-License-Identifier: Apache-2.0
// What a command cost the machine it ran on: time and memory, for the "host" part of --json.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace trgen::commands {

class HostMeter {
 public:
  HostMeter();
  double cpu_s() const;  ///< CPU time of the process since construction
  double wall_s() const;
  static std::uint64_t peak_rss_bytes();

  /// {wall_s, cpu_s, records_per_cpu_second, peak_rss_bytes} for that many records.
  nlohmann::ordered_json json(std::uint64_t records) const;

 private:
  double cpu_start_;
  double wall_start_;
};

}  // namespace trgen::commands
