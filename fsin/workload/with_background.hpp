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

/// Joins the two; Report::background counts the packets of the second. `sends`, by node: the background is polled for
/// packets there.
std::unique_ptr<Workload> with_background(std::unique_ptr<Workload> main, std::unique_ptr<Workload> background,
                                          std::vector<std::uint8_t> sends);

}  // namespace fsin::workload
