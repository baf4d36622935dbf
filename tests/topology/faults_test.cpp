// SPDX-License-Identifier: Apache-2.0
// Which links and routers fail by their names, by draws, and when; and what is cut off by them.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/faults/cut_off.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace faults_test {

using namespace fsin;
using namespace fsin::topology;

namespace {

Topology faulty(const AnyTopology& network, const FaultPlan& faults) {
  Topology topology = build(network);
  fail(faults, topology);
  return topology;
}

FaultPlan listed(std::vector<std::string> links, std::vector<std::string> routers = {}) {
  FaultPlan faults;
  faults.links = std::move(links);
  faults.routers = std::move(routers);
  return faults;
}

/// "0>1@1 1>0@1"
std::string links_text(const Topology& topology) {
  std::string text;
  for (const FailedLink& link : topology.failures.links) {
    if (!text.empty()) text += ' ';
    text += std::to_string(link.router.value) + ">" + std::to_string(link.leads_to.router.value) + "@" +
            std::to_string(link.since);
  }
  return text;
}

const TorusParams torus{{4, 3}, true};

}  // namespace

TEST_CASE("a link is named by numbers, by the names of an edge list or by those of messages, and fails both ways") {
  for (const char* name : {"0-1", "1-0", "n0-n1", "n1 - 0", "(0,0)-(1,0)"}) {
    const Topology topology = faulty(torus, listed({name}));
    INFO(name);
    CHECK(topology.failures.mistakes.empty());
    CHECK(links_text(topology) == "0>1@1 1>0@1");
    CHECK_FALSE(topology.graph.next(RouterId(0), 0).exists());
    CHECK_FALSE(topology.graph.next(RouterId(1), 1).exists());
    CHECK(topology.graph.links() == build(torus).graph.links() - 2);
  }
  FaultPlan one_way = listed({"1-0"});
  one_way.one_way = true;
  CHECK(links_text(faulty(torus, one_way)) == "1>0@1");
}

TEST_CASE("a link that fails later stays in the graph, and of several cycles the first holds") {
  FaultPlan faults = listed({"0-1 at 500", "4-5", "4-5 at 20"});
  faults.at = CycleCount{30};
  const Topology topology = faulty(torus, faults);
  CHECK(links_text(topology) == "4>5@20 5>4@20 0>1@500 1>0@500");
  CHECK(topology.graph.links() == build(torus).graph.links());
  CHECK(topology.failures.first() == 20);
  CHECK(topology.failures.next_after(20) == 500);
  CHECK(topology.failures.next_after(500) == never);
  CHECK(topology.failures.find(RouterId(0), 0, 499) == nullptr);
  REQUIRE(topology.failures.find(RouterId(0), 0, 500) != nullptr);
}

TEST_CASE("links that come back stay in the graph, and outages of a link that meet are one") {
  const auto outages = [](std::vector<std::string> links) {
    std::string text;
    for (const FailedLink& link : faulty(torus, listed(std::move(links))).failures.links) {
      if (link.router != RouterId(0)) continue;
      text += std::to_string(link.since) + "-" + (link.until == never ? "" : std::to_string(link.until)) + " ";
    }
    return text;
  };
  CHECK(outages({"0-1 at 20 until 30"}) == "20-30 ");
  CHECK(outages({"0-1 until 30"}) == "1-30 ");
  CHECK(outages({"0-1 at 50 until 60", "0-1 at 20 until 30"}) == "20-30 50-60 ");
  CHECK(outages({"0-1 at 20 until 30", "0-1 at 30 until 40", "0-1 at 35 until 38"}) == "20-40 ");
  CHECK(outages({"0-1 at 20 until 30", "0-1 at 50 until 60", "0-1 at 25 until 55"}) == "20-60 ");
  CHECK(outages({"0-1 at 20 until 30", "0-1 at 25"}) == "20- ");
  FaultPlan faults = listed({"0-1"}, {"5 at 70 until 90"});
  faults.until = CycleCount{40};
  const Topology topology = faulty(torus, faults);
  CHECK(topology.graph.links() == build(torus).graph.links());
  CHECK_FALSE(topology.failures.from_the_start());
  CHECK(topology.failures.during_the_run());
  CHECK(topology.failures.first() == 1);
  CHECK(topology.failures.next_after(1) == 40);
  CHECK(topology.failures.next_after(40) == 70);
  CHECK(topology.failures.next_return(40) == 90);
  CHECK(topology.failures.last_return() == 90);
  REQUIRE(topology.failures.routers.size() == 1);
  CHECK(topology.failures.routers[0] == FailedRouter{RouterId(5), {70, 90}});
  const Topology wrong = faulty(torus, listed({"0-1 at 20 until 20"}));
  REQUIRE(wrong.failures.mistakes.size() == 1);
  CHECK(wrong.failures.mistakes[0] ==
        "network.faults.links: \"0-1 at 20 until 20\" is over in cycle 20, and begins in cycle 20; write a later cycle "
        "after until");
}

TEST_CASE("of parallel links all fail, and a router fails with all links from and to it") {
  const Topology ring = faulty(TorusParams{{2}, true}, listed({"0-1"}));
  CHECK(ring.failures.links.size() == 4);
  const Topology topology = faulty(torus, listed({}, {"5 at 70"}));
  CHECK(topology.failures.links.size() == 8);
  REQUIRE(topology.failures.routers.size() == 1);
  CHECK(topology.failures.routers[0] == FailedRouter{RouterId(5), {70, never}});
  const Topology tree = faulty(FatTreeParams{2, 3}, listed({}, {"s11"}));
  REQUIRE(tree.failures.routers.size() == 1);
  CHECK(tree.failures.routers[0].router == RouterId(8 + 11));
  CHECK(tree.failures.links.size() == 4);
}

TEST_CASE("draws are whole links between switches, different ones, and depend on their own seed only") {
  FaultPlan faults;
  faults.random_links = 6;
  std::set<std::string> drawn;
  for (faults.seed = 1; faults.seed < 10; ++faults.seed) {
    const Topology topology = faulty(FatTreeParams{4, 2}, faults);
    CHECK(topology.failures.links.size() == 12);
    for (const FailedLink& link : topology.failures.links) {
      CHECK(link.router.index() >= topology.graph.nodes());
      CHECK(link.leads_to.router.index() >= topology.graph.nodes());
    }
    CHECK(links_text(topology) == links_text(faulty(FatTreeParams{4, 2}, faults)));
    drawn.insert(links_text(topology));
  }
  CHECK(drawn.size() == 9);
  faults.random_links = 16;
  CHECK(faulty(FatTreeParams{4, 2}, faults).failures.links.size() == 32);
  FaultPlan routers;
  routers.random_routers = 3;
  CHECK(faulty(torus, routers).failures.routers.size() == 3);
  CHECK(faulty(FatTreeParams{4, 2}, routers).failures.routers.front().router.index() >= 16);
}

TEST_CASE("what the network does not have is told with the key, and nothing else fails") {
  FaultPlan faults = listed({"0-2", "0-99", "x"}, {"s0", "12"});
  faults.random_links = 1000;
  const Topology topology = faulty(torus, faults);
  CHECK_FALSE(topology.failures.any());
  const std::vector<std::string>& mistakes = topology.failures.mistakes;
  REQUIRE(mistakes.size() == 6);
  CHECK(mistakes[0].starts_with("network.faults.links: \"0-2\": there is no link from (0,0) to (2,0)"));
  CHECK(mistakes[1].starts_with("network.faults.links: \"0-99\" does not name two routers"));
  CHECK(mistakes[3].starts_with("network.faults.routers: \"s0\" is no router of this network"));
  CHECK(mistakes[5].starts_with("network.faults.random_links: 1000 cannot fail, for there are 24 links to draw from"));
}

TEST_CASE("pairs without a way are counted in each direction by itself") {
  CHECK(find_cut_off(build(torus).graph).pairs == 0);
  CHECK(find_cut_off(faulty(torus, listed({"0-1"})).graph).pairs == 0);
  const CutOffNodes alone = find_cut_off(faulty(torus, listed({}, {"5"})).graph);
  CHECK(alone.pairs == 2 * 11);
  REQUIRE(alone.some.size() == 3);
  CHECK(alone.some[0] == std::pair(0U, 5U));
  // A line of 6 that falls apart into 2 and 4.
  CHECK(find_cut_off(faulty(MeshParams{{6}}, listed({"1-2"})).graph).pairs == 2 * 2 * 4);
  FaultPlan one_way = listed({"1-2"});
  one_way.one_way = true;
  CHECK(find_cut_off(faulty(MeshParams{{6}}, one_way).graph).pairs == 2 * 4);
}

}  // namespace faults_test
