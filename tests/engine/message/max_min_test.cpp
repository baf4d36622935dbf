// SPDX-License-Identifier: Apache-2.0
// Max-min shares: closed forms, and that what is computed from change to change is what is computed from nothing.
#include "fsin/engine/message/max_min.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/engine/message/random_flows.hpp"

namespace max_min_test {

using namespace fsin::engine::message;
using flows::RandomFlow;
using flows::RandomNetwork;

namespace {

MaxMin with_links(const std::vector<double>& capacities, double tolerance = 0) {
  MaxMin shares(tolerance);
  for (const double capacity : capacities) shares.add_link(capacity);
  return shares;
}
void solve(MaxMin& shares) {
  shares.solve([](MaxMin::FlowNumber) {});
}
std::vector<LinkPart> over(std::vector<std::uint32_t> links) {
  std::vector<LinkPart> parts;
  for (const std::uint32_t link : links) parts.push_back({link, 1});
  return parts;
}

}  // namespace

TEST_CASE("flows over one link share it by their weights") {
  MaxMin shares = with_links({12});
  for (MaxMin::FlowNumber f = 0; f < 3; ++f) shares.add(f, over({0}), f + 1.0);
  solve(shares);
  for (MaxMin::FlowNumber f = 0; f < 3; ++f) CHECK(shares.rate(f) == doctest::Approx(2.0 * (f + 1)));
}

TEST_CASE("in a parking lot the flow over all links has what the fullest link leaves it") {
  // Link i carries the long flow and i + 1 short ones.
  constexpr unsigned links = 5;
  MaxMin shares = with_links(std::vector<double>(links, 1));
  MaxMin::FlowNumber next = 0;
  shares.add(next++, over({0, 1, 2, 3, 4}));
  for (std::uint32_t link = 0; link < links; ++link) {
    for (unsigned i = 0; i <= link; ++i) shares.add(next++, over({link}));
  }
  solve(shares);
  const double longest = 1.0 / (links + 1);
  CHECK(shares.rate(0) == doctest::Approx(longest));
  next = 1;
  for (unsigned link = 0; link < links; ++link) {
    for (unsigned i = 0; i <= link; ++i) CHECK(shares.rate(next++) == doctest::Approx((1 - longest) / (link + 1)));
  }
}

TEST_CASE("what one bottleneck leaves over goes to the flows of the next, along a chain of them") {
  // Flow i uses links i and i + 1; link i has capacity 2^i, so each flow is held by its lower link.
  MaxMin shares = with_links({1, 2, 4, 8, 16});
  for (MaxMin::FlowNumber f = 0; f < 4; ++f) shares.add(f, over({f, f + 1}));
  solve(shares);
  double before = 0;
  for (MaxMin::FlowNumber f = 0; f < 4; ++f) {
    const double rate = std::exp2(f) - before;
    CHECK(shares.rate(f) == doctest::Approx(rate));
    before = rate;
  }
}

TEST_CASE("a flow in parts over two ways loads each of them with its part only") {
  MaxMin shares = with_links({1, 1});
  const std::vector<LinkPart> halves{{0, 0.5}, {1, 0.5}};
  shares.add(0, halves);
  shares.add(1, over({0}));
  solve(shares);
  CHECK(shares.rate(0) == doctest::Approx(2.0 / 3));
  CHECK(shares.rate(1) == doctest::Approx(2.0 / 3));
  shares.remove(1);
  solve(shares);
  CHECK(shares.rate(0) == doctest::Approx(2));
}

TEST_CASE("several parts of a flow on one link add up") {
  MaxMin shares;
  const std::uint32_t link = shares.add_link(6);
  shares.add(0, std::vector<LinkPart>{{link, 1}, {link, 1}});
  shares.add(1, std::vector<LinkPart>{{link, 1}});
  shares.solve([](MaxMin::FlowNumber) {});
  CHECK(shares.rate(0) == doctest::Approx(2));  // 2 * 2 + 2 = 6
  CHECK(shares.rate(1) == doctest::Approx(2));
  shares.remove(0);
  shares.solve([](MaxMin::FlowNumber) {});
  CHECK(shares.rate(1) == doctest::Approx(6));
}

TEST_CASE("a flow with a limit leaves the rest to the others, and has no more when they are gone") {
  MaxMin shares = with_links({1});
  shares.add(0, over({0}), 1, 0.1);
  shares.add(1, over({0}));
  solve(shares);
  CHECK(shares.rate(0) == doctest::Approx(0.1));
  CHECK(shares.rate(1) == doctest::Approx(0.9));
  shares.remove(1);
  solve(shares);
  CHECK(shares.rate(0) == doctest::Approx(0.1));
}

TEST_CASE("only flows that share links with the one that came or went are computed anew") {
  MaxMin shares = with_links({1, 1});
  shares.add(0, over({0}));
  shares.add(1, over({1}));
  solve(shares);
  shares.add(2, over({0}));
  std::vector<MaxMin::FlowNumber> changed;
  shares.solve([&](MaxMin::FlowNumber f) { changed.push_back(f); });
  std::sort(changed.begin(), changed.end());
  CHECK((changed == std::vector<MaxMin::FlowNumber>{0, 2}));
}

TEST_CASE("shares kept up over many changes are those of progressive filling") {
  double worst = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    RandomNetwork network(number);
    MaxMin kept = with_links(network.capacities);
    std::vector<bool> there(network.flows.size(), false);
    for (unsigned change = 0; change < 40; ++change) {
      const std::uint32_t f = network.draw(static_cast<std::uint32_t>(network.flows.size()));
      const RandomFlow& flow = network.flows[f];
      there[f] ? kept.remove(f) : kept.add(f, flow.parts, flow.weight, flow.most);
      there[f] = !there[f];
      if (network.draw(3) == 0) continue;  // several changes at once
      solve(kept);
      const std::vector<double> levels = flows::fill(network, there);
      for (std::uint32_t i = 0; i < levels.size(); ++i) {
        if (!there[i]) continue;
        const double rate = levels[i] * network.flows[i].weight;
        worst = std::max(worst, std::abs(kept.rate(i) - rate) / rate);
      }
    }
  }
  CHECK(worst < 1e-8);
}

TEST_CASE("with a tolerance the shares are max-min fair for links that are as much wider or narrower") {
  for (const double tolerance : {0.01, 0.1, 0.5}) {
    bool exact = true;
    for (std::uint64_t number = 0; number < 200; ++number) {
      CAPTURE(number);
      RandomNetwork network(number);
      const std::vector<double> given = network.capacities;
      MaxMin kept = with_links(given, tolerance);
      std::vector<bool> there(network.flows.size(), false);
      for (unsigned change = 0; change < 60; ++change) {
        const std::uint32_t f = network.draw(static_cast<std::uint32_t>(network.flows.size()));
        const RandomFlow& flow = network.flows[f];
        there[f] ? kept.remove(f) : kept.add(f, flow.parts, flow.weight, flow.most);
        there[f] = !there[f];
        solve(kept);
      }
      // A link is taken to be as wide as it is loaded, where that is within the tolerance; a fuller one must not be.
      for (std::uint32_t link = 0; link < given.size(); ++link) {
        REQUIRE(kept.load(link) <= given[link] * (1 + tolerance) * (1 + 1e-9));
        network.capacities[link] = std::max(kept.load(link), given[link] * (1 - tolerance));
      }
      const std::vector<double> levels = flows::fill(network, there);
      network.capacities = given;
      const std::vector<double> fair = flows::fill(network, there);
      for (std::uint32_t i = 0; i < levels.size(); ++i) {
        if (!there[i]) continue;
        CHECK(kept.rate(i) == doctest::Approx(levels[i] * network.flows[i].weight).epsilon(1e-8));
        exact = exact && std::abs(kept.rate(i) / (fair[i] * network.flows[i].weight) - 1) < 1e-8;
      }
    }
    CHECK(!exact);  // or the tolerance would be good for nothing
  }
}

}  // namespace max_min_test
