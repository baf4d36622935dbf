// SPDX-License-Identifier: Apache-2.0
// Limiters, links that clusters share, and the ways of hosts to themselves. Times over the same routes are compared
// with SimGrid's in simgrid_times_test.py.
#include <doctest/doctest.h>

#include "tests/platform/from_text.hpp"

namespace own_routes_test {

using platform_test::from_text;
using platform_test::FromText;

namespace {

FromText cluster(const std::string& radical, const std::string& more) {
  return from_text(R"(<cluster id="c" prefix="n" suffix="" speed="1Gf" bw="1GBps" lat="1us" radical=")" + radical +
                   "\" " + more + "/>");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the limiters of all switches of a fat tree are crossed, each once") {
  const FromText made = cluster("0-15", R"(topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,1" limiter_link="2GBps")");
  REQUIRE(made.messages == "");
  CHECK(made.route("n1", "n2") == "c_limiter_1 c_link_0_1_0_UP c_limiter_switch_1_0 c_link_0_2_0_DOWN c_limiter_2");
  CHECK(made.route("n0", "n5") ==
        "c_limiter_0 c_link_0_0_0_UP c_limiter_switch_1_0 c_link_1_0_1_UP c_limiter_switch_2_1 c_link_1_1_1_DOWN "
        "c_limiter_switch_1_1 c_link_0_5_0_DOWN c_limiter_5");
}

TEST_CASE("the limiters of a dragonfly are those of the hosts and of the routers that a message leaves") {
  const FromText made = cluster("0-7", R"(topology="DRAGONFLY" topo_parameters="2,1;1,1;2,1;2" limiter_link="2GBps")");
  REQUIRE(made.messages == "");
  CHECK(made.route("n0", "n1") == "c_limiter_0 c_link_host_0_UP c_limiter_router_0 c_link_host_1_DOWN c_limiter_1");
  CHECK(made.route("n0", "n7") ==
        "c_limiter_0 c_link_host_0_UP c_limiter_router_0 c_link_green_0_0_0_1_UP c_link_blue_0_1_UP "
        "c_limiter_router_1 c_limiter_router_2 c_link_green_1_0_0_1_UP c_limiter_router_3 c_link_host_7_DOWN "
        "c_limiter_7");
}

TEST_CASE("the limiters of all hosts on the way through a torus are crossed") {
  const FromText made = cluster("0-3", R"(topology="TORUS" topo_parameters="4" limiter_link="2GBps")");
  REQUIRE(made.messages == "");
  CHECK(made.route("n0", "n2") == "c_limiter_0 c_link_0_0_UP c_limiter_1 c_link_1_0_UP c_limiter_2");
}

TEST_CASE("clusters have no links of sharing policy FATPIPE, but shared ones, which is said") {
  for (const std::string topology :
       {"", R"(topology="FAT_TREE" topo_parameters="1;2;1;1")", R"(topology="TORUS" topo_parameters="2")",
        R"(topology="DRAGONFLY" topo_parameters="1,1;1,1;2,1;1")"}) {
    const FromText made = cluster("0-1", topology + R"( sharing_policy="FATPIPE")");
    REQUIRE(made.file != nullptr);
    CHECK(has(made.messages, "the links of a cluster of sharing_policy FATPIPE are shared"));
    for (const auto& link : made.file->platform.links()) CHECK(link.shared);
  }
  CHECK(cluster("0-1", "bb_bw=\"1GBps\" bb_sharing_policy=\"FATPIPE\"").messages == "");
}

TEST_CASE("a host sends to itself over its loopback link, or as far as a message to another host would go") {
  CHECK(cluster("0-1", "").route("n1", "n1") == "c_link_1_UP c_link_1_DOWN");
  CHECK(cluster("0-1", "bb_bw=\"1GBps\" limiter_link=\"1GBps\" sharing_policy=\"SHARED\"").route("n1", "n1") ==
        "c_limiter_1 c_link_1 c_backbone");
  CHECK(cluster("0-3", R"(topology="FAT_TREE" topo_parameters="1;4;1;1")").route("n3", "n3") ==
        "c_link_0_3_0_UP c_link_0_3_0_DOWN");
  CHECK(cluster("0-3", R"(topology="DRAGONFLY" topo_parameters="1,1;1,1;2,1;2")").route("n3", "n3") ==
        "c_link_host_3_UP c_link_host_3_DOWN");
  for (const std::string topology :
       {"", R"(topology="FAT_TREE" topo_parameters="1;4;1;1")", R"(topology="TORUS" topo_parameters="4")",
        R"(topology="DRAGONFLY" topo_parameters="1,1;1,1;2,1;2")"}) {
    const FromText made = cluster("0-3", topology + R"( loopback_bw="5GBps" loopback_lat="10ns")");
    REQUIRE(made.messages == "");
    CHECK(made.route("n3", "n3") == "c_link_3_loopback");
    const auto& platform = made.file->platform;
    const auto& link = platform.links()[*platform.find_link("c_link_3_loopback")];
    CHECK(link.bandwidth == 5e9);
    CHECK_FALSE(link.shared);
  }
  CHECK(has(cluster("0-3", R"(topology="TORUS" topo_parameters="4")").route("n3", "n3"),
            "host n3 has no loopback link for messages between its ranks"));
}

TEST_CASE("hosts of zones with routes have the loopback link of SimGrid, or the route that is written") {
  for (const std::string routing : {"Full", "Floyd", "Dijkstra"}) {
    const FromText made =
        from_text("<zone id=\"z\" routing=\"" + routing +
                  R"("><host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><link id="l" bandwidth="1GBps"/>
    <link id="own" bandwidth="3GBps"/><route src="a" dst="b"><link_ctn id="l"/></route>
    <route src="b" dst="b"><link_ctn id="own"/></route></zone>)");
    REQUIRE(made.messages == "");
    CHECK(made.route("a", "a") == "__loopback__");
    CHECK(made.route("b", "b") == "own");
    const auto& platform = made.file->platform;
    const auto& link = platform.links()[*platform.find_link("__loopback__")];
    CHECK(link.bandwidth == 10e9);
    CHECK(link.latency == 0);
    CHECK(link.loopback);
  }
  // Not beside zones within the zone.
  const FromText made = from_text(R"(<zone id="z"><host id="a" speed="1Gf"/>
    <zone id="in"><host id="b" speed="1Gf"/></zone></zone>)");
  CHECK(has(made.route("a", "a"), "host a has no loopback link"));
  CHECK(made.route("b", "b") == "__loopback__");
}

TEST_CASE("a message goes on down a fat tree behind the link by which it came, where links are parallel") {
  const FromText made = cluster("0-15", R"(topology="FAT_TREE" topo_parameters="2;4,4;1,1;2,2")");
  REQUIRE(made.messages == "");
  // From host 4 the top switch takes link 0, parallel link 0 to child 0; the switch below goes on with link 1, which is
  // parallel link 0 to host 1, and with link 4, parallel link 1, to host 0.
  CHECK(made.route("n4", "n1") == "c_link_0_4_1_UP c_link_1_1_1_UP c_link_1_0_0_DOWN c_link_0_1_0_DOWN");
  CHECK(made.route("n4", "n0") == "c_link_0_4_0_UP c_link_1_1_0_UP c_link_1_0_0_DOWN c_link_0_0_1_DOWN");
  // From host 5 the first is link 4; the switch below goes on with link 5 to host 1, and begins anew for host 0.
  CHECK(made.route("n5", "n1") == "c_link_0_5_1_UP c_link_1_1_1_UP c_link_1_0_1_DOWN c_link_0_1_1_DOWN");
  CHECK(made.route("n5", "n0") == "c_link_0_5_0_UP c_link_1_1_0_UP c_link_1_0_1_DOWN c_link_0_0_1_DOWN");
}

}  // namespace own_routes_test
