// SPDX-License-Identifier: Apache-2.0
// Kinds of places in a live program that say something to the run: of the result, and of the memory that the run shares
// with the program's processes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fsin::workload {

enum class SiteKind : std::uint32_t {
  local,   ///< a block that each rank computes so often, and leaves out from then on
  global,  ///< a block that all ranks together compute so often
  delay,   ///< a block that takes a given time, and is not computed
  bursts,  ///< what is computed between two calls of MPI, sampled by these calls; one site for all
  region,  ///< between two marks
  memory   ///< shared by ranks
};
inline constexpr std::array<std::string_view, 6> site_kind_names{"local",  "global", "delay",
                                                                 "bursts", "region", "memory"};

}  // namespace fsin::workload
