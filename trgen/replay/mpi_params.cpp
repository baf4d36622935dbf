// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/mpi_params.hpp"

#include <cmath>

namespace trgen::replay {

CallCosts costs_of(const MpiParams& params, const fsin::workload::NetworkFacts& facts) {
  const double cycles_per_second = static_cast<double>(facts.bit_rate) / (8.0 * facts.phit_bytes);
  const auto cycles = [&](fsin::Nanoseconds time) {
    return static_cast<std::uint64_t>(std::ceil(time.value * cycles_per_second / 1e9));
  };
  CallCosts costs;
  costs.send_overhead = cycles(params.send_overhead);
  costs.receive_overhead = cycles(params.receive_overhead);
  if (params.eager) costs.eager = params.eager->value;
  costs.copy_latency = cycles(params.node_latency);
  if (params.node_bandwidth)
    costs.copy_cycles_per_byte = 8.0 * cycles_per_second / static_cast<double>(params.node_bandwidth->value);
  return costs;
}

}  // namespace trgen::replay
