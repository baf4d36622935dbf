// SPDX-License-Identifier: Apache-2.0
// What is wrong with a platform file is told with its line.
#include <doctest/doctest.h>

#include "tests/platform/from_text.hpp"

namespace faults_test {

using platform_test::from_text;

namespace {

std::string told(const std::string& body) { return from_text(body).messages; }
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr auto cluster = R"(<cluster id="c" prefix="n" suffix="" radical="0-7" speed="1Gf" bw="1GBps" lat="1us" )";

}  // namespace

TEST_CASE("text that is no platform is refused where it ends to be one") {
  fsin::Diagnostics diagnostics;
  CHECK(fsin::platform::read_text("<platform>\n<zone></platform>", fsin::Mark("p.xml"), diagnostics) == nullptr);
  CHECK(has(diagnostics.text(), "p.xml:2:"));
  fsin::Diagnostics other;
  CHECK(fsin::platform::read_text("<graph/>", fsin::Mark("p.xml"), other) == nullptr);
  CHECK(has(other.text(), "begins with <graph>"));
  fsin::Diagnostics old;
  CHECK(fsin::platform::read_text("<platform version=\"3\"><AS id=\"a\"/></platform>", fsin::Mark("p"), old) ==
        nullptr);
  CHECK(has(old.text(), "simgrid_update_xml"));
}

TEST_CASE("quantities that are none, and things that are not modelled, are told with their line") {
  const std::string text = told(
      "<zone id=\"z\">\n<host id=\"a\" speed=\"fast\"/>\n<link id=\"l\" bandwidth=\"0\"/>\n"
      "<host id=\"b\" speed=\"1Gf\" state_file=\"x\"/>\n<peer id=\"p\"/>\n<wheel/></zone>");
  CHECK(has(text, "plat.xml:3:2: speed=\"fast\" is no speed above 0; write one such as 2Gf"));
  CHECK(has(text, "plat.xml:4:2: bandwidth=\"0\" is no bandwidth above 0"));
  CHECK(has(text, "plat.xml:5:2: state_file: hosts that fail are not modelled; remove the attribute"));
  CHECK(has(text, "plat.xml:6:2: <peer> belongs to Vivaldi zones"));
  CHECK(has(text, "plat.xml:7:2: <wheel> is not read in a zone"));
  CHECK(has(told("<zone id=\"z\" routing=\"Vivaldi\"/>"), "write one of Full, Floyd"));
}

TEST_CASE("names that are there twice or not at all are told") {
  CHECK(has(told("<zone id=\"z\"><host id=\"a\" speed=\"1Gf\"/><host id=\"a\" speed=\"1Gf\"/></zone>"),
            "another host, router or zone of the name a"));
  const std::string text = told(
      "<zone id=\"z\"><host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/>\n"
      "<route src=\"a\" dst=\"x\"><link_ctn id=\"l\"/></route></zone>");
  CHECK(has(text, "plat.xml:3:2: dst=\"x\" names no host, router or zone"));
  CHECK(has(text, "plat.xml:3:25: no link has the name l"));
}

TEST_CASE("clusters must have the hosts that their topology makes") {
  CHECK(has(told(std::string(cluster) + "topology=\"TORUS\" topo_parameters=\"3,3\"/>"),
            "make a network of 9 hosts, and radical names 8"));
  CHECK(has(told(std::string(cluster) + "topology=\"FAT_TREE\" topo_parameters=\"2;4,2\"/>"), "children of a switch"));
  CHECK(has(told(std::string(cluster) + "topology=\"DRAGONFLY\" topo_parameters=\"4,1;1,1;2,1;1\"/>"),
            "4 groups need as many routers"));
  CHECK(has(told("<cluster id=\"c\" prefix=\"\" suffix=\"\" radical=\"7-0\" speed=\"1Gf\" bw=\"1GBps\"/>"),
            "is no list of numbers"));
  CHECK(has(told("<cluster id=\"c\" prefix=\"\" suffix=\"\" radical=\"0-900000000\" speed=\"1Gf\" bw=\"1\"/>"),
            "make the platform smaller"));
}

TEST_CASE("a gateway lies in its zone, so that every route ends") {
  CHECK(has(told(R"(<zone id="all"><zone id="a"><host id="x" speed="1Gf"/></zone><zone id="b"><host id="y" speed="1Gf"/>
    </zone><link id="l" bandwidth="1GBps"/><zoneRoute src="a" dst="b" gw_src="y" gw_dst="x"><link_ctn id="l"/></zoneRoute>
    </zone>)"),
            "a gateway is not in the zone that it leads out of"));
}

TEST_CASE("what is left out is told once") {
  const auto made = platform_test::from_text(std::string(cluster) +
                                             "loopback_bw=\"1GBps\" loopback_lat=\"0\"/>"
                                             "<config id=\"General\"><prop id=\"smpi/os\" value=\"0:1:0\"/></config>");
  CHECK(made.file != nullptr);
  CHECK_FALSE(has(made.messages, "loopback"));
  CHECK(has(made.messages, "<config> is not read: smpi/os; write such values as keys of"));
  CHECK(has(told(R"(<zone id="z"><host id="a" speed="1Gf"><prop id="smpi/or" value="0:1:0"/></host></zone>)"),
            "properties smpi/os, smpi/ois, smpi/or and the like"));
}

}  // namespace faults_test
