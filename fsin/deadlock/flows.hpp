// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes that have to send for the queues of a counter-example to fill.
#pragma once

#include <vector>

#include "fsin/deadlock/verdict.hpp"

namespace fsin::deadlock {

struct Flow {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
};

/// For each queue of a cycle, up to `most` sources whose packets can wait there as the cycle requires, searched from
/// node `first` on.
std::vector<Flow> flows_of(Steps& steps, const Network& network, const std::vector<Blocked>& cycle, std::size_t most,
                           std::uint32_t first = 0);

}  // namespace fsin::deadlock
