// SPDX-License-Identifier: Apache-2.0
// The topology `graph`: what becomes of a file.
#include <doctest/doctest.h>

#include <set>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/graph_files/graph.hpp"
#include "tests/scratch.hpp"

namespace network_test {

namespace {

using namespace fsin;
using topology::FileGraphs;
using topology::GraphParams;

GraphParams of_file(const std::string& file) {
  GraphParams params;
  params.file = file;
  return params;
}

}  // namespace

TEST_CASE("ports, links and classes of a network from a file are those of the file") {
  const test::Scratch scratch;
  GraphParams params = of_file(scratch.file(
      "net.edges",
      "switch leaf terminals=2\nswitch spine\nterminal x\nleaf spine count=2 length=5m\nx spine delay=9\n"));
  FileGraphs graphs;
  Diagnostics diagnostics;
  const bool loaded = params.load(graphs, Mark("exp.yaml"), diagnostics);
  CHECK(diagnostics.text() == "");
  REQUIRE(loaded);
  const topology::Topology built = params.build();
  CHECK(params.extent().nodes == 3);
  CHECK(params.extent().routers == 5);
  CHECK(params.extent().ports == 4);
  CHECK(built.graph.links() == 10);
  CHECK(built.geometry->links() == 10);
  CHECK(built.geometry->link_classes() == std::vector<std::string>{"terminal", "terminal 9 cycles", "link 5 m"});
  CHECK(built.geometry->link_class(RouterId(0), 0) == 0);
  CHECK(built.geometry->link_class(RouterId(2), 0) == 1);
  CHECK(built.geometry->link_class(RouterId(4), 0) == 1);
  CHECK(built.geometry->link_class(RouterId(4), 1) == 2);
  CHECK(built.geometry->distance(NodeId(0), NodeId(1)) == 2);
  CHECK(built.geometry->distance(NodeId(0), NodeId(2)) == 3);
  CHECK(built.geometry->distances().diameter == 3);
  CHECK(topology::draw(built).names == std::vector<std::string>{"leaf", "spine"});
}

TEST_CASE("a file is read once for all who name it, and again for whoever wants something else of it") {
  const test::Scratch scratch;
  const std::string file = scratch.file("net.edges", "a b\n");
  FileGraphs graphs;
  Diagnostics diagnostics;
  GraphParams one = of_file(file), two = of_file(file), other = of_file(file);
  other.terminals = 5;
  REQUIRE(one.load(graphs, {}, diagnostics));
  scratch.file("net.edges", "a b\nb c\n");
  REQUIRE(two.load(graphs, {}, diagnostics));
  REQUIRE(other.load(graphs, {}, diagnostics));
  CHECK(one.geometry() == two.geometry());
  CHECK(one.extent().nodes == 2);
  CHECK(other.extent().nodes == 15);
}

TEST_CASE("a file with another digest than the one that is written is refused") {
  const test::Scratch scratch;
  const std::string file = scratch.file("net.edges", "a b\n");
  Diagnostics diagnostics;
  FileGraphs before, after;
  GraphParams params = of_file(file);
  REQUIRE(params.load(before, {}, diagnostics));
  REQUIRE(params.digest);
  GraphParams again = of_file(file);
  again.digest = params.digest;
  CHECK(again.load(after, {}, diagnostics));
  after.clear();
  scratch.file("net.edges", "a b # and a comment\n");
  CHECK(!again.load(after, Mark("exp.yaml", 2, 1), diagnostics));
  CHECK(diagnostics.text().find("exp.yaml:2:1: ") == 0);
  CHECK(diagnostics.text().find("the file has changed") != std::string::npos);
}

TEST_CASE("the cluster of GPUs with rails has the tiers that its file describes") {
  GraphParams params = of_file(FSIN_SOURCE_DIR "/topologies/gpu-rails-256.edges");
  FileGraphs graphs;
  Diagnostics diagnostics;
  const bool loaded = params.load(graphs, {}, diagnostics);
  CHECK(diagnostics.text() == "");
  REQUIRE(loaded);
  const topology::GeometryPointer network = params.geometry();
  CHECK(params.extent().nodes == 256);
  CHECK(params.extent().routers == 256 + 256 + 4 * (8 + 8 + 8) + 16);
  // Each way: 256 terminals, 256 links in servers, 256 to leaves, 64 from leaves to spines and 32 from spines to cores
  // a pod.
  CHECK(network->links() == 2 * (256 + 256 + 256 + 4 * 64 + 4 * 8 * 4));
  CHECK(network->link_classes() == std::vector<std::string>{"terminal", "link", "link 400 Gb/s"});
  CHECK(network->distance(NodeId(0), NodeId(1)) == 2 + 2);   // over the switch of the server
  CHECK(network->distance(NodeId(0), NodeId(8)) == 2 + 2);   // over the leaf of the rail
  CHECK(network->distance(NodeId(0), NodeId(9)) == 2 + 4);   // another rail
  CHECK(network->distance(NodeId(0), NodeId(64)) == 2 + 6);  // another pod
  CHECK(network->distances().diameter == 2 + 6);
}

TEST_CASE("before a file is read there is a small network, so that every entry of the catalogue can be asked") {
  const GraphParams params;
  CHECK(params.extent().nodes == 3);
  CHECK(params.build().graph.links() == 12);
}

}  // namespace network_test
