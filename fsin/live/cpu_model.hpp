// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fsin::live {

/// How the time between two calls of MPI becomes simulated time.
enum class CpuModel : std::uint32_t {
  measured,
  fixed,
  none,
  replayed  ///< from the queue of CPU times that the rank is given
};

}  // namespace fsin::live
