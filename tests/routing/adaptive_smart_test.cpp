// SPDX-License-Identifier: Apache-2.0
// AdaptiveSmart::wait() against what it replaces: request() once a cycle. The router is a table of cycles in which
// channels open; not modelled: owners, which neither looks at.
#include "fsin/routing/adaptive_smart.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "fsin/core/rng.hpp"

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
  std::uint32_t change = ~0U;

  bool from_injection() const { return injected; }
  unsigned in_port() const { return queue / vcs; }
  unsigned in_vc() const { return queue % vcs; }
  std::uint32_t router() const { return 0; }
  bool can_request(std::int32_t out) {
    const std::uint32_t at = opens[static_cast<std::size_t>(out)];
    if (at > cycle) change = std::min(change, at);
    return at <= cycle;
  }
  bool can_request(std::int32_t out) const { return opens[static_cast<std::size_t>(out)] <= cycle; }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return random.below(cycle * 8ULL + i, n); }
  std::uint32_t steady() const { return change - cycle; }
  void later(std::uint32_t cycles) {
    cycle += cycles;
    change = ~0U;
  }
};

}  // namespace

TEST_CASE("waiting for many cycles leaves the retry number of as many requests") {
  const KeyedRandom random(7, Purpose::selection);
  std::uint64_t drawn = 0;
  const auto below = [&](std::uint32_t n) { return random.below(drawn++ + (1ULL << 40U), n); };
  bool moved = false;
  topology::Cartesian grid({{8, 8, 8, 8}, true, true});
  grid.tabulate(1);
  for (int i = 0; i < 20000; ++i) {
    routing::AdaptiveSmart smart;
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
    routing::Retry waited = before;
    View whole = start;
    smart.wait(whole, route, waited, cycles);

    CAPTURE(i);
    REQUIRE(waited == asked);
    moved = moved || (asked != before && asked != 0);
  }
  CHECK(moved);
}
