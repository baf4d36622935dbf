// SPDX-License-Identifier: Apache-2.0
// Two packet-level workloads on one network: a main one, which says when the run is over, and a background, which goes
// on until then.
//
// At a node where both send, they put a packet into the network each by turns, as long as both have one. Packets of the
// background are told apart by a bit of their tokens; the background must leave the two highest bits alone, and
// exchange no notices between shares.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/workload/workload.hpp"

namespace fsin::workload {

/// `sends` by node: the background is asked for packets there.
std::unique_ptr<Workload> with_background(std::unique_ptr<Workload> main, std::unique_ptr<Workload> background,
                                          std::vector<std::uint8_t> sends);

/// Packets of the background, of a workload that with_background() made; of any other, none.
struct BackgroundCount {
  std::uint64_t entered = 0;
  std::uint64_t phits = 0;  ///< of those that have entered
  std::uint64_t delivered = 0;
};
BackgroundCount background_of(const Workload& workload);

}  // namespace fsin::workload
