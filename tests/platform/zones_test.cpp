// SPDX-License-Identifier: Apache-2.0
// Routes within zones and between them.
#include <doctest/doctest.h>

#include "tests/platform/from_text.hpp"

namespace zones_test {

using platform_test::from_text;
using platform_test::FromText;

namespace {

/// Three hosts; a and b are joined, b and c by two links of which one is duplex.
std::string row(const std::string& routing) {
  return R"(<zone id="z" routing=")" + routing + R"(">
  <host id="a" speed="1Gf"/><host id="b" speed="2Gf" core="4"/><host id="c" speed="1Gf"/>
  <link id="ab" bandwidth="1GBps" latency="1us"/>
  <link id="bc" bandwidth="10Gbps" latency="20ns" sharing_policy="SPLITDUPLEX"/>
  <link id="sky" bandwidth="1e9" sharing_policy="FATPIPE"/>
  <route src="a" dst="b"><link_ctn id="ab"/></route>
  <route src="b" dst="c"><link_ctn id="bc" direction="UP"/><link_ctn id="sky"/></route>
</zone>)";
}

}  // namespace

TEST_CASE("hosts and links have the quantities of the file, and a duplex link is two") {
  const FromText made = from_text(row("Full"));
  REQUIRE(made.messages == "");
  const auto& platform = made.file->platform;
  REQUIRE(platform.hosts().size() == 3);
  CHECK(platform.hosts()[1].speed == 2e9);
  CHECK(platform.hosts()[1].cores == 4);
  REQUIRE(platform.links().size() == 5);  // and the one of hosts to themselves
  CHECK(platform.links()[1].name == "bc_UP");
  CHECK(platform.links()[2].bandwidth == 1.25e9);
  CHECK(platform.links()[2].latency == doctest::Approx(20e-9));
  CHECK(platform.links()[0].shared);
  CHECK_FALSE(platform.links()[3].shared);
  CHECK(made.file->digest.starts_with("xxh128:"));
}

TEST_CASE("a full zone has the routes that are written, and their way back") {
  const FromText made = from_text(row("Full"));
  CHECK(made.route("b", "c") == "bc_UP sky");
  CHECK(made.route("c", "b") == "sky bc_DOWN");
  CHECK(made.route("a", "c") == "zone z has no route from a to c");
}

TEST_CASE("other zones make chains of routes, by the fewest links") {
  for (const std::string routing : {"Floyd", "Dijkstra", "DijkstraCache"}) {
    const FromText made = from_text(row(routing));
    CHECK(made.route("a", "c") == "ab bc_UP sky");
    CHECK(made.route("c", "a") == "sky bc_DOWN ab");
  }
}

TEST_CASE("a flat cluster goes over the links of both hosts, their limiters and the backbone") {
  const FromText made = from_text(R"(<cluster id="c" prefix="n" suffix=".org" radical="0-2,7" speed="1Gf" bw="1GBps"
    lat="1us" bb_bw="2GBps" bb_lat="1us" limiter_link="1.5GBps"/>)");
  REQUIRE(made.messages == "");
  CHECK(made.route("n0.org", "n7.org") == "c_limiter_0 c_link_0_UP c_backbone c_link_7_DOWN c_limiter_7");
  const FromText shared = from_text(R"(<cluster id="c" prefix="n" suffix="" radical="0-1" speed="1Gf" bw="1GBps"
    lat="1us" sharing_policy="SHARED"/>)");
  CHECK(shared.route("n1", "n0") == "c_link_1 c_link_0");
}

TEST_CASE("between zones a route goes from gateway to gateway") {
  const FromText made = from_text(R"(<zone id="all" routing="Full">
    <cluster id="a" prefix="a" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="1us"/>
    <zone id="b" routing="Full"><host id="h" speed="1Gf"/><host id="g" speed="1Gf"/><link id="hg" bandwidth="1GBps"/>
      <route src="h" dst="g"><link_ctn id="hg"/></route></zone>
    <link id="far" bandwidth="1GBps" latency="1ms"/>
    <zoneRoute src="a" dst="b" gw_src="aa_router" gw_dst="g"><link_ctn id="far"/></zoneRoute></zone>)");
  REQUIRE(made.messages == "");
  CHECK(made.route("a0", "h") == "a_link_0_UP far hg");
  CHECK(made.route("g", "a1") == "far a_link_1_DOWN");
  CHECK(made.route("a0", "a1") == "a_link_0_UP a_link_1_DOWN");
}

TEST_CASE("a torus is crossed in the order of its dimensions, the shorter way round") {
  const FromText made = from_text(R"(<cluster id="c" prefix="n" suffix="" radical="0-29" speed="1Gf" bw="1GBps"
    lat="1us" topology="TORUS" topo_parameters="6,5"/>)");
  REQUIRE(made.messages == "");
  CHECK(made.file->platform.links().size() == 30 * 2 * 2);
  CHECK(made.route("n0", "n8") == "c_link_0_0_UP c_link_1_0_UP c_link_2_1_UP");
  CHECK(made.route("n0", "n29") == "c_link_5_0_DOWN c_link_29_1_DOWN");
  CHECK(made.route("n1", "n4") == "c_link_1_0_UP c_link_2_0_UP c_link_3_0_UP");
  CHECK(made.route("n4", "n1") == "c_link_4_0_UP c_link_5_0_UP c_link_0_0_UP");
  CHECK(made.route("n3", "n0") == "c_link_2_0_DOWN c_link_1_0_DOWN c_link_0_0_DOWN");
}

TEST_CASE("a fat tree is climbed by the number of the receiver, as far as needed") {
  const FromText made = from_text(R"(<cluster id="c" prefix="n" suffix="" radical="0-15" speed="1Gf" bw="1GBps"
    lat="1us" topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,2"/>)");
  REQUIRE(made.messages == "");
  CHECK(made.file->platform.links().size() == 2 * (16 + 4 * 2 * 2));
  CHECK(made.route("n1", "n2") == "c_link_0_1_0_UP c_link_0_2_0_DOWN");
  // Of the four links up, that of 11 mod 4: parallel link 1 to the second parent; down by parallel link 0, as 0 is
  // even.
  CHECK(made.route("n0", "n11") == "c_link_0_0_0_UP c_link_1_0_3_UP c_link_1_2_2_DOWN c_link_0_11_0_DOWN");
}

TEST_CASE("a dragonfly is crossed over the routers that have the number of the other group") {
  const FromText made = from_text(R"(<cluster id="c" prefix="n" suffix="" radical="0-119" speed="1Gf" bw="1GBps"
    lat="1us" topology="DRAGONFLY" topo_parameters="3,4;4,3;5,1;2"/>)");
  REQUIRE(made.messages == "");
  CHECK(made.route("n0", "n1") == "c_link_host_0_UP c_link_host_1_DOWN");
  CHECK(made.route("n78", "n94") ==
        "c_link_host_78_UP c_link_green_1_3_2_4_DOWN c_link_black_1_2_0_3_DOWN c_link_blue_1_2_UP "
        "c_link_green_2_0_1_2_UP c_link_black_2_2_0_1_UP c_link_host_94_DOWN");
  const auto& platform = made.file->platform;
  CHECK(platform.links()[*platform.find_link("c_link_blue_1_2_UP")].bandwidth == 4e9);
}

}  // namespace zones_test
