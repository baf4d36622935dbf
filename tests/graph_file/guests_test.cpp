// SPDX-License-Identifier: Apache-2.0
// Graph files of other programs: GML, attributes under the names that those have, and multigraphs.
#include <doctest/doctest.h>

#include "fsin/graph_file/parts.hpp"
#include "tests/graph_file/from_text.hpp"

namespace guests_test {

namespace {

using namespace fsin;
using namespace graph_file_test;
using graph_file::AttributeChoice;
using graph_file::Format;

bool says(const std::string& message, const std::string& part) {
  CAPTURE(message);
  CAPTURE(part);
  return message.find(part) != std::string::npos;
}

FromText chosen(const std::string& text, const std::string& name, const AttributeChoice& choice) {
  return from_text(text, {}, name, 0, choice);
}

/// The names of the classes of links, without those of terminals.
std::string classes_of(const FromText& made) {
  std::string text;
  for (const auto& each : made.wiring.classes) {
    if (!each.to_terminals) text += (text.empty() ? "" : ", ") + each.name();
  }
  return text;
}

const std::string zoo = R"(graph [
  Network "Somewhere"
  node [
    id 0
    label "New York"
    graphics [ x 1.5 y -2 ]
  ]
  node [ id 7 label "Saint-&#201;tienne &quot;A&quot;" ]
  node [ id 3 label "C" terminals 2 ]
  # a comment
  edge [ source 0 target 7 LinkSpeed "10" LinkSpeedUnits "G" LinkSpeedRaw 10000000000.0 LinkNote "a, b" ]
  edge [ source 7 target 3 LinkSpeed "155" LinkSpeedUnits "M" ]
  edge [ source 3 target 0 LinkSpeed "4-8" LinkSpeedUnits "M" ]
]
)";

std::string isp(const std::string& value = "50.0") {
  return R"(<graphml><key attr.name="latency" for="edge" id="e0"/><key attr.name="packetloss" for="edge" id="e1"/>
<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>
<edge source="a" target="b"><data key="e0">)" +
         value + R"(</data><data key="e1">0.01</data></edge>
<edge source="b" target="c"><data key="e0">20.0</data><data key="e1">0.0</data></edge></graph></graphml>)";
}

}  // namespace

TEST_CASE("GML is read with the speeds of the Topology Zoo, and nodes have the names of their labels") {
  const FromText made = from_text(zoo, {.terminals = 1}, "net.gml");
  CHECK(made.wiring.names == std::vector<std::string>{"New York", "Saint-&#201;tienne \"A\"", "C"});
  CHECK(made.wiring.terminals == std::vector<unsigned>{1, 1, 2});
  CHECK(classes_of(made) == "link 10 Gb/s, link 155 Mb/s, link");
  CHECK(says(made.messages, R"(the bandwidths of 1 of 3 links are taken from attribute "LinkSpeedRaw")"));
  CHECK(says(made.messages, R"(the bandwidths of 1 of 3 links are taken from attribute "LinkSpeed")"));
  CHECK(says(made.messages, R"(net.gml:13:38: warning: attribute "LinkSpeed" of 1 of 3 links is not used: "4-8)"));
  CHECK(says(made.messages, R"(attributes "LinkNote", "graphics" are not used)"));
  CHECK(!says(made.messages, "LinkSpeedUnits"));
}

TEST_CASE("nodes of GML whose labels are not all different are called by their ids") {
  const std::string text = "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] edge [ source 1 target 2 ] ]";
  CHECK(from_text(text, {}, "net.gml").wiring.names == std::vector<std::string>{"1", "2"});
}

TEST_CASE("what is no GML has its place") {
  const auto fault = [](const std::string& text) { return from_text(text, {}, "x.gml").messages; };
  CHECK(says(fault("graph [\n node [ id 1 ]\n edge [ source 1 target 5 ] ]"), "x.gml:3:2: an edge to \"5\""));
  CHECK(says(fault("graph [ node [ id 1 ] node [ id 1 ] ]"), "a second node with the id \"1\""));
  CHECK(says(fault("graph [ node [ id 1 ]"), "a list is not closed"));
  CHECK(says(fault("graph [ label \"x ]"), "a quote is not closed"));
  CHECK(says(fault("graph [ ] ]"), "a ] without its ["));
  CHECK(says(fault("graph [ directed ]"), "\"directed\" has no value"));
  CHECK(says(fault("graph [ ] graph [ ]"), "a second graph"));
  CHECK(says(fault("Creator \"me\""), "has no graph"));
  CHECK(says(fault("graph [ node [ label \"x\" ] ]"), "a node without an id"));
  std::string deep = "graph [ node [ ";
  for (int i = 0; i < 100'000; ++i) deep += "a [ ";
  CHECK(says(fault(deep), "lists inside each other"));
}

TEST_CASE("links of directed GML lead in one direction") {
  CHECK(links_of(from_text("Creator \"x\" graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ]\n"
                           "edge [ source 2 target 1 ] ]")
                     .wiring) == "1-2");
  CHECK(graph_file::format_of("x", "# c\nCreator \"x\"\ngraph\n[ node") == Format::gml);
  CHECK(graph_file::format_of("x.gml", "") == Format::gml);
  CHECK(graph_file::format_of("x", "paragraph [") == Format::edges);
}

TEST_CASE("a number without a unit is not guessed, and has the unit that the experiment gives") {
  const FromText bare = from_text(isp(), {}, "isp.graphml");
  CHECK(classes_of(bare) == "link");
  CHECK(
      says(bare.messages, R"(attribute "latency" of 2 of 2 links is not used: "50.0" has no unit; write delay_unit)"));
  const FromText made = chosen(isp(), "isp.graphml", {.delay_unit = "ms"});
  CHECK(classes_of(made) == "link 50 ms, link 20 ms");
  CHECK(says(made.messages, R"(the delays of 2 of 2 links are taken from attribute "latency")"));
  CHECK(says(made.messages, R"(attribute "packetloss" of 1 of 2 links is left out)"));
  CHECK(classes_of(from_text(isp("50 ms"), {}, "isp.graphml")) == "link 50 ms, link");
  // A third of a nanosecond is no whole number of picoseconds, and rounded.
  CHECK(classes_of(chosen(isp("0.3333333"), "isp.graphml", {.delay_unit = "ns"})) == "link 333 ps, link 20 ns");
}

TEST_CASE("the experiment chooses attributes, several of them in its order, and is told of one that no link has") {
  const std::string json = R"({"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "links": [
    {"source": 1, "target": 2, "cap": 10, "bandwidth": "1 Gb/s"}, {"source": 2, "target": 3, "speed": "2 Gb/s"}]})";
  const FromText made =
      chosen(json, "x.json", {.bandwidths = {"cap", "speed"}, .delays = {}, .bandwidth_unit = "Mb/s"});
  CHECK(classes_of(made) == "link 10 Mb/s, link 2 Gb/s");
  CHECK(says(made.messages, R"(attribute "bandwidth" is not used)"));
  CHECK(says(chosen(json, "x.json", {.bandwidths = {"cap"}}).messages, "\"10\" has no unit; write bandwidth_unit"));
  CHECK(says(chosen(json, "x.json", {.bandwidths = {"capa"}}).messages, R"(no link has the attribute "capa")"));
  CHECK(classes_of(chosen(json, "x.json", {.bandwidths = {"bandwidth"}})) == "link 1 Gb/s, link");
}

TEST_CASE("found attributes that cannot be meant are left out with a warning and do not fail the file") {
  const FromText made = chosen("a b capacity=high latency=3\nb c distance=5 capacity=0 latency=2ms\n", "net.edges", {});
  CHECK(classes_of(made) == "link, link 2 ms");
  CHECK(says(made.messages, R"(attribute "capacity" of 1 of 2 links is not used: )"));
  CHECK(says(made.messages, R"(attribute "distance" of 1 of 2 links is not used)"));
  const FromText lengths = chosen("a b latency=3\nb c distance=5\n", "net.edges", {.delay_unit = "ms"});
  CHECK(classes_of(lengths) == "link 3 ms, link");
  CHECK(says(lengths.messages,
             "attribute \"distance\" of 1 of 2 links is not used: \"5\" with the unit ms is no length"));
}

TEST_CASE("units that are none are refused") {
  CHECK(AttributeChoice{.bandwidth_unit = "ms"}.fault().starts_with("topology.bandwidth_unit: \"ms\""));
  CHECK(AttributeChoice{.delay_unit = "Mb/s"}.fault().starts_with("topology.delay_unit: \"Mb/s\""));
  CHECK(AttributeChoice{.bandwidth_unit = "Mbps", .delay_unit = "km"}.fault().empty());
}

TEST_CASE("attributes of DOT may come from defaults and have names of other programs") {
  const FromText made =
      from_text("graph { edge [capacity=\"1 Gb/s\"]; a -- b; b -- c [capacity=\"2 Gb/s\", key=v]; }", {}, "x.dot");
  CHECK(classes_of(made) == "link 1 Gb/s, link 2 Gb/s");
}

TEST_CASE("of a graph of several parts the largest is kept where that is asked for, and the others are named") {
  Diagnostics diagnostics;
  auto listing = graph_file::read_text("a b\nx y\ny z count=2\nz x length=3m\nl m\n", Format::edges, Mark("net.edges"),
                                       0, diagnostics);
  graph_file::keep_largest_part(listing, diagnostics);
  CHECK(diagnostics.text() ==
        "net.edges: warning: the graph has 3 parts that no link joins; the largest is kept, and 4 switches are left "
        "out: \"a\", \"b\", \"l\", \"m\"\n");
  const graph_file::Wiring wiring = graph_file::wire(listing, {}, diagnostics);
  CHECK(diagnostics.ok());
  CHECK(links_of(wiring) == "x-y y-z*2 z-x");
  Diagnostics none;
  auto whole = graph_file::read_text("a b\nb c\n", Format::edges, Mark("net.edges"), 0, none);
  graph_file::keep_largest_part(whole, none);
  CHECK(none.text().empty());
  CHECK(links_of(graph_file::wire(whole, {}, none)) == "a-b b-c");
  auto nothing = graph_file::read_text("", Format::edges, Mark("net.edges"), 0, none);
  graph_file::keep_largest_part(nothing, none);
  CHECK(nothing.vertices.empty());
}

TEST_CASE("a file that says it is a multigraph needs no word of the experiment for its parallel links") {
  const std::string json = R"({"directed": false, "multigraph": true, "nodes": [{"id": 1}, {"id": 2}], "links": [
    {"source": 1, "target": 2, "key": 0}, {"source": 2, "target": 1, "key": 1}]})";
  CHECK(links_of(from_text(json, {}, "x.json").wiring) == "1-2 2-1");
  CHECK(from_text(json, {}, "x.json").messages.empty());
  const std::string xml = R"(<graphml><key attr.name="key" for="edge" id="k"/><graph edgedefault="undirected">
<node id="1"/><node id="2"/><edge source="1" target="2"><data key="k">0</data></edge>
<edge source="1" target="2"><data key="k">1</data></edge></graph></graphml>)";
  CHECK(links_of(from_text(xml, {}, "x.graphml").wiring) == "1-2 1-2");
  const std::string gml =
      "graph [ multigraph 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 key 0 ]\n"
      "edge [ source 1 target 2 key 1 ] ]";
  CHECK(links_of(from_text(gml, {}, "x.gml").wiring) == "1-2 1-2");
  CHECK(says(from_text("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ]\nedge [ source 1 target 2 ] ]",
                       {}, "x.gml")
                 .messages,
             "is there already"));
}

}  // namespace guests_test
