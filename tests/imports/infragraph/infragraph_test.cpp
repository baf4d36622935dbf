// SPDX-License-Identifier: Apache-2.0
// Graphs of InfraGraph as edge lists.
#include "fsin/imports/infragraph/infragraph.hpp"

#include <doctest/doctest.h>

#include "tests/imports/imported.hpp"

namespace infragraph_test {

using fsin::test::Imported;

Imported graph(const std::string& text, const std::vector<std::string>& settings = {}) {
  return fsin::test::imported<fsin::imports::Infragraph>(text, settings);
}

/// Two boxes of one accelerator with a network card, and a switch with four ports.
const std::string boxes = R"(name: lab
instances:
- {name: box, device: box, count: 2}
- {name: top, device: switch, count: 1}
devices:
- name: box
  components:
  - {name: gpu, count: 1, choice: xpu}
  - {name: card, count: 1, choice: nic}
  - {name: dram, count: 2, choice: memory}
  links:
  - {name: bus, physical: {bandwidth: {choice: gigabytes_per_second, gigabytes_per_second: 16}, latency: {choice: ns, ns: 200}}}
  edges:
  - {ep1: {component: gpu}, ep2: {component: card}, scheme: one2one, link: bus}
  - {ep1: {component: gpu}, ep2: {component: dram}, scheme: many2many, link: bus}
- name: switch
  components:
  - {name: asic, count: 1, choice: cpu}
  - {name: port, count: 4, choice: port}
  links:
  - {name: wire}
  edges:
  - {ep1: {component: asic}, ep2: {component: port}, scheme: many2many, link: wire}
links:
- {name: cable, physical: {bandwidth: {choice: gigabits_per_second, gigabits_per_second: 100}, latency: {choice: us, us: 0.5}}}
edges:
- {ep1: {instance: "box[0:2]", component: card}, ep2: {instance: top, component: "port[0:4:2]"}, scheme: one2one, link: cable}
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("cards and ports with two links are one link, with the slower bandwidth and the sum of the latencies") {
  const Imported made = graph(boxes);
  CHECK(made.messages == "");
  CHECK(made.companion ==
        "# lab: the graph of an InfraGraph\nswitch top.0.asic.0\nterminal box.0.gpu.0\nterminal box.1.gpu.0\n"
        "box.0.gpu.0 top.0.asic.0 bandwidth=100000000000b/s delay=700000ps\n"
        "box.1.gpu.0 top.0.asic.0 bandwidth=100000000000b/s delay=700000ps\n");
  CHECK(made.has("topology: {type: graph, file: {companion.edges}, parallel_links: true}  # lab: 2 xpu and 2 links"));
  CHECK(made.left_out.find("file: 6 components: memory, and what has one link") != std::string::npos);
  CHECK(made.left_out.find("file: 4 components: ports, network cards") != std::string::npos);
}

TEST_CASE("accelerators with several links are switches with one node that weights keep free of others") {
  const Imported made = graph(changed(boxes, "{name: gpu, count: 1", "{name: gpu, count: 2"));
  // One card for two accelerators: the second has no link but that to its memory.
  CHECK(made.messages.find("box.0.gpu.1 has no link to any other xpu") != std::string::npos);
  std::string two = changed(boxes, "{name: card, count: 1", "{name: card, count: 2");
  two = changed(two, "ep2: {component: card}, scheme: one2one", "ep2: {component: card}, scheme: many2many");
  const Imported both = graph(changed(two, "port[0:4:2]", "port"));
  CHECK(both.messages == "");
  CHECK(both.companion.find("switch box.0.gpu.0 terminals=1 bandwidth=100000000000b/s\n") != std::string::npos);
  CHECK(both.companion.find("box.0.gpu.0 top.0.asic.0 bandwidth=100000000000b/s delay=700000ps weight=10001\n") !=
        std::string::npos);
  CHECK(both.has("{type: shortest, choice: flow, weight: file}"));
}

TEST_CASE("a ring joins each component of a list with the next, and the last with the first") {
  const auto ring = [](int count) {
    const std::string chips = "[{name: chip, count: " + std::to_string(count) + ", choice: xpu}]";
    return graph(
        "instances: [{name: board, device: board, count: 1}]\ndevices:\n- name: board\n  components: " + chips +
            "\n  links: [{name: l}]\n  edges: [{ep1: {component: chip}, ep2: {component: chip}, scheme: ring, "
            "link: l}]\n",
        {"bandwidth=25Gb/s"});
  };
  const auto edge = [](int from, int to) {
    return "board.0.chip." + std::to_string(from) + " board.0.chip." + std::to_string(to) + " ";
  };
  const Imported made = ring(5);
  CHECK(made.messages == "");
  for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 2), std::pair(2, 3), std::pair(3, 4), std::pair(0, 4)})
    CHECK(made.companion.find(edge(from, to)) != std::string::npos);
  CHECK(made.has("5 xpu and 5 links"));
  CHECK(ring(2).has("2 xpu and 1 link"));
  CHECK(ring(1).messages != "");
}

TEST_CASE("a device within a device is expanded, and one of itself is refused") {
  const std::string text = R"(instances: [{name: rack, device: rack, count: 2}]
devices:
- name: rack
  components: [{name: chip, count: 2, choice: device}, {name: hub, count: 1, choice: switch}]
  links: [{name: l}]
  edges: [{ep1: {device: "chip[0:2]", component: "core[1]"}, ep2: {component: hub}, scheme: many2many, link: l}]
- name: chip
  components: [{name: core, count: 2, choice: xpu}]
  links: [{name: l}]
  edges: [{ep1: {component: "core[0]"}, ep2: {component: "core[1]"}, scheme: one2one, link: l}]
links: [{name: l}]
edges: [{ep1: {instance: "rack[0]", component: hub}, ep2: {instance: "rack[1]", component: hub}, scheme: one2one, link: l}]
)";
  const Imported made = graph(text, {"bandwidth=25Gb/s"});
  CHECK(made.messages == "");
  CHECK(made.companion.find("switch rack.1.chip.0.core.0 terminals=1") != std::string::npos);
  CHECK(made.companion.find("rack.1.chip.1.core.1 rack.1.hub.0 bandwidth=25000000000b/s weight=10001\n") !=
        std::string::npos);
  CHECK(made.left_out.find("the file has no bandwidth for them: they are as fast as bandwidth= says") !=
        std::string::npos);
  CHECK(graph(changed(text, "{name: core, count: 2, choice: xpu}", "{name: rack, count: 1, choice: device}"))
            .messages.find("the device \"rack\" is inside itself") != std::string::npos);
}

TEST_CASE("the form with connections gives the same graph, and counts that it leaves out are told") {
  const Imported made = graph(R"(infrastructure:
  devices:
  - {name: box, components: [{name: gpu, type: xpu}, {name: card, type: nic}], links: [{name: bus}],
     connections: [gpu.0.bus.card.0, gpu.1.bus.card.1]}
  - {name: switch, components: [{name: asic, type: custom}, {name: port, type: nic, external: true}],
     links: [{name: wire}], connections: [asic.0.wire.port.0, asic.0.wire.port.1, asic.0.wire.port.2, asic.0.wire.port.3]}
  instances: [{name: host, device: box}, {name: top, device: switch}]
  links: [{name: eth, bandwidth: {choice: gigabytes_per_second, gigabytes_per_second: 10}}]
  connections:
  - host.0.card.0.eth.top.0.port.0
  - host.0.card.1.eth.top.0.port.1
  - host.1.card.0.eth.top.0.port.2
  - host.1.card.1.eth.top.0.port.3
)");
  CHECK(made.messages == "");
  CHECK(made.companion.find("terminal host.1.gpu.1\n") != std::string::npos);
  CHECK(made.companion.find("host.1.gpu.1 top.0.asic.0 bandwidth=80000000000b/s\n") != std::string::npos);
  CHECK(made.left_out.find("no `count`: the highest index in the connections gives it (6 times)") != std::string::npos);
}

TEST_CASE("the terminals are what the user says") {
  const Imported made = graph(boxes, {"terminals=card"});
  CHECK(made.messages == "");
  CHECK(made.companion.find("terminal box.0.card.0\n") != std::string::npos);
  CHECK(graph(boxes, {"terminals=gqu"}).messages.find("and there are 0 \"gqu\"; did you mean \"gpu\"?") !=
        std::string::npos);
  CHECK(graph(boxes, {"colour=3"}).messages.find("override \"colour=3\": InfraGraph has the settings") !=
        std::string::npos);
}

TEST_CASE("what the file says besides is told with its place") {
  const Imported made = graph("annotations: {nodes: []}\ninfrastructure:\n  colour: red\n  " + [&] {
    std::string inner;
    for (const char c : boxes) inner += c == '\n' ? std::string("\n  ") : std::string(1, c);
    return inner;
  }());
  CHECK(made.messages == "");
  CHECK(made.left_out.find("file:1:1: \"annotations\": not read") != std::string::npos);
  CHECK(made.left_out.find("file:3:3: \"colour\": no key of an experiment says this") != std::string::npos);
  CHECK(graph(changed(boxes, "gigabits_per_second, gigabits_per_second",
                      "gigatransfers_per_second, "
                      "gigatransfers_per_second"),
              {"lanes=4"})
            .companion.find("bandwidth=128000000000b/s") != std::string::npos);
  CHECK(graph(changed(boxes, "instance: top, component: \"port[0:4:2]\"", "instance: top, component: port"))
            .left_out.find("one2one of lists of different lengths") != std::string::npos);
}

TEST_CASE("mistakes of a graph have their line and column") {
  const auto wrong = [](const std::string& from, const std::string& to) {
    return graph(changed(boxes, from, to)).messages;
  };
  CHECK(wrong("instance: top, component: \"port[0:4:2]\"", "instance: top, component: \"port[3:6]\"")
            .find("file:27:82: \"port[3:6]\": there are 4, from 0") != std::string::npos);
  CHECK(wrong("box[0:2]", "box[0:2:0]").find("the step of a slice must not be 0") != std::string::npos);
  CHECK(wrong("box[0:2]", "crate[0:2]").find("there is no instance \"crate\"") != std::string::npos);
  CHECK(wrong("component: card}, ep2: {instance", "component: cart}, ep2: {instance")
            .find("\"box\" has no component \"cart\"") != std::string::npos);
  CHECK(wrong("device: switch, count", "device: swich, count").find("the device \"swich\" is not in the file") !=
        std::string::npos);
  CHECK(wrong("link: cable", "link: rope").find("there is no link \"rope\"") != std::string::npos);
  CHECK(wrong("scheme: one2one, link: cable", "scheme: ring, link: cable")
            .find("the scheme \"ring\" needs the same components at both endpoints") != std::string::npos);
  CHECK(wrong("scheme: one2one, link: cable", "scheme: star, link: cable")
            .find("the scheme \"star\" has no counterpart") != std::string::npos);
  CHECK(wrong("{name: dram, count: 2, choice: memory}", "{name: dram, count: 2}").find("needs a `choice`") !=
        std::string::npos);
  CHECK(wrong("us: 0.5", "us: -1").find("file:25:122: the latency must be a number from 0") != std::string::npos);
  CHECK(wrong("count: 4, choice: port", "count: many, choice: port").find("not \"many\"") != std::string::npos);
  CHECK(graph("[1, 2]").messages.find("is no InfraGraph") != std::string::npos);
  CHECK(graph("devices: []\n").messages.find("there are no `instances`") != std::string::npos);
  CHECK(graph(boxes.substr(0, boxes.size() / 2)).messages != "");
}

TEST_CASE("counts that multiply beyond a million components are refused, and not built") {
  CHECK(graph(changed(boxes, "device: box, count: 2", "device: box, count: 1048576"))
            .messages.find("there are more than 1048576 components") != std::string::npos);
  CHECK(graph(changed(boxes, "device: box, count: 2", "device: box, count: 99999999999"))
            .messages.find("expected a whole `count` from 0 to 1048576") != std::string::npos);
  CHECK(graph(R"(instances: [{name: a, device: d, count: 1}]
devices:
- name: d
  components: [{name: x, count: 4000, choice: xpu}]
  links: [{name: l}]
  edges: [{ep1: {component: x}, ep2: {component: x}, scheme: many2many, link: l}]
)")
            .messages.find("there are more than 2097152 edges") != std::string::npos);
}

TEST_CASE("devices in devices that double thirty times, and aliases that do, are refused") {
  std::string nest = "instances: [{name: i, device: d0, count: 2}]\ndevices:\n";
  for (int i = 0; i < 30; ++i)
    nest += "- {name: d" + std::to_string(i) + ", components: [{name: d" + std::to_string(i + 1) +
            ", count: 2, choice: device}], links: [], edges: []}\n";
  nest += "- {name: d30, components: [{name: x, count: 2, choice: xpu}], links: [], edges: []}\n";
  CHECK(graph(nest).messages.find("there are more than 1048576 components") != std::string::npos);
  std::string aliases = "a0: &a0 {name: x, count: 1, choice: xpu}\n";
  for (int i = 1; i < 40; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    aliases += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + ", " + last + "]\n";
  }
  CHECK(graph(aliases + "instances: []\n").messages.find("aliases that grow too large") != std::string::npos);
}

TEST_CASE("only graphs of InfraGraph are taken for such") {
  using fsin::imports::Infragraph;
  CHECK(Infragraph::sniff(boxes));
  CHECK(!Infragraph::sniff("fsin: 1\nnetwork: {topology: {type: torus}}\n"));
  CHECK(!Infragraph::sniff("topology = torus;\n"));
}

}  // namespace infragraph_test
