// SPDX-License-Identifier: Apache-2.0
// What is wrong with a graph file is said with its place and what to do.
#include <doctest/doctest.h>

#include "tests/graph_file/from_text.hpp"
#include "tests/scratch.hpp"

namespace faults_test {

namespace {

using namespace fsin;
using namespace graph_file_test;
using graph_file::Direction;
using graph_file::Reading;

/// The first message.
std::string fault(const std::string& text, const Reading& reading = {}, const std::string& name = "net.edges") {
  const std::string messages = from_text(text, reading, name).messages;
  return messages.substr(0, messages.find('\n'));
}

bool says(const std::string& message, const std::string& part) {
  CAPTURE(message);
  return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("parts of a network that no link joins are named") {
  const std::string message = fault("a b\nc d\nd e\ne c\n");
  CHECK(says(message, "net.edges: "));
  CHECK(says(message, R"(switch "c" and 2 others ("d", "e") cannot be reached from switch "a")"));
  CHECK(says(fault("switch a\nswitch b\nswitch c\na b"), R"(switch "c" cannot be reached from switch "a")"));
  CHECK(says(fault("a -> b\nb c"), R"(from switch "b" and 1 other ("c") no way leads to switch "a")"));
}

TEST_CASE("a link without an opposite is named where all were promised to have one") {
  const std::string message = fault("a b\nb a\nb c\n", {.direction = Direction::paired});
  CHECK(says(message, "net.edges:3:1: "));
  CHECK(says(message, R"(the link from "b" to "c" has no opposite)"));
}

TEST_CASE("loops, duplicates and unknown switches have their lines") {
  CHECK(says(fault("a b\n  b b\n"), "net.edges:2:3: a link from \"b\" to itself"));
  CHECK(says(fault("a b\nb c\na b"), "net.edges:3:1: the link between \"a\" and \"b\" is there already on line 1"));
  CHECK(says(fault("a b\nb a"), "direction: paired"));
  CHECK(says(fault("switch spine0\nswitch leaf0\nspine0 laef0\n"), R"(net.edges:3:1: a link to "laef0", which is )"
                                                                   R"(not declared; did you mean "leaf0"?)"));
  CHECK(says(fault("switch a\nswitch a"), "net.edges:2:8: \"a\" is declared already on line 1"));
}

TEST_CASE("faults of GraphML, DOT and JSON have their lines too") {
  const std::string head = "<graphml><graph edgedefault='undirected'>\n<node id='a'/><node id='b'/>\n";
  CHECK(says(fault(head + "<edge source='a' target='a'/></graph></graphml>", {}, "x.xml"), "x.xml:3:1: a link from"));
  CHECK(says(fault(head + "<edge source='a' target='q'/></graph></graphml>", {}, "x.xml"), "x.xml:3:1: a link to"));
  CHECK(says(fault(head + "<edge source='a'", {}, "x.xml"), "x.xml:3: cannot be read as GraphML"));
  CHECK(says(fault("<a/>", {}, "x.xml"), "no <graphml>"));
  CHECK(says(fault("graph {\n a -- b\n b -- b\n}", {}, "x.dot"), "x.dot:3: a link from \"b\" to itself"));
  CHECK(says(fault("graph {\n a -- \n}", {}, "x.dot"), "cannot be read as DOT"));
  CHECK(says(fault("{\"links\": [\n {\"source\": 1, \"target\": 1}]}", {}, "x.json"), "x.json:2:2: a link from"));
  CHECK(says(fault("{\"links\": [\n {\"source\" 1}]}", {}, "x.json"), "x.json:2:13: cannot be read as JSON"));
  CHECK(says(fault("[1, 2]", {}, "x.json"), "a list at the top"));
  CHECK(says(fault("{\"nodes\": []}", {}, "x.json"), "has no list \"links\""));
}

TEST_CASE("attributes are checked, and one that is nearly right is not dropped in silence") {
  CHECK(says(fault("a b bandwith=1Gb/s"), "net.edges:1:5: unknown attribute \"bandwith\" of a link; did you mean "));
  CHECK(says(fault("a b bandwidth=5m"), "is a length, not a bit rate"));
  CHECK(says(fault("a b length=3ns"), "\"3ns\" is not a length"));
  CHECK(says(fault("a b delay=3 length=3m"), "keep one"));
  CHECK(says(fault("a b count=0"), "\"0\" parallel links"));
  CHECK(says(fault("a b 7"), "\"7\" where an attribute is expected"));
  CHECK(says(fault("switch a terminals=1000"), "\"1000\" terminals at a switch"));
  CHECK(says(fault("graph { a -- b -- c; c -- a }", {}, "x.dot"), ""));
  CHECK(says(fault(R"({"links": [{"source": 1, "target": 2, "bandwith": 3}]})", {}, "x.json"),
             "did you mean \"bandwidth\""));
}

TEST_CASE("a weight that no routing can use is none, which one warning says") {
  for (const char* weight : {"0", "-1", "x", "1.0005", "1000001", "1e18"}) {
    const FromText made = from_text(std::string("a b weight=1e3\nb c weight=") + weight + "\nc d weight=" + weight);
    REQUIRE(made.wiring.links.size() == 3);
    CHECK(made.wiring.links[0].weight == 1'000'000);
    CHECK(made.wiring.links[1].weight == 0);
    CHECK(says(made.messages, "net.edges:2:5: "));
    CHECK(says(made.messages, "is no weight that a routing can use"));
    CHECK_FALSE(says(made.messages, "net.edges:3:5: "));
  }
}

TEST_CASE("a file that is no graph is refused") {
  CHECK(says(fault(""), "is empty"));
  CHECK(says(fault(" \n\n"), "is empty"));
  CHECK(says(fault(std::string("a b\nc\0d", 7)), "net.edges:2:2: not a text: byte 0x00"));
  CHECK(says(fault("\x7f\x45\x4c\x46\x02\xff"), "not a text"));
  CHECK(says(fault("lonely"), "one name, and a link has two"));
  CHECK(says(fault("# nothing else"), "no terminal at any switch"));
  CHECK(says(fault("a \"b"), "a quote that is not closed"));
}

TEST_CASE("terminals that cannot be attached are named") {
  CHECK(says(fault("terminal x\nswitch a\nswitch b\na b\n"), "net.edges:1:10: terminal \"x\" has no link"));
  CHECK(says(fault("terminal x\nswitch a\nswitch b\na b\nx a\nx b"), "terminal \"x\" has a link to \"a\" already"));
  CHECK(says(fault("terminal x\nterminal y\nx y"), "both terminals"));
  CHECK(says(fault("switch a\nswitch b\na b", {.terminals = 0}), "no terminal at any switch"));
}

TEST_CASE("a switch with too many ports and a file with too many classes are refused with the numbers that fit") {
  std::string star;
  for (int i = 0; i < 254; ++i) star += "hub s" + std::to_string(i) + "\n";
  CHECK(says(fault(star), "switch \"hub\" needs 255 ports, 1 of them for terminals; there can be 254"));
  CHECK(from_text(star, {.terminals = 0}).messages.find("ports") == std::string::npos);
  std::string ring;
  for (int i = 0; i < 16; ++i)
    ring += "s" + std::to_string(i) + " s" + std::to_string((i + 1) % 16) + " length=" + std::to_string(i + 1) + "m\n";
  CHECK(says(fault(ring), "17 classes of links"));
}

TEST_CASE("a file of deep nesting or with a million mistakes is refused and not followed") {
  std::string deep = "graph {";
  for (int i = 0; i < 100'000; ++i) deep += " a -- {";
  CHECK(says(fault(deep, {}, "x.dot"), "braces inside each other"));
  std::string xml;
  for (int i = 0; i < 100'000; ++i) xml += "<graphml>";
  CHECK(says(fault(xml, {}, "x.xml"), "elements inside each other"));
  std::string loops, twice;
  for (int i = 0; i < 1'000'000; ++i) loops += "a a\n", twice += "a b\n";
  CHECK(says(fault(loops), "net.edges:1:1: a link from \"a\" to itself"));
  CHECK(says(fault(twice), "net.edges:2:1: the link between \"a\" and \"b\""));
  CHECK(says(fault(twice, {.parallel_links = true}), "ports"));
}

TEST_CASE("a file that does not fit is refused with the size that fits") {
  CHECK(says(from_text("a b\nb c\nc a\n", {}, "net.edges", 1000).messages, "than fit into the memory of this machine"));
  const test::Scratch scratch;
  const std::string file = scratch.file("net.json", std::string(10'000, ' '));
  Diagnostics diagnostics;
  CHECK(!graph_file::read_file(InputPath(file), graph_file::Format::automatic, {.bytes = 60'000},
                               Mark("exp.yaml", 3, 4), diagnostics));
  CHECK(says(diagnostics.text(), "at most 4.883 KiB fit, or write it as an edge list"));
}

TEST_CASE("a file that is not there is an error where the experiment names it") {
  const test::Scratch scratch;
  const Mark named("exp.yaml", 3, 4);
  for (const auto& path : {scratch.path() / "none.edges", scratch.path()}) {
    Diagnostics diagnostics;
    CHECK(!graph_file::read_file(InputPath(path), graph_file::Format::automatic, {}, named, diagnostics));
    CHECK(says(diagnostics.text(), "exp.yaml:3:4: "));
  }
}

}  // namespace faults_test
