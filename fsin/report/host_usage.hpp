// SPDX-License-Identifier: Apache-2.0
// What a run cost the machine it ran on. Never part of a simulated figure: two hosts differ here and only here.
#pragma once

#include <cstdint>

namespace fsin::report {

struct HostUsage {
  double wall_s = 0;
  double cpu_s = 0;                  ///< of the threads that ran it
  std::uint64_t peak_rss_bytes = 0;  ///< of the process, up to the end of this run
  unsigned threads = 1;              ///< threads that one run used
};

/// Started when constructed. used() is what the calling thread has spent since; call it from the same thread.
class HostMeter {
 public:
  HostMeter();
  HostUsage used() const;

 private:
  double wall_start_;
  double cpu_start_;
};

}  // namespace fsin::report
