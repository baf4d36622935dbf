// SPDX-License-Identifier: Apache-2.0
// Two packet-level workloads on one network: a main one, which says when the run is over, and a background, which goes
// on until then.
//
// At a node where both send, they alternate packet by packet as long as both have packets. Packets of the background
// are marked by a bit of their tokens; the background must leave the two highest bits alone, and exchange no notices
// between shares.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/workload/workload.hpp"

namespace fsin::workload {

/// Joins the two. `sends`, by node: the background is polled for packets there.
std::unique_ptr<Workload> with_background(std::unique_ptr<Workload> main, std::unique_ptr<Workload> background,
                                          std::vector<std::uint8_t> sends);

/// Packets of the background of a workload made by with_background(); zero for any other workload.
struct BackgroundCount {
  std::uint64_t entered = 0;
  std::uint64_t phits = 0;  ///< phits of the packets that have entered
  std::uint64_t delivered = 0;
};
BackgroundCount background_of(const Workload& workload);

}  // namespace fsin::workload
