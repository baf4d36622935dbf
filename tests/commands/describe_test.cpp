// SPDX-License-Identifier: Apache-2.0
// fsin check, list, help and topology: what they say of an experiment and of the catalogues.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/commands/key_help.hpp"
#include "fsin/commands/kinds.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/commands/cli.hpp"

namespace describe_test {

using namespace fsin::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::ptrdiff_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("check tells sizes, bounds, and every key with its origin") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {preset: adaptive-3vc}\nworkload: {type: synthetic, load: 0.4}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml", "router.queue=8 packets"});
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  CHECK(contains(ran.out, "sizes         64 nodes, 64 routers, 256 links, 768 queues of 8 packets of 16 phits\n"));
  CHECK(contains(ran.out, "cycle         32 ns (a phit of 4 B at 1 Gb/s a link)\n"));
  CHECK(contains(ran.out, "distance      average 4.0635, largest 8 links\n"));
  CHECK(contains(ran.out, "bisection     16 links, one way between two halves of the nodes\n"));
  CHECK(contains(ran.out, "latency       19.06 cycles = "));
  CHECK(contains(ran.out, "capacity      0.9844 phits/node/cycle"));
  CHECK(
      contains(ran.out, "credits       a slot can be taken again after 17 cycles: queues of 8 packets in 3 virtual "));
  CHECK(contains(ran.out, "workload.load                      0.4                      exp.yaml:3:35\n"));
  CHECK(contains(ran.out, "network.router.queue               8 packets                override 'router.queue=8"));
  CHECK(contains(ran.out, "network.router.virtual_channels    3                        preset adaptive-3vc\n"));
  CHECK(contains(ran.out, "network.phit                       4 B                      default\n"));
}

TEST_CASE("check tells the load of the links, how many ways there are, and what the network is made of") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: dragonfly, p: 2, a: 4, h: 2}, routing: dragonfly-minimal,\n"
               "  router: {virtual_channels: 2}, link: {delay_by_class: [1 m, 2 m, 50 m]}}\n"
               "workload: {type: synthetic, pattern: {type: shift, offset: 8}, load: 0.1}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml", "--json", "-"});
  CHECK(ran.code == 0);
  const auto json = nlohmann::json::parse(ran.out);
  // The 8 nodes of a group share the one link to the next group.
  CHECK(json["channel_load"]["exact"] == true);
  CHECK(json["channel_load"]["fullest"]["load"].get<double>() == doctest::Approx(8));
  CHECK(json["channel_load"]["alike"] == 9);
  CHECK(json["channel_load"]["capacity"].get<double>() == doctest::Approx(0.125));
  CHECK(json["cost"]["cables"] == 72 + 54 + 36);
  CHECK(json["cost"]["metres"].get<double>() == doctest::Approx(72 + 108 + 1800));
  CHECK(json["cost"]["switches"][0]["ports"] == 7);
  CHECK(json["bisection"]["estimate"] == true);
  CHECK(json["ways"]["routers"] == 36);
  CHECK(json["ways"]["shortest"]["min"] == 1);
  CHECK(json["deadlock"]["answer"] == "free");
  const Ran text = run_fsin_in(scratch.path(), {"check", "exp.yaml", "--json", "check.json"});
  CHECK(contains(text.out, "channel load  8.0000 phits/cycle at output "));
  CHECK(contains(text.out, "saturation    at 0.1250 phits/node/cycle at most: output "));
  CHECK(contains(text.out, "one way between two halves of the nodes: estimate (METIS)\n"));
  CHECK(contains(text.out, "cost          162 cables, 1980 m (72 terminal of 72 m in all, 54 local of 108 m in all, "));
  auto written = nlohmann::json::parse(read_file(scratch.path() / "check.json"));
  written["memory"] = json["memory"];  // which counts what the process itself has by then
  CHECK(written == json);
  // And no run accepts more.
  const Ran run = run_fsin_in(scratch.path(), {"run", "exp.yaml", "load=1", "-q", "--json", "-"});
  CHECK(nlohmann::json::parse(run.out)["load"]["accepted"].get<double>() <= 0.1251);
  const Ran adaptive =
      run_fsin_in(scratch.path(), {"check", "exp.yaml", "routing=dragonfly-ugal", "virtual_channels=3"});
  CHECK(contains(adaptive.out, "channel load  not known: the routing looks at queues, so that loads follow from the "));
}

TEST_CASE("check says what delays in time come to, and promises no more than the queues can carry") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {link: {delay: 32 us}, router: {credit_delay: 5 m}}\n"
               "workload: {type: synthetic, load: 0.9}\nmeasure: {warmup: 20000, cycles: 60000}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(ran.code == 0);
  CHECK(contains(ran.out, "delay         link.delay 32 us = 1000 cycles of 32 ns (32 us)\n"));
  CHECK(contains(ran.out, "delay         router.credit_delay 5 m at 0.2 m/ns = 1 cycle of 32 ns (32 ns)\n"));
  CHECK(contains(
      ran.out,
      "credits       a slot can be taken again after 1018 cycles: queues of 4 packets in 1 virtual channel let a "
      "link carry 0.06287 phits/cycle\n"));
  CHECK(contains(ran.out, "capacity      0.0619 phits/node/cycle"));
  CHECK(contains(ran.out, "network.link.delay                 32 us "));
  CHECK(contains(ran.err, "write queue: 65 packets\n"));
  CHECK(contains(ran.err, "a load of 0.9 is above the capacity of 0.06189 phits/node/cycle"));
  // And that is what a run accepts: less, for a packet that enters a ring leaves a slot free.
  const Ran saturated = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-"});
  CHECK(contains(saturated.err, "write queue: 65 packets\n"));
  const auto result = nlohmann::json::parse(saturated.out);
  CHECK(result["load"]["accepted"].get<double>() < 0.0619);
  CHECK(result["load"]["accepted"].get<double>() > 0.03);
  CHECK(result["delays"]["link"] == 1000);
  CHECK(result["delays"]["credit"] == 1);
  CHECK(result["cycle_seconds"] == 32e-9);
  CHECK(result["config"]["network"]["link"]["delay"] == "32 us");
}

TEST_CASE("check warns of a load above the capacity") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nworkload: {type: synthetic, load: 0.99}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(ran.code == 0);
  CHECK(ran.err ==
        "exp.yaml:2:35: warning: a load of 0.99 is above the capacity of 0.9844 phits/node/cycle, set by the "
        "fullest link under uniform traffic; the run will end as saturated\n");
}

TEST_CASE("check opens the trace and says what is in it") {
  const Scratch scratch;
  const std::string trace = std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.S.4.txt.zst";
  scratch.file("exp.yaml", "fsin: 1\nworkload: {type: trace, file: '" + trace + "'}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(ran.code == 0);
  CHECK(contains(ran.out, "is.S.4.txt.zst: 4 ranks, "));
}

TEST_CASE("list shows every kind, or the kinds asked for") {
  const Ran all = run_fsin({"list"});
  CHECK(all.code == 0);
  for (const auto& kind : fsin::commands::kinds()) {
    CHECK(contains(all.out, std::string(kind.name) + ": "));
    CHECK_FALSE(kind.entries.empty());
  }
  const Ran one = run_fsin({"list", "routing"});
  CHECK(one.code == 0);
  CHECK(contains(one.out, "\n  adaptive  "));
  CHECK(lines(one.out) == fsin::routing::Routings::entries().size() + 1);
  const Ran none = run_fsin({"list", "ruting"});
  CHECK(none.code == 2);
  CHECK(contains(none.err, "fsin list: unknown kind \"ruting\"; did you mean \"routing\"?"));
}

TEST_CASE("help explains every name that list shows") {
  for (const auto& kind : fsin::commands::kinds()) {
    if (kind.name == "statistic") continue;
    for (const auto& entry : kind.entries) {
      const std::string topic = std::string(kind.name) + "." + std::string(entry.name);
      CAPTURE(topic);
      const Ran ran = run_fsin({"help", topic});
      CHECK(ran.code == 0);
      CHECK(ran.out.find(topic + ": ") == 0);
    }
  }
}

TEST_CASE("help without a name lists the keys, each once, and none that belongs to a choice") {
  const Ran ran = run_fsin({"help"});
  CHECK(ran.code == 0);
  CHECK(contains(ran.out, "\n  network.router.virtual_channels\n"));
  CHECK(contains(ran.out, "\n  measure.confidence\n"));
  CHECK_FALSE(contains(ran.out, "cpu.scale"));
  CHECK_FALSE(contains(ran.out, "dims\n"));
}

TEST_CASE("the reference page names every key and every choice") {
  const Ran ran = run_fsin({"help", "--markdown"});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("# Reference\n") == 0);
  for (const auto& kind : fsin::commands::kinds()) {
    CHECK(contains(ran.out, "\n## " + std::string(kind.name) + "\n"));
    for (const auto& entry : kind.entries) CHECK(contains(ran.out, "`" + std::string(entry.name) + "`"));
  }
  CHECK(contains(ran.out, "| `cpu.scale` | "));
}

TEST_CASE("topology prints the links of the network") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\n");
  const Ran csv = run_fsin_in(scratch.path(), {"topology", "exp.yaml", "--csv"});
  CHECK(csv.out == "from,port,to,in_port\n0,0,1,0\n0,1,3,1\n1,0,2,0\n1,1,0,1\n2,0,3,0\n2,1,1,1\n3,0,0,0\n3,1,2,1\n");
  const Ran dot = run_fsin_in(scratch.path(), {"topology", "exp.yaml", "--dot"});
  CHECK(dot.out ==
        "digraph \"torus\" {\n  node [shape=circle];\n  0 -> 1 [dir=both];\n  0 -> 3 [dir=both];\n"
        "  1 -> 2 [dir=both];\n  2 -> 3 [dir=both];\n}\n");
  const Ran properties =
      run_fsin_in(scratch.path(), {"topology", "exp.yaml", "topology={type: fat-tree, k: 4, n: 3}", "routing=up-down"});
  CHECK(properties.code == 0);
  CHECK(contains(properties.out, "nodes             64\nrouters           112\nlinks             384  (directed)\n"));
  CHECK(contains(properties.out, "average distance  5.4286 links"));
  CHECK(contains(properties.out, "bisection         32 links, one way between two halves of the nodes\n"));
}

TEST_CASE("every topology of the catalogue has properties, a graph for Graphviz, a list of links and a drawing") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {routing: shortest, router: {virtual_channels: 16}}\n");
  scratch.file("square.edges", "a b\nb c\nc d\nd a\n");
  fsin::topology::Topologies::for_each([&]<class Params>(const Params&) {
    std::string topology = "topology=" + std::string(Params::name);
    if (Params::name == "graph") topology = "topology={type: graph, file: square.edges}";
    INFO(topology);
    const auto shown = [&](const char* shape) {
      const Ran ran = run_fsin_in(scratch.path(), {"topology", "exp.yaml", topology, shape});
      CHECK(ran.code == 0);
      return ran.out;
    };
    const std::string properties = shown("--properties"), csv = shown("--csv"), dot = shown("--dot");
    const std::string svg = shown("--svg"), edges = shown("--edges");
    CHECK(contains(properties, "\nbisection         "));
    CHECK(contains(properties, "\nways              "));
    CHECK(contains(properties, "\ncost              "));
    CHECK(contains(properties, fmt::format("\nlinks             {}  (directed)\n", lines(csv) - 1)));
    CHECK(contains(dot, "digraph \""));
    CHECK(contains(dot, " -> "));
    CHECK(contains(svg, "</svg>\n"));
    CHECK_FALSE(contains(svg, "nan"));
    CHECK(contains(edges, "nodes\n"));
  });
}

TEST_CASE("a topology that cannot be is refused with the key to change, before anything is built") {
  const Scratch scratch;
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {topology: {type: slim-fly, q: 6}}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
  CHECK(ran.code == 2);
  CHECK(contains(ran.err, "exp.yaml:2:41: "));
  CHECK(contains(ran.err, "network.topology.q: 6 is no power of a prime; write one that is"));
}

TEST_CASE("help explains any key, by its path, the end of it, or with the type it belongs to") {
  const Ran load = run_fsin({"help", "workload.load"});
  CHECK(load.code == 0);
  CHECK(contains(load.out, "workload.load  (of workload: synthetic)\n"));
  CHECK(contains(load.out, "default 0.1\n"));
  CHECK(contains(load.out, "workload.load=0.1\n"));
  CHECK(contains(load.out, "workload: {type: synthetic, load: 0.1}\n"));
  CHECK(contains(load.out, "{from: .., to: .., step: ..}"));
  for (const char* name : {"network.topology.dims", "dims"}) {
    const Ran dims = run_fsin({"help", name});
    CHECK(dims.code == 0);
    CHECK(contains(dims.out, "network.topology.dims  (of network.topology: torus)\n"));
    CHECK(contains(dims.out, "network.topology.dims  (of network.topology: mesh)\n"));
  }
  for (const char* name : {"torus.dims", "topology.torus.dims", "network.topology.torus.dims"}) {
    const Ran dims = run_fsin({"help", name});
    CHECK(contains(dims.out, "(of network.topology: torus)\n"));
    CHECK_FALSE(contains(dims.out, "(of network.topology: mesh)\n"));
  }
  CHECK(contains(run_fsin({"help", "network.router"}).out, "    virtual_channels       "));
  CHECK(contains(run_fsin({"help", "network.topology.type"}).out, "    fat-tree  "));
  CHECK(contains(run_fsin({"help", "arbiter"}).out, "    round-robin  "));
  CHECK(contains(run_fsin({"help", "sweep.grid"}).out, "from: 0.1, to: 0.9, step: 0.1"));
  CHECK(run_fsin({"help", "workload.laod"}).err.find("did you mean workload.load?") != std::string::npos);
}

TEST_CASE("help knows every key that can be written") {
  std::size_t seen = 0;
  for (const fsin::config::FieldDoc& field : fsin::config::describe<fsin::experiment::Experiment>()) {
    const std::string help = fsin::commands::key_help(field.path);
    CAPTURE(field.path);
    CHECK(contains(help, std::string(field.doc)));
    CHECK_FALSE(fsin::commands::key_help(field.key).empty());
    ++seen;
  }
  CHECK(seen > 60);
}

TEST_CASE("every topology of the catalogue is simulated by its name alone, with a routing for any network") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {routing: shortest, router: {virtual_channels: 16}}\n"
               "workload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 100, cycles: 200}\n");
  fsin::topology::Topologies::for_each([&]<class Params>(const Params&) {
    if (Params::name == "graph") return;  // needs a file
    const std::string name(Params::name);
    INFO(name);
    const Ran ran =
        run_fsin_in(scratch.path(), {"run", "exp.yaml", "topology=" + name, "-q", "--json", name + ".json"});
    CHECK(ran.code == 0);
    CHECK(std::filesystem::file_size(scratch.path() / (name + ".json")) > 1000);
  });
}

}  // namespace describe_test
