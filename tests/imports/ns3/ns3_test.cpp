// SPDX-License-Identifier: Apache-2.0
// Topology lists of ns-3 as edge lists.
#include "fsin/imports/ns3/ns3.hpp"

#include <doctest/doctest.h>

#include "fsin/imports/ns3/units.hpp"
#include "tests/imports/imported.hpp"

namespace ns3_test {

using namespace fsin::imports;
using fsin::test::Imported;

Imported list(const std::string& text) { return fsin::test::imported<Ns3List>(text); }

TEST_CASE("rates and times have the units of ns-3") {
  CHECK(rate_of_ns3("100Gbps") == 100'000'000'000U);
  CHECK(rate_of_ns3("1KiB/s") == 8192U);
  CHECK(rate_of_ns3("2.5Mbps") == 2'500'000U);
  CHECK(!rate_of_ns3("100"));
  CHECK(!rate_of_ns3("-1bps"));
  CHECK(time_of_ns3("0.001ms") == 1'000'000U);
  CHECK(time_of_ns3("1000ns") == 1'000'000U);
  CHECK(!time_of_ns3("5parsec"));
}

TEST_CASE("hosts with one link are terminals, and switches come in the order of their hosts") {
  const Imported made = list("4 2 3\n2 3\n0 3 100Gbps 1000ns 0\n1 2 100Gbps 0.002ms 0\n2 3 400Gbps 1us 0.1\n");
  CHECK(made.messages == "");
  CHECK(made.companion.find("switch s3\nswitch s2\nterminal h0\nterminal h1\n") != std::string::npos);
  CHECK(made.companion.find("h1 s2 bandwidth=100000000000b/s delay=2000000ps\n") != std::string::npos);
  CHECK(made.left_out.find("file:5:17: error rate of 1 link: links lose nothing") != std::string::npos);
}

TEST_CASE("hosts with several links are switches that weights keep free of others") {
  const Imported made =
      list("4 2 1 1 4 H100\n2 3\n0 2 2880Gbps 25ns 0\n1 2 2880Gbps 25ns 0\n0 3 400Gbps 500ns 0\n1 3 400Gbps 500ns 0\n");
  CHECK(made.messages == "");
  CHECK(made.companion.find("switch h0 terminals=1 bandwidth=2880000000000b/s\n") != std::string::npos);
  CHECK(made.companion.find("h0 s3 bandwidth=400000000000b/s delay=500000ps weight=1000\n") != std::string::npos);
  CHECK(made.has("weight: file"));
  CHECK(made.left_out.find("file:1:3: servers of 2 GPUs, 1 NVSwitches, \"H100\"") != std::string::npos);
}

TEST_CASE("hosts whose numbers do not follow their switches are told") {
  CHECK(list("5 2 4\n3 4\n0 3 1Gbps 1ns 0\n1 4 1Gbps 1ns 0\n2 3 1Gbps 1ns 0\n3 4 1Gbps 1ns 0\n")
            .left_out.find("nodes are numbered switch by switch") != std::string::npos);
}

TEST_CASE("mistakes of a list have their line and column, and what stands behind it is told") {
  CHECK(list("4 2\n").messages.find("file:1:1: expected `nodes switches links`") != std::string::npos);
  CHECK(list("3 1 2\n7\n").messages.find("file:2:1: expected the number of a switch from 0 to 2") != std::string::npos);
  CHECK(list("3 1 2\n2\n0 2 fast 1ns 0\n").messages.find("file:3:5: expected a data rate") != std::string::npos);
  CHECK(list("3 1 2\n2\n0 2 1Gbps\n").messages.find("file:3:10: the link has no delay") != std::string::npos);
  CHECK(list("3 1 2\n2\n0 0 1Gbps 1ns 0\n").messages.find("file:3:1: node 0 is joined to itself") != std::string::npos);
  CHECK(list("3 1 2\n2\n0 2 1Gbps 1ns 0\n").messages.find("announces 2 links, and there are 1") != std::string::npos);
  CHECK(list("2 1 1\n1\n0 1 1Gbps 1ns 0\n0 1 1Gbps 1ns 0\n").left_out.find("file:4:1: what stands behind the 1 link") !=
        std::string::npos);
}

}  // namespace ns3_test
