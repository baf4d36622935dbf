// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/graph_file/from_text.hpp"

namespace formats_test {

namespace {

using namespace fsin;
using namespace graph_file_test;
using graph_file::Direction;
using graph_file::Format;
using graph_file::format_of;

/// Three switches in a row with 2, 0 and 1 terminals; the second link is slow and long.
/// `unused`: attributes without a meaning here, which are told.
void check_row(const FromText& made, const std::vector<std::string>& unused = {}) {
  CHECK(made.messages.empty() == unused.empty());
  for (const std::string& attribute : unused) CHECK(made.messages.find('"' + attribute + '"') != std::string::npos);
  CHECK(made.wiring.names == std::vector<std::string>{"a", "b b", "c"});
  CHECK(made.wiring.terminals == std::vector<unsigned>{2, 0, 1});
  CHECK(links_of(made.wiring) == "a-b b b b-c*2");
  REQUIRE(made.wiring.classes.size() == 3);
  CHECK(made.wiring.classes[0].name() == "terminal");
  CHECK(made.wiring.classes[1].name() == "link");
  CHECK(made.wiring.classes[2].name() == "link 25 Gb/s 30 m");
  CHECK(made.wiring.digest.starts_with("xxh128:"));
}

}  // namespace

TEST_CASE("the same network comes from an edge list, GraphML, DOT and JSON") {
  check_row(from_text(R"(# a row
switch a terminals=2
switch "b b"
switch c terminals=1   # the last
a "b b"
"b b" -- c bandwidth=25Gb/s length="30 m" count=2
)"));
  check_row(from_text(R"(<?xml version="1.0"?>
<!-- a row: <node id="no"/> -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="terminals" attr.type="int"><default>0</default></key>
  <key id="d1" for="edge" attr.name="bandwidth" attr.type="string"/>
  <key id="d2" for="edge" attr.name="length" attr.type="string"/>
  <key id="d3" for="edge" attr.name="count" attr.type="int"/>
  <key id="d4" for="node" attr.name="colour" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="d0">2</data><data key="d4">red</data></node>
    <node id="b b"/>
    <edge source="a" target="b b"/>
    <edge source="b b" target="c"><data key="d1">25 Gb/s</data><data key="d2">30 m</data><data key="d3">2</data></edge>
    <node id="c"><data key="d0">1</data></node>
  </graph>
</graphml>
)",
                      {}, "net.graphml"),
            {"colour"});
  check_row(from_text(R"(graph row { // a row
  a [terminals=2, shape=box];
  "b b";
  c [terminals=1];
  a -- "b b";
  "b b" -- c [bandwidth="25 Gb/s", length="30 m", count=2, color=red];
}
)",
                      {}, "net.dot"),
            {"color", "shape"});
  check_row(from_text(R"({"directed": false, "multigraph": false, "graph": {"name": ["x", {"y": 1}]},
 "nodes": [{"id": "a", "terminals": 2, "pos": [1, 2]}, {"id": "b b"}, {"id": "c", "terminals": 1}],
 "links": [{"source": "a", "target": "b b"},
           {"bandwidth": "25 Gb/s", "length": "30 m", "count": 2, "source": "b b", "target": "c"}]}
)",
                      {}, "net.json"),
            {"pos"});
}

TEST_CASE("a plain edge list gives every switch one terminal, or as many as the experiment says") {
  CHECK(from_text("a b\nb c\r\n\nc a\n").wiring.terminals == std::vector<unsigned>{1, 1, 1});
  CHECK(from_text("a b\nb c\nc a", {.terminals = 4}).wiring.terminals == std::vector<unsigned>{4, 4, 4});
  CHECK(from_text("switch a terminals=2\nswitch b\na b", {.terminals = 3}).wiring.terminals ==
        std::vector<unsigned>{2, 3});
}

TEST_CASE("terminals that are vertices belong to the switch that they are linked to") {
  const std::string star = "terminal x\nterminal y\nswitch a\nswitch b\ny a\na b\nb x bandwidth=10Gb/s\n";
  const FromText made = from_text(star);
  CHECK(made.messages == "");
  CHECK(made.wiring.names == std::vector<std::string>{"a", "b"});
  CHECK(made.wiring.terminals == std::vector<unsigned>{1, 1});
  CHECK(made.wiring.terminal_classes == std::vector<std::uint8_t>{0, 1});
  CHECK(made.wiring.classes[1].name() == "terminal 10 Gb/s");
  const FromText leaves = from_text("x a\na b\ny a\nb c\nc a\nz c", {.leaf_terminals = true});
  CHECK(leaves.messages == "");
  CHECK(leaves.wiring.names == std::vector<std::string>{"a", "b", "c"});
  CHECK(leaves.wiring.terminals == std::vector<unsigned>{2, 0, 1});
}

TEST_CASE("what a switch says of bandwidth and length holds for its terminals") {
  const FromText made = from_text("switch a terminals=2 bandwidth=40Gb/s\nswitch b terminals=1\na b\n");
  CHECK(made.wiring.terminal_classes == std::vector<std::uint8_t>{0, 0, 1});
  CHECK(made.wiring.classes[0].name() == "terminal 40 Gb/s");
}

TEST_CASE("links lead in the directions that the file or the experiment says") {
  CHECK(links_of(from_text("a -> b\nb -> c\nc -> a").wiring) == "a>b b>c c>a");
  CHECK(links_of(from_text("a -> b\nb -> c\nc -> a\nb -> a").wiring) == "a-b b>c c>a");
  CHECK(links_of(from_text("a -> b\nb -> c", {.direction = Direction::both}).wiring) == "a-b b-c");
  CHECK(links_of(from_text("a b\nb a\nb c\nc b", {.direction = Direction::paired}).wiring) == "a-b b-c");
  CHECK(links_of(from_text("digraph { a -> b -> c; c -> a [dir=both]; c -> b }", {}, "x.gv").wiring) == "b-c c-a a>b");
  CHECK(links_of(from_text(R"({"edges": [{"source": 0, "target": 1}, {"source": 1, "target": 0}], "directed": true})",
                           {}, "x.json")
                     .wiring) == "0-1");
}

TEST_CASE("links have the weights that the file gives, in each direction") {
  const std::string dot = "graph { a -- b [weight=2.5]; b -- c }";
  const std::string json = R"({"edges": [{"source": 0, "target": 1, "weight": 2.5}, {"source": 1, "target": 2}]})";
  for (const FromText& made :
       {from_text("a b weight=2.5\nb c"), from_text(dot, {}, "x.gv"), from_text(json, {}, "x.json")}) {
    CHECK(made.messages == "");
    REQUIRE(made.wiring.links.size() == 2);
    CHECK(made.wiring.links[0].weight == 2500);
    CHECK(made.wiring.links[0].back_weight == 2500);
    CHECK(made.wiring.links[1].weight == 0);
  }
  const FromText apart = from_text("a b weight=2\nb a weight=0.007", {.direction = Direction::paired});
  REQUIRE(apart.wiring.links.size() == 1);
  CHECK(apart.wiring.links[0].weight == 2000);
  CHECK(apart.wiring.links[0].back_weight == 7);
}

TEST_CASE("parallel links are taken where they are asked for") {
  CHECK(links_of(from_text("a b\na b\nb a", {.parallel_links = true}).wiring) == "a-b a-b b-a");
  CHECK(links_of(from_text("a b count=3").wiring) == "a-b*3");
}

TEST_CASE("the format follows from the name of a file, or else from its text") {
  CHECK(format_of("x.graphml", "") == Format::graphml);
  CHECK(format_of("x.gv", "") == Format::dot);
  CHECK(format_of("x.json", "") == Format::json);
  CHECK(format_of("x", "\n<graphml>") == Format::graphml);
  CHECK(format_of("x.net", " {\"links\": []}") == Format::json);
  CHECK(format_of("x", "digraph{a->b}") == Format::dot);
  CHECK(format_of("x", "strict graph net {") == Format::dot);
  CHECK(format_of("x", "graph s1\ns1 s2") == Format::edges);
  CHECK(format_of("net.edges", "a b") == Format::edges);
}

}  // namespace formats_test
