// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/pattern_demand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/synth/distribute.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/uniform.hpp"

namespace fsin::sources {
namespace {

constexpr std::size_t most_flows = 4'000'000;

/// A node sends the same to every other one.
void add_uniform(std::uint32_t source, std::uint32_t nodes, analysis::Demand& demand) {
  for (std::uint32_t destination = 0; destination < nodes; ++destination) {
    if (destination != source) demand.flows.push_back({source, destination, 1.0 / (nodes - 1)});
  }
}

}  // namespace

std::optional<analysis::Demand> demand_of(const trgen::synth::SyntheticParams& params,
                                          const workload::NetworkFacts& facts, std::uint64_t seed, std::string& why,
                                          const std::vector<std::uint8_t>& sends) {
  analysis::Demand demand;
  const bool uniform =
      params.pattern.is<trgen::synth::UniformParams>() || params.pattern.is<trgen::synth::DistributeParams>();
  demand.uniform = uniform && sends.empty();
  demand.senders = facts.nodes;
  if (demand.uniform) return demand;
  const auto pattern = trgen::synth::make_pattern(params.pattern, facts, seed);
  for (std::uint32_t source = 0; source < facts.nodes; ++source) {
    if (pattern->silent(source) || (!sends.empty() && sends[source] == 0)) {
      --demand.senders;
      continue;
    }
    bool says = true;
    if (uniform) {
      add_uniform(source, facts.nodes, demand);
    } else {
      says = pattern->parts(source, [&](std::uint32_t destination, double part) {
        if (part > 0) demand.flows.push_back({source, destination, part * pattern->rate(source)});
      });
    }
    if (!says) why = "the pattern does not say in advance where its packets go";
    if (demand.flows.size() > most_flows) why = fmt::format("the pattern has more than {} pairs of nodes", most_flows);
    if (!why.empty()) return std::nullopt;
  }
  std::stable_sort(demand.flows.begin(), demand.flows.end(),
                   [](const auto& one, const auto& other) { return one.destination < other.destination; });
  return demand;
}

}  // namespace fsin::sources
