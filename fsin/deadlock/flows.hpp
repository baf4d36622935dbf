// SPDX-License-Identifier: Apache-2.0
// Who has to send to whom for the queues of a counter-example to fill.
#pragma once

#include <vector>

#include "fsin/deadlock/verdict.hpp"

namespace fsin::deadlock {

struct Flow {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
};

/// For each queue of the cycle, up to `most` sources whose packets can come to wait there as the cycle says.
std::vector<Flow> flows_of(Steps& steps, const Network& network, const Verdict& verdict, std::size_t most = 4);

template <routing::RoutingAlgorithm Algorithm>
std::vector<Flow> flows_of(const Algorithm& algorithm, const Network& network, const Verdict& verdict,
                           std::size_t most = 4) {
  AlgorithmSteps<Algorithm> steps(algorithm, network.topology, network.vcs);
  return flows_of(static_cast<Steps&>(steps), network, verdict, most);
}

}  // namespace fsin::deadlock
