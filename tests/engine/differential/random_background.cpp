// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_background.hpp"

#include <fmt/format.h>

#include "tests/engine/differential/dice.hpp"

namespace differential {
namespace {

using namespace fsin;
using engine::LinkRates;

constexpr unsigned last_start = 3000;  ///< cycle

/// From nothing to all that the link can carry; the first step now and then before the run, the last now and then one
/// that leaves the link alone.
void draw_steps(Dice& dice, unsigned phit_cycles, LinkRates& rates) {
  const std::uint32_t most = LinkRates::full / phit_cycles;
  Cycle from = dice.chance(50) ? 0 : dice.below(last_start);
  for (unsigned left = dice.between(1, 6); left > 0; --left) {
    const std::uint32_t rate = dice.chance(10) ? most : dice.chance(20) ? 0 : dice.below(most);
    rates.steps.push_back({from, rate});
    from += dice.one_of({1U, 3U, 17U, 200U, 900U});
  }
}

}  // namespace

// Of dice of its own, so that the other cases keep their numbers.
std::shared_ptr<const LinkRates> random_background(std::uint64_t number, bool demanded, const engine::Design& design,
                                                   const topology::Topology& topology) {
  Dice dice(number ^ std::uint64_t{1} << 59U);
  if (!demanded && !dice.chance(15)) return nullptr;
  auto rates = std::make_shared<LinkRates>();
  const topology::PortGraph& graph = topology.graph;
  const unsigned loaded = dice.one_of({5U, 30U, 100U});
  for (std::uint32_t router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      rates->first.push_back(rates->steps.size());
      rates->backlog.push_back(dice.below(design.packet_phits) * std::uint64_t{LinkRates::full} +
                               dice.below(LinkRates::full));
      if (!graph.next(RouterId(router), port).exists() || !dice.chance(loaded)) continue;
      const unsigned link_class = topology.geometry->link_class(RouterId(router), port);
      draw_steps(dice, engine::link_times(design, link_class).phit_cycles, *rates);
    }
  }
  rates->first.push_back(rates->steps.size());
  return rates;
}

std::string describe_background(const LinkRates* rates) {
  if (rates == nullptr) return {};
  std::size_t links = 0;
  for (std::size_t link = 0; link < rates->backlog.size(); ++link) links += rates->of(link).empty() ? 0U : 1U;
  return fmt::format(", background by rates on {} links", links);
}

}  // namespace differential
