// SPDX-License-Identifier: Apache-2.0
// SmartSelection::look_back() against what it replaces: request() once a cycle. The router is a table of cycles in
// which channels open; not modelled: owners, which neither looks at.
#include <doctest/doctest.h>

#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/routing/algorithms/selections/smart.hpp"

namespace smart_selection_test {

namespace {

using namespace fsin;

/// Opens channel `out` from cycle opens[out] on.
struct View {
  const std::vector<std::uint32_t>& opens;
  const KeyedRandom& random;
  bool injected;
  unsigned queue;
  unsigned vcs;
  std::uint32_t cycle;

  bool from_injection() const { return injected; }
  unsigned in_port() const { return queue / vcs; }
  unsigned in_vc() const { return queue % vcs; }
  std::uint32_t router() const { return 0; }
  bool can_request(std::int32_t out) const { return opens[static_cast<std::size_t>(out)] <= cycle; }
  unsigned open(std::int32_t first, unsigned n) const {
    unsigned channels = 0;
    for (unsigned i = 0; i < n; ++i) {
      channels |= (can_request(first + static_cast<std::int32_t>(i)) ? 1U : 0U) << i;
    }
    return channels;
  }
  static bool must_draw() { return false; }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return random.below(cycle * 8ULL + i, n); }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return offset(n, i); }
  void later(std::uint32_t cycles) { cycle += cycles; }
};

/// `retry` after `cycles` cycles from the view's on: backwards, in stretches in which no channel opens.
routing::Retry look_back(const routing::SmartSelection& smart, const View& start, const routing::GridState& state,
                         routing::Retry before, std::uint32_t cycles, std::uint32_t& not_looked_at) {
  routing::RetryMap leads;
  for (std::uint32_t end = start.cycle + cycles; end > start.cycle;) {
    std::uint32_t from = start.cycle;
    for (const std::uint32_t at : start.opens) {
      if (at < end) from = std::max(from, at);
    }
    View stretch = start;
    stretch.cycle = from;
    const bool settled = smart.look_back(stretch, state, end - from, leads);
    end = from;
    if (!settled) continue;
    not_looked_at += end - start.cycle;
    break;
  }
  return leads[before];
}

}  // namespace

TEST_CASE("looking back over many cycles finds the retry number that as many requests leave") {
  const KeyedRandom random(7, Purpose::selection);
  std::uint64_t drawn = 0;
  const auto below = [&](std::uint32_t n) { return random.below(drawn++ + (1ULL << 40U), n); };
  bool moved = false;
  std::uint32_t not_looked_at = 0;
  topology::Cartesian grid({{8, 8, 8, 8}, true, true});
  grid.tabulate(1);
  for (int i = 0; i < 20000; ++i) {
    routing::SmartSelection smart;
    smart.grid = &grid;
    smart.facts.dimensions = 1 + below(4);
    smart.facts.vcs = 2 + below(4);
    smart.first_adaptive = 1 + (smart.facts.vcs > 2 ? below(2) : 0);
    routing::GridState route{};
    for (unsigned d = 0; d < smart.facts.dimensions; ++d) {
      smart.facts.order[d] = static_cast<std::uint8_t>(d);
      route.hops[d] = static_cast<std::int16_t>(static_cast<int>(below(3)) - 1);
    }
    route.hops[below(smart.facts.dimensions)] = 1;
    std::vector<std::uint32_t> opens(2 * smart.facts.dimensions * smart.facts.vcs);
    for (std::uint32_t& at : opens) at = below(2) == 0 ? 0 : 100 + below(40);
    const View start{opens,           random,        below(4) == 0, below(static_cast<std::uint32_t>(opens.size())),
                     smart.facts.vcs, 90 + below(20)};
    const auto before = static_cast<routing::Retry>(below(smart.facts.dimensions + 1));
    const std::uint32_t cycles = 1 + below(60);

    routing::Retry asked = before;
    View each = start;
    for (std::uint32_t n = 0; n < cycles; ++n, each.later(1)) smart.request(each, route, asked);
    const routing::Retry waited = look_back(smart, start, route, before, cycles, not_looked_at);

    CAPTURE(i);
    REQUIRE(waited == asked);
    moved = moved || (asked != before && asked != 0);
  }
  CHECK(moved);
  CHECK(not_looked_at > 0);
}

}  // namespace smart_selection_test
