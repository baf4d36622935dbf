// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/config/sample.hpp"

namespace overrides_test {

using namespace sample;

namespace {

const Torus& torus_of(const Outcome& outcome) { return std::get<Torus>(outcome.experiment.network.topology); }

}  // namespace

TEST_CASE("a full path overrides what the file says and what it does not say") {
  const Outcome outcome =
      read("fsin: 1\nnetwork: {router: {queue: 8 packets}}\n", {"network.router.queue=2 packets", "seed=9"});
  CHECK(outcome.said().empty());
  CHECK(outcome.experiment.network.router.queue == PacketCount{2});
  CHECK(outcome.experiment.seed == 9);
}

TEST_CASE("the end of a path is enough where it is unambiguous") {
  const Outcome outcome = read("fsin: 1\n", {"dims=[4,4]", "router.queue=7 packets", "load=0.5", "arbiter=oldest"});
  CHECK(outcome.said().empty());
  CHECK(torus_of(outcome).dims == std::vector<unsigned>{4, 4});
  CHECK(outcome.experiment.network.router.queue == PacketCount{7});
  CHECK(outcome.experiment.network.router.arbiter == Arbiter::oldest);
  CHECK(std::get<Synthetic>(outcome.experiment.workload).load == 0.5);
}

TEST_CASE("a value may be a whole map or the name of a type") {
  const Outcome map = read("fsin: 1\n", {"network.topology={type: fat-tree, k: 2}"});
  CHECK(map.said().empty());
  CHECK(std::get<FatTree>(map.experiment.network.topology).k == 2);
  const Outcome name = read("fsin: 1\nnetwork: {topology: {dims: [2]}}\n", {"topology=fat-tree", "n=5"});
  CHECK(name.said().empty());
  CHECK(std::get<FatTree>(name.experiment.network.topology).n == 5);
  const Outcome type = read("fsin: 1\nnetwork: {topology: crossbar}\n", {"topology.type=torus", "dims=[3]"});
  CHECK(type.said().empty());
  CHECK(torus_of(type).dims == std::vector<unsigned>{3});
}

TEST_CASE("the later of two overrides holds") {
  const Outcome outcome = read("fsin: 1\n", {"seed=2", "seed=3", "dims=[4]", "topology={dims: [5]}"});
  CHECK(outcome.said().empty());
  CHECK(outcome.experiment.seed == 3);
  CHECK(torus_of(outcome).dims == std::vector<unsigned>{5});
}

TEST_CASE("an ambiguous end of a path names the candidates, unless the selected types settle it") {
  CHECK(said("workload: {type: trace, file: a}\n", {"file=b"}).empty());
  CHECK(said("workload: {type: trace, file: a, placement: {file: p}}\n", {"file=b"}) ==
        "override 'file=b': key \"file\" is ambiguous; write workload.file or workload.placement.file\n");
  CHECK(said("", {"type=torus"}) ==
        "override 'type=torus': key \"type\" is ambiguous; write network.topology.type or workload.type\n");
}

TEST_CASE("unknown keys name the nearest") {
  CHECK(said("", {"dmis=[8,8]"}) ==
        "override 'dmis=[8,8]': unknown key \"dmis\"; did you mean network.topology.dims?\n");
  CHECK(said("", {"zzz=1"}) ==
        "override 'zzz=1': unknown key \"zzz\"; top-level keys: network, workload, title, seed, offset, warmup\n");
  CHECK(said("", {"network.router.quue=1"}) ==
        "override 'network.router.quue=1': unknown key \"quue\" in network.router; did you mean \"queue\"? valid keys: "
        "virtual_channels, queue, arbiter, stages\n");
  CHECK(said("", {"router.quue=1"}) ==
        "override 'router.quue=1': unknown key \"quue\" in network.router; did you mean \"queue\"? valid keys: "
        "virtual_channels, queue, arbiter, stages\n");
}

TEST_CASE("messages about overridden values name the override") {
  CHECK(said("seed: 1\n", {"network.router.queue=3"}) ==
        "override 'network.router.queue=3': network.router.queue: \"3\" has no unit; write \"3 packets\"\n");
  CHECK(said("", {"network.router.virtual_channels=99"}) ==
        "override 'network.router.virtual_channels=99': network.router.virtual_channels: 99 is out of range; give 1 to "
        "16\n");
  CHECK(said("", {"dims=[8"}) ==
        "override 'dims=[8': not valid YAML: end of sequence flow not found; check indentation, colons, quotes and "
        "brackets\n");
  CHECK(said("", {"network.packet.x=3"})
            .starts_with("override 'network.packet.x=3': network.packet: a map in place of a size; "));
}

TEST_CASE("what is no assignment is refused") {
  CHECK(said("", {"packets"}) ==
        "override 'packets': not an assignment; write key=value, in quotes if the value has blanks\n");
  CHECK(said("", {"seed="}) == "override 'seed=': no value after \"=\"; write key=value\n");
  CHECK(said("", {"=3"}) == "override '=3': \"\" is not a key; write a dotted path such as a.b.c=value\n");
  CHECK(said("", {"a..b=3"}) == "override 'a..b=3': \"a..b\" is not a key; write a dotted path such as a.b.c=value\n");
  CHECK(said("", {"seed=\xff"}) == "override 'seed=\\xff': not a text, or too long; write key=value\n");
  CHECK(said("", {std::string(3, 'x') + "=" + std::string(1000, 'y')}).size() < 400);
}

TEST_CASE("an override of an old name replaces the new one in the file, and the reverse") {
  const Outcome old_name = read("fsin: 1\nnetwork: {router: {virtual_channels: 2}}\n", {"network.router.vcs=5"});
  CHECK(old_name.diagnostics.ok());
  CHECK(old_name.experiment.network.router.virtual_channels == 5);
  const Outcome new_name = read("fsin: 1\nnetwork: {router: {vcs: 2}}\n", {"virtual_channels=6"});
  CHECK(new_name.diagnostics.ok());
  CHECK(new_name.experiment.network.router.virtual_channels == 6);
}

TEST_CASE("marks find values, overrides, enclosing places and defaults") {
  const Outcome outcome = read("fsin: 1\nnetwork:\n  router:\n    vcs: 2\n    arbiter: oldest\n", {"queue=4 packets"});
  const config::Document& document = outcome.document;
  CHECK(document.mark("network.router.arbiter").text() == "exp.yaml:5:14");
  CHECK(document.mark("network.router.virtual_channels").text() == "exp.yaml:4:10");
  CHECK(document.mark("network.router.queue").text() == "override 'queue=4 packets'");
  CHECK(document.mark("network.router").text() == "exp.yaml:3:3");
  CHECK(document.mark("network.router.stages").text() == "exp.yaml:3:3 (default)");
  CHECK(document.mark("workload.load").text() == "exp.yaml:1:1 (default)");
  CHECK(document.has("network.router.queue"));
  CHECK_FALSE(document.has("network.router.stages"));
}

TEST_CASE("a copy of a document takes other overrides") {
  Diagnostics diagnostics;
  const config::Document base = config::load_text("exp.yaml", "seed: 1\n", diagnostics);
  for (std::uint64_t seed = 5; seed < 8; ++seed) {
    config::Document document = base;
    document.override_with("seed=" + std::to_string(seed), diagnostics);
    Experiment experiment;
    CHECK(config::read(document, experiment, diagnostics));
    CHECK(experiment.seed == seed);
    CHECK(document.mark("seed").text() == "override 'seed=" + std::to_string(seed) + "'");
  }
  CHECK(base.mark("seed").text() == "exp.yaml:1:7");
}

}  // namespace overrides_test
