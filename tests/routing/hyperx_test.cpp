// SPDX-License-Identifier: Apache-2.0
// The routings of a HyperX along all their ways: they end at the destination, with as many hops and deroutes as they
// say, on channels of ascending classes; and candidates() is exact.
#include "fsin/topology/switches/hyperx.hpp"

#include "fsin/routing/algorithms/hyperx_adaptive.hpp"
#include "fsin/routing/algorithms/hyperx_oblivious.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "tests/routing/hyperx_walk.hpp"

namespace hyperx_test {

namespace {

using namespace fsin;
using hyperx_walk::Hop;
using hyperx_walk::Seen;
using hyperx_walk::Way;
using routing::HyperXAdaptiveParams;
using routing::HyperXAlgorithm;
using routing::HyperXObliviousParams;
using routing::HyperXPath;
using topology::HyperXParams;

std::vector<HyperXParams> networks() {
  return {{{3, 3}, 1, {1}}, {{2, 4}, 2, {1}}, {{4}, 1, {2}}, {{2, 3, 2}, 1, {1, 2, 1}}, {{2, 2, 2, 2}, 1, {1}}};
}

/// What is true of every way of a routing: at most so many hops more than the shortest way and so many deroutes, in all
/// and by dimension; and numbers that ascend strictly from hop to hop, in an order of all channels.
struct Promise {
  unsigned classes = 1;
  unsigned longer = 0;
  unsigned by_dimension = 0;
  bool only_unaligned = true;
  std::function<unsigned(const Way& way, std::size_t hop)> rank{};
};

HyperXAdaptiveParams adaptive(HyperXAlgorithm algorithm) {
  HyperXAdaptiveParams params;
  params.algorithm = algorithm;
  return params;
}

unsigned klass(const Hop& hop, unsigned classes) { return hop.vc % classes; }

void demand(const Promise& promise, const Way& way, unsigned shortest, unsigned vcs) {
  REQUIRE(way.size() <= shortest + promise.longer);
  std::array<unsigned, topology::max_hyperx_dimensions> deroutes{};
  for (std::size_t i = 0; i < way.size(); ++i) {
    REQUIRE(way[i].vc < vcs / promise.classes * promise.classes);
    if (i > 0) REQUIRE(promise.rank(way, i) > promise.rank(way, i - 1));
    if (!promise.only_unaligned) continue;
    REQUIRE_FALSE(way[i].aligned_before);
    if (!way[i].aligned_after) REQUIRE(++deroutes[way[i].dimension] <= promise.by_dimension);
  }
}

template <class Params>
Seen walk(const HyperXParams& params, const Params& family, unsigned vcs, const Promise& promise,
          const topology::FaultPlan& faults = {}) {
  topology::Topology built = params.build();
  topology::fail(faults, built);
  REQUIRE(built.failures.mistakes.empty());
  const auto& network = *topology::as<topology::HyperX>(*built.geometry);
  const routing::Setup<topology::HyperX> setup{
      .network = network, .graph = &built.graph, .vcs = vcs, .asked = {}, .failures = &built.failures};
  Seen seen;
  with_algorithm(family, setup, [&](const auto& algorithm) {
    hyperx_walk::Walker walker(built, params, algorithm, vcs,
                               [&](const Way& way, unsigned shortest) { demand(promise, way, shortest, vcs); });
    seen = walker.every_pair();
  });
  return seen;
}

unsigned dimensions(const HyperXParams& params) { return static_cast<unsigned>(params.dims.size()); }

/// A ladder of hops: hop i is on class i.
Promise hop_ladder(unsigned classes, unsigned longer, unsigned by_dimension) {
  return {.classes = classes,
          .longer = longer,
          .by_dimension = by_dimension,
          .rank = [classes](const Way& way, std::size_t i) {
            REQUIRE(klass(way[i], classes) == i);
            return static_cast<unsigned>(i);
          }};
}

/// Whether some row has a third switch, to which a deroute can lead.
bool can_deroute(const HyperXParams& params) {
  return std::any_of(params.dims.begin(), params.dims.end(), [](unsigned side) { return side > 2; });
}

}  // namespace

TEST_CASE("dimension order is minimal, in ascending dimensions, on any one channel") {
  std::vector<HyperXParams> all = networks();
  all.push_back({{2, 2, 2, 2, 2}, 1, {1}});
  for (const HyperXParams& params : all) {
    for (const unsigned vcs : {1U, 3U}) {
      const Promise promise{.rank = [](const Way& way, std::size_t i) { return way[i].dimension; }};
      const Seen seen = walk(params, HyperXObliviousParams{}, vcs, promise);
      CHECK(seen.longest == params.dims.size());
    }
  }
}

TEST_CASE("Valiant's way has two legs of ascending dimensions, the second one on the second class") {
  for (const HyperXParams& params : networks()) {
    for (const unsigned vcs : {2U, 5U}) {
      const Promise promise{
          .classes = 2,
          .longer = 2 * dimensions(params),
          .only_unaligned = false,
          .rank = [](const Way& way, std::size_t i) { return klass(way[i], 2) * 8 + way[i].dimension; }};
      HyperXObliviousParams valiant;
      valiant.path = HyperXPath::valiant;
      const Seen seen = walk(params, valiant, vcs, promise);
      // Where all sides are 2, two legs over all dimensions lead back to the source.
      const bool back = params.dims == std::vector<unsigned>{2, 2, 2, 2};
      CHECK(seen.longest == 2 * params.dims.size() - (back ? 1 : 0));
      CHECK(walk(params, adaptive(HyperXAlgorithm::ugal), vcs, promise).longest == seen.longest);
    }
  }
}

TEST_CASE("minimal adaptive routing takes shortest ways only, a class for each hop") {
  for (const HyperXParams& params : networks()) {
    const unsigned classes = dimensions(params);
    for (const unsigned copies : {1U, 2U}) {
      const Seen seen = walk(params, adaptive(HyperXAlgorithm::minimal), copies * classes, hop_ladder(classes, 0, 0));
      CHECK(seen.longest == classes);
      CHECK_FALSE(seen.detours);
    }
  }
}

TEST_CASE("DAL deroutes at most once in each dimension, a class for each hop") {
  for (const HyperXParams& params : networks()) {
    const unsigned most = dimensions(params);
    const Seen seen = walk(params, adaptive(HyperXAlgorithm::dal), 2 * most, hop_ladder(2 * most, most, 1));
    CHECK(seen.detours == can_deroute(params));
  }
}

TEST_CASE("DimWAR takes dimensions in order and its second class after a deroute, of which there is one in each") {
  for (const HyperXParams& params : networks()) {
    Promise promise{.classes = 2, .longer = dimensions(params), .by_dimension = 1};
    promise.rank = [](const Way& way, std::size_t i) {
      const bool derouted = i > 0 && !way[i - 1].aligned_after;
      REQUIRE(klass(way[i], 2) == (derouted ? 1 : 0));
      return way[i].dimension * 2 + klass(way[i], 2);
    };
    for (const unsigned vcs : {2U, 4U}) {
      CHECK(walk(params, HyperXAdaptiveParams{}, vcs, promise).detours == can_deroute(params));
    }
  }
}

TEST_CASE("OmniWAR deroutes as often as it is allowed to and has channels for, a class for each hop") {
  for (const HyperXParams& params : networks()) {
    const unsigned least = dimensions(params);
    for (const unsigned deroutes : {0U, 1U, 2U}) {
      HyperXAdaptiveParams omniwar = adaptive(HyperXAlgorithm::omniwar);
      const Promise promise = hop_ladder(least + deroutes, deroutes, deroutes);
      const Seen by_channels = walk(params, omniwar, least + deroutes, promise);
      CHECK(by_channels.detours == (can_deroute(params) && deroutes > 0));
      omniwar.deroutes = deroutes;
      CHECK(walk(params, omniwar, least + deroutes, promise).ways == by_channels.ways);
    }
  }
}

TEST_CASE("round failed links every way arrives, by hops and on channels as without faults") {
  topology::FaultPlan faults;
  faults.links = {"s0-s1", "s5-s2", "s3-s4"};
  const HyperXParams params{{3, 3}, 1, {1}};
  CHECK(walk(params, adaptive(HyperXAlgorithm::dal), 4, hop_ladder(4, 2, 1), faults).ways > 0);
  CHECK(walk(params, adaptive(HyperXAlgorithm::omniwar), 4, hop_ladder(4, 2, 2), faults).ways > 0);
  const Promise dimwar{.classes = 2, .longer = 2, .by_dimension = 1, .rank = [](const Way& way, std::size_t i) {
                         return way[i].dimension * 2 + klass(way[i], 2);
                       }};
  const Seen whole = walk(params, HyperXAdaptiveParams{}, 2, dimwar);
  const Seen faulty = walk(params, HyperXAdaptiveParams{}, 2, dimwar, faults);
  CHECK(faulty.ways > 0);
  CHECK(faulty.ways < whole.ways);
}

TEST_CASE("in a network too large to look for detours, a warning says that faults are not avoided") {
  const topology::HyperX network(1, {26, 26, 26}, {1});
  topology::Failures failures;
  failures.links.emplace_back(RouterId(0), 0, topology::Link{}, topology::Outage{});
  routing::Setup<topology::HyperX> setup{
      .network = network, .graph = nullptr, .vcs = 6, .asked = {}, .failures = &failures};
  const auto warnings = [&](const auto& family) {
    Diagnostics diagnostics;
    const routing::Report::Locate nowhere;
    routing::Report report(diagnostics, nowhere);
    check_links(family, setup, report);
    CHECK(diagnostics.ok());
    return diagnostics.text();
  };
  const std::string expected =
      "looks for detours round faults in networks of at most 16384 switches; this one has 17576";
  CHECK(warnings(HyperXAdaptiveParams{}).find(expected) != std::string::npos);
  CHECK(warnings(HyperXObliviousParams{{}, HyperXPath::valiant}).find(expected) != std::string::npos);
  CHECK(warnings(HyperXObliviousParams{}).empty());
  failures.links[0].until = 500;  // no fault that routings know of
  CHECK(warnings(HyperXAdaptiveParams{}).empty());
}

TEST_CASE("with fewer channels than classes a packet stays on the last channel, and candidates remain exact") {
  const HyperXParams params{{3, 3}, 1, {1}};
  for (const HyperXAlgorithm algorithm : {HyperXAlgorithm::minimal, HyperXAlgorithm::ugal, HyperXAlgorithm::dal,
                                          HyperXAlgorithm::dimwar, HyperXAlgorithm::omniwar}) {
    HyperXAdaptiveParams family = adaptive(algorithm);
    if (algorithm == HyperXAlgorithm::omniwar) family.deroutes = 2;
    const Promise promise{.longer = 4,
                          .by_dimension = 2,
                          .only_unaligned = algorithm != HyperXAlgorithm::ugal,
                          .rank = [](const Way&, std::size_t i) { return static_cast<unsigned>(i); }};
    CHECK(walk(params, family, 1, promise).ways > 0);
  }
}

}  // namespace hyperx_test
