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

}  // namespace fsin
