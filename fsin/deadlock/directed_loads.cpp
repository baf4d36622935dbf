// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/directed_loads.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "fsin/deadlock/counter_example.hpp"

namespace fsin::deadlock {

DirectedLoads::DirectedLoads(std::unique_ptr<const routing::Walker> algorithm, const Network& network,
                             const Budget& budget)
    : algorithm_(std::move(algorithm)),
      steps_(std::make_unique<Steps>(*algorithm_, network.topology, network.vcs)),
      network_(network),
      fold_(network.topology, network.vcs, algorithm_->keeps_symmetry(), algorithm_->terminals_are_equal()),
      explored_(explore(*steps_, fold_, budget)),
      closed_(largest_closed_set(fold_, explored_.waits, network.protection)) {}

DirectedLoad DirectedLoads::load(std::uint64_t number) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  constexpr std::size_t sources[] = {1, all, 2, 4};
  constexpr std::uint64_t walks[] = {1, 32, 4, 128};
  const std::uint64_t looked_at = walks[number / std::size(sources) % std::size(walks)];
  std::vector<Blocked> cycle;
  for (std::uint64_t walk = 0; walk < looked_at; ++walk) {
    std::vector<Blocked> found = random_cycle(fold_, explored_.waits, closed_, number << 32U | walk);
    if (!found.empty() && (cycle.empty() || found.size() < cycle.size())) cycle = std::move(found);
  }
  const auto nodes = static_cast<std::uint64_t>(network_.topology.graph.nodes());
  DirectedLoad load{cycle.size(), flows_of(*steps_, network_, cycle, sources[number % std::size(sources)],
                                           static_cast<std::uint32_t>(number % nodes))};
  const auto key = [](const Flow& flow) { return std::tuple(flow.source, flow.destination); };
  std::sort(load.flows.begin(), load.flows.end(), [&](const Flow& a, const Flow& b) { return key(a) < key(b); });
  const auto last =
      std::unique(load.flows.begin(), load.flows.end(), [&](const Flow& a, const Flow& b) { return key(a) == key(b); });
  load.flows.erase(last, load.flows.end());
  return load;
}

}  // namespace fsin::deadlock
