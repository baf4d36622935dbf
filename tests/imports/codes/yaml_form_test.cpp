// SPDX-License-Identifier: Apache-2.0
// Networks of CODES in YAML, which are those of its other form.
#include "fsin/imports/codes/yaml_form.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fsin/imports/codes/codes.hpp"
#include "fsin/imports/infragraph/infragraph.hpp"
#include "tests/imports/imported.hpp"
#include "tests/scratch.hpp"

namespace codes_yaml_test {

using fsin::imports::Codes;
using fsin::test::Imported;

Imported codes(const std::string& text) { return fsin::test::imported<Codes>(text); }

/// What an experiment says, without the comments on where it comes from.
std::string without_comments(const std::string& text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::string kept = line.substr(0, line.find('#'));
    if (kept.find_first_not_of(' ') != std::string::npos) made += kept.substr(0, kept.find_last_not_of(' ') + 1) + "\n";
    at = end + 1;
  }
  return made;
}

std::string fabric(const std::string& lines, const std::string& component = "model: nw-lp") {
  return "schema_version: 1\ncomponents: {host: {" + component + "}}\ntopology:\n  format: parametric\n  fabric:\n" +
         lines + "  hosts: {component: host}\n";
}

const std::string dragonfly = fabric(
    "    model: dragonfly\n    shape: {num_routers: 8}\n"
    "    links: {local: {bandwidth: 5.25, vc_size: 4096}, global: {bandwidth: 4.7, vc_size: 8192},"
    " cn: {bandwidth: 5.25, vc_size: 4096}}\n"
    "    routing: {algorithm: adaptive}\n    packet_size: 512\n    chunk_size: 32\n    num_vcs: 1\n");

TEST_CASE("a fabric in YAML gives the experiment of its twin in the other form") {
  const Imported made = codes(dragonfly);
  CHECK(made.messages == "");
  const Imported twin = codes(
      "LPGROUPS { MODELNET_GRP { repetitions=\"264\"; nw-lp=\"4\"; modelnet_dragonfly=\"4\"; } }\n"
      "PARAMS { modelnet_order=(\"dragonfly\",\"dragonfly_router\"); num_routers=\"8\"; local_bandwidth=\"5.25\";\n"
      "local_vc_size=\"4096\"; global_bandwidth=\"4.7\"; global_vc_size=\"8192\"; cn_bandwidth=\"5.25\";\n"
      "cn_vc_size=\"4096\"; routing=\"adaptive\"; packet_size=\"512\"; chunk_size=\"32\"; num_vcs=\"1\"; }\n");
  CHECK(twin.messages == "");
  CHECK(without_comments(made.experiment) == without_comments(twin.experiment));
  CHECK(made.has("topology: {type: dragonfly, p: 4, a: 8, h: 4}"));
}

TEST_CASE("JSON is the same form, and neither is taken for a graph of InfraGraph") {
  CHECK(
      codes(
          "{\"schema_version\": 1, \"components\": {\"host\": {\"model\": \"nw-lp\"}}, \"topology\": {\"format\": "
          "\"parametric\", \"fabric\": {\"model\": \"torus\", \"shape\": {\"n_dims\": 3, \"dim_length\": \"4,2,2\"}}, "
          "\"hosts\": {\"component\": \"host\"}}}")
          .has("{type: torus, dims: [4, 2, 2]}"));
  const std::string files = fabric(
      "    model: dragonfly-dally\n    shape: {num_routers: 4, num_groups: 9, num_cns_per_router: 2,"
      " num_global_channels: 2}\n    connections: {intra: nowhere-a, inter: nowhere-b}\n    links: {cn: {bandwidth: "
      "2}}\n");
  CHECK(Codes::sniff(files));
  CHECK(!fsin::imports::Infragraph::sniff(files));
  const Imported made = codes(files);
  CHECK(made.has("{type: dragonfly, p: 2, a: 4, h: 2, groups: 9}"));
  CHECK(made.left_out.find("intra-group-connections = nowhere-a: there is no such file") != std::string::npos);
}

TEST_CASE("values with units are those of the model, whose bandwidths are GiB/s and of fat trees GB/s") {
  const std::string shape = "    shape: {n_dims: 1, dim_length: \"4\"}\n";
  const Imported torus = codes(fabric("    model: torus\n" + shape +
                                      "    link_bandwidth: 100Gbps\n    packet_size: 2KiB\n    router_delay: 1.5us\n"));
  CHECK(torus.messages == "");
  CHECK(torus.has("bandwidth: 100 Gb/s"));
  CHECK(torus.has("packet: 2048 B"));
  CHECK(torus.has("delay: 1500 ns"));
  const std::string tree =
      "    model: fattree\n    shape: {num_levels: 2, switch_count: 4, switch_radix: 8}\n    cn_bandwidth: 12.5\n";
  CHECK(codes(fabric(tree + "    link_bandwidth: 12.5\n")).has("bandwidth: 100 Gb/s"));
  CHECK(codes(fabric(tree + "    link_bandwidth: 100Gbps\n")).has("bandwidth: 100 Gb/s"));
  const auto wrong = [&](const std::string& line) {
    return codes(fabric("    model: torus\n" + shape + "    " + line + "\n")).messages;
  };
  CHECK(wrong("packet_size: 5ms").find("file:8:18: packet_size is \"5ms\": expected a size") != std::string::npos);
  CHECK(wrong("packet_size: 512qux").find("expected a size") != std::string::npos);
  CHECK(wrong("link_bandwidth: 1GiB").find("expected a bandwidth") != std::string::npos);
  CHECK(wrong("router_delay: -5ns").find("must not be negative") != std::string::npos);
}

TEST_CASE("groups that are laid out by hand have their parameters and nodes") {
  const Imported made = codes(
      "schema_version: 1\ntopology:\n  format: groups\n"
      "  params: {modelnet_order: [torus], n_dims: 2, dim_length: \"4,4\", num_vc@foo: 2}\n"
      "  groups: {GRP: {repetitions: 5, lps: {nw-lp: 1, modelnet_torus: 1}}}\n"
      "sections: {resource: {available: 8}}\nsimulation: {end_time: 100us}\n");
  CHECK(made.messages == "");
  CHECK(made.has("{type: torus, dims: [4, 4]}"));
  CHECK(made.left_out.find("LPGROUPS has 5 nodes, and the topology 16") != std::string::npos);
  CHECK(made.left_out.find("resource.available=8: no key") != std::string::npos);
  CHECK(made.left_out.find("num_vc@foo=2: no key") != std::string::npos);
  CHECK(made.left_out.find("end_time=100us: no key") != std::string::npos);
}

TEST_CASE("what runs on the nodes is told, and its component has parameters of the network") {
  const Imported made = codes(fabric("    model: torus\n    shape: {n_dims: 1, dim_length: \"4\"}\n",
                                     "model: nw-lp, buffer_size: 1KiB, packet_size: 512, workload: {type: synthetic}"));
  CHECK(made.messages == "");
  CHECK(made.has("queue: 2 packets"));
  CHECK(made.left_out.find("workload: what runs on the nodes") != std::string::npos);
}

TEST_CASE("files that are included stand behind the file itself, and the last behind none of them") {
  const fsin::test::Scratch folder;
  folder.file("hosts.yaml", "components: {host: {model: nw-lp, packet_size: 512}, other: {model: nw-lp}}\n");
  folder.file(
      "net.yaml",
      "components: {host: {model: nw-lp, packet_size: 64}}\ntopology: {format: parametric, fabric: {model: torus, "
      "shape: {n_dims: 1, dim_length: \"8\"}}, hosts: {component: host}}\n");
  const auto import = [&](const std::string& text) {
    fsin::Diagnostics diagnostics;
    fsin::imports::Result made;
    Codes::convert({folder.path() / "main.yaml", text, {}}, made, diagnostics);
    CHECK(made.read.size() <= 2);
    return std::pair(made.draft.yaml({}), diagnostics.text());
  };
  const auto [experiment, messages] = import("schema_version: 1\ninclude: [hosts.yaml, net.yaml]\n");
  CHECK(messages == "");
  CHECK(experiment.find("{type: torus, dims: [8]}") != std::string::npos);
  CHECK(experiment.find("packet: 64 B") != std::string::npos);
  CHECK(import("schema_version: 1\ninclude: [net.yaml, hosts.yaml]\n").first.find("packet: 512 B") !=
        std::string::npos);
  CHECK(import("schema_version: 1\ninclude: net.yaml\ncomponents: {host: {model: nw-lp, packet_size: 128}}\n")
            .first.find("packet: 128 B") != std::string::npos);
  CHECK(import("schema_version: 1\ninclude: gone.yaml\n").second.find("main.yaml:2:10: cannot open") !=
        std::string::npos);
  folder.file("twice.yaml", "include: net.yaml\n");
  CHECK(import("schema_version: 1\ninclude: twice.yaml\n").second.find("may not include others") != std::string::npos);
}

TEST_CASE("mistakes in YAML have their line and column") {
  const auto wrong = [](const std::string& text) { return codes(text).messages; };
  CHECK(wrong("schema_version: 2\ntopology: {}\n").find("file:1:17: schema_version must be 1") != std::string::npos);
  CHECK(wrong("schema_version: 1\ntopolgy: {}\n").find("file:2:1: the configuration has no part \"topolgy\"") !=
        std::string::npos);
  CHECK(wrong("schema_version: 1\n").find("expected a map `topology`") != std::string::npos);
  CHECK(wrong("schema_version: 1\ntopology: {format: round}\n").find("file:2:20: the topology needs a `format`") !=
        std::string::npos);
  CHECK(wrong(fabric("    model: torus\n    wires: {a: 1}\n")).find("a fabric has no part \"wires\"") !=
        std::string::npos);
  CHECK(wrong(fabric("    model: express-mesh\n")).find("express_mesh") != std::string::npos);
  CHECK(wrong("schema_version: 1\ntopology: {format: flat, component: host, nodes: 4}\n")
            .find("there is no component \"host\"") != std::string::npos);
  CHECK(wrong("schema_version: 1\ncomponents: {host: {model: nw-lp, network: simplenet}}\n"
              "topology: {format: flat, component: host, nodes: 4}\n")
            .find("has no counterpart") != std::string::npos);
  CHECK(wrong("schema_version: [\n") != "");
}

}  // namespace codes_yaml_test
