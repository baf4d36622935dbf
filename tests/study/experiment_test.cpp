// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/experiment.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "tests/study/loaded.hpp"

using namespace fsin;
using namespace fsin::experiment;
using study_test::load;
using study_test::Loaded;

TEST_CASE("a preset sets the router, and a written key wins over it wherever it was written") {
  const Loaded plain = load("fsin: 1\nnetwork: {preset: adaptive-3vc}\n");
  REQUIRE(plain.experiment);
  const NetworkParams& network = plain.experiment->experiment.network;
  CHECK(network.router.virtual_channels == 3);
  CHECK(network.router.flow_control == router::flow_control<router::Bubble>);
  CHECK(network.routing.is<routing::AdaptiveParams>());

  const Loaded file = load("fsin: 1\nnetwork: {preset: adaptive-3vc, router: {virtual_channels: 5}}\n");
  REQUIRE(file.experiment);
  CHECK(file.experiment->experiment.network.router.virtual_channels == 5);

  const Loaded line = load("fsin: 1\nnetwork: {preset: adaptive-3vc}\n", {"select=random", "virtual_channels=4"});
  REQUIRE_MESSAGE(line.experiment, line.messages);
  CHECK(line.experiment->experiment.network.router.virtual_channels == 4);
  CHECK(line.experiment->experiment.network.routing.get<routing::AdaptiveParams>().select ==
        routing::selection<routing::RandomSelection>);
}

TEST_CASE("a preset on the command line wins over what the file writes, and a key on the command line over both") {
  const std::string file =
      "fsin: 1\nnetwork:\n  router: {virtual_channels: 5, queue: 7 packets}\n"
      "  routing: {type: adaptive, select: random}\n";
  for (const std::string& before : {std::string(), std::string("  preset: adaptive-3vc\n")}) {
    const Loaded loaded = load(file + before, {"preset=oblivious-1vc"});
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    const NetworkParams& network = loaded.experiment->experiment.network;
    CHECK(network.router.virtual_channels == 1);
    CHECK(network.router.queue == PacketCount{7});
    CHECK(network.routing.is<routing::DorParams>());
    CHECK(loaded.experiment->origin("network.router.virtual_channels") == "preset oblivious-1vc");
    CHECK(loaded.experiment->origin("network.routing.type") == "preset oblivious-1vc");
  }
  const Loaded select = load(file, {"preset=adaptive-3vc"});
  REQUIRE(select.experiment);
  CHECK(select.experiment->experiment.network.routing.get<routing::AdaptiveParams>().select ==
        routing::selection<routing::SmartSelection>);
  for (const std::vector<std::string>& both :
       {std::vector<std::string>{"preset=oblivious-3vc", "virtual_channels=2"},
        {"virtual_channels=2", "preset=oblivious-3vc"},
        {"network.router.virtual_channels=2", "network={preset: oblivious-3vc}"}}) {
    CAPTURE(both[0]);
    const Loaded loaded = load(file, both);
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    const bool whole = both[1].starts_with("network=");
    CHECK(loaded.experiment->experiment.network.router.virtual_channels == (whole ? 3 : 2));
    CHECK(loaded.experiment->experiment.network.routing.is<routing::DorParams>());
  }
  const Loaded none = load(file, {"preset=~"});
  REQUIRE(none.experiment);
  CHECK(none.experiment->experiment.network.router.virtual_channels == 5);
}

TEST_CASE("keys of a routing that the preset does not have are not said to come from it") {
  const Loaded loaded = load("fsin: 1\nnetwork: {preset: oblivious-3vc, routing: {type: adaptive}}\n");
  REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
  CHECK(loaded.experiment->origin("network.routing.select") == "default");
  CHECK(loaded.experiment->origin("network.router.virtual_channels") == "preset oblivious-3vc");
}

TEST_CASE("a quantity of the wrong kind is told in the kind that is wanted, and not with the number it has") {
  const std::string file = "fsin: 1\nnetwork: {packet: 256 B, phit: 8 B, link: {bandwidth: 2 Gb/s}}\n";
  CHECK(
      load(file, {"network.router.queue=64 B"}).messages ==
      "override 'network.router.queue=64 B': network.router.queue: \"64 B\" is a size, not a number of packets; valid "
      "units: packet, packets; a packet is 256 B, so that is 0.25 packets\n");
  CHECK(load(file, {"watchdog=10 us"}).messages ==
        "override 'watchdog=10 us': measure.watchdog: \"10 us\" is a time, not a number of cycles; valid units: cycle, "
        "cycles; a cycle is 32 ns, so that is 312.5 cycles\n");
  CHECK(load(file, {"packet=4 packets"}).messages.find("so that is") == std::string::npos);
}

TEST_CASE("every key tells where its value comes from") {
  const Loaded loaded = load(
      "fsin: 1\nnetwork:\n  preset: oblivious-3vc\n  packet: 32 B\nworkload: {type: synthetic, pattern: tornado}\n",
      {"load=0.2"});
  REQUIRE(loaded.experiment);
  const auto origin = [&](const std::string& path) {
    const std::string text = loaded.experiment->origin(path);
    return text.substr(text.rfind('/') + 1);
  };
  CHECK(origin("network.packet") == "exp.yaml:4:11");
  CHECK(origin("workload.load") == "override 'load=0.2'");
  CHECK(origin("workload.pattern.type") == "exp.yaml:5:38");
  CHECK(origin("network.router.virtual_channels") == "preset oblivious-3vc");
  CHECK(origin("network.phit") == "default");
}

TEST_CASE("a packet that does not fit its phits says what would") {
  CHECK(load("fsin: 1\nnetwork: {packet: 63 B}\n").messages ==
        "exp.yaml:2:19: a packet of 63 B is no multiple of the phit of 4 B; write 60 B or 64 B\n");
  CHECK(load("fsin: 1\nnetwork: {packet: 3 B}\n").messages ==
        "exp.yaml:2:19: a packet of 3 B is no multiple of the phit of 4 B; write 4 B\n");
  CHECK(load("fsin: 1\nnetwork: {packet: 1 MiB, phit: 1 B}\n").messages ==
        "exp.yaml:2:19: a packet of 1048576 phits is too long; at most 65535 phits, so make the packet at most 65535 B "
        "or the phit larger\n");
  CHECK(load("fsin: 1\nnetwork: {payload: 65 B}\n").messages ==
        "exp.yaml:2:20: a packet of 64 B cannot carry 65 B of a message; at most its own size\n");
}

TEST_CASE("a model whose segments do not fit each other is refused at the key that does not fit") {
  CHECK(load("fsin: 1\nnetwork: {model: {type: piecewise, latency: [1 us, 2 us], byte_time: [1 ns]}}\n").messages ==
        "exp.yaml:2:45: network.model.latency: 2 values for 1 segment; give one for each value of from\n");
  CHECK(load("fsin: 1\nnetwork: {model: {type: piecewise, latency: [1 us]}}\n")
            .messages.find("missing key network.model.byte_time") != std::string::npos);
}

TEST_CASE("a topology beyond all memory is refused before anything is built") {
  const Loaded ids = load("fsin: 1\nnetwork: {topology: {type: torus, dims: [30000, 30000, 30000]}}\n");
  CHECK(ids.messages == "exp.yaml:2:11: 2.7e+13 nodes are too many; at most 4e9, so make the topology smaller\n");
  const Loaded bytes = load("fsin: 1\nnetwork: {topology: {type: torus, dims: [1500, 1500, 1500]}}\n");
  CHECK_FALSE(bytes.experiment);
  CHECK(bytes.messages.find("3375000000 nodes with 1 virtual channels need about ") != std::string::npos);
  CHECK(bytes.messages.find("make the topology or virtual_channels smaller") != std::string::npos);
}

TEST_CASE("a window is for synthetic load, a trace refuses it") {
  const std::string trace = "fsin: 1\nworkload: {type: trace, file: a.txt}\n";
  const Loaded without = load(trace);
  REQUIRE_MESSAGE(without.experiment, without.messages);
  CHECK_FALSE(without.experiment->experiment.measure.cycles.has_value());
  CHECK(load(trace + "measure: {cycles: 100}\n").messages ==
        "exp.yaml:3:19: a trace or a program runs to its end; leave this key out (measure.max_cycles limits a "
        "run)\n");
  const Loaded synthetic = load("fsin: 1\n");
  REQUIRE(synthetic.experiment);
  CHECK(synthetic.experiment->experiment.measure.warmup == CycleCount{5000});
  CHECK(synthetic.experiment->experiment.measure.cycles == CycleCount{20000});
}

TEST_CASE("the resolved configuration reads back as itself") {
  for (const char* text :
       {"fsin: 1\n", "fsin: 1\nnetwork: {preset: adaptive-3vc, topology: {type: mesh, dims: [4, 4, 2]}}\n",
        "fsin: 1\nworkload: {type: trace, file: a.txt, cpu: {scale: 2}}\n"}) {
    CAPTURE(text);
    const Loaded loaded = load(text);
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    const std::string dump = config::dump(with_absolute_paths(loaded.experiment->experiment), "fsin", 1);
    const Loaded again = load(dump);
    REQUIRE_MESSAGE(again.experiment, again.messages);
    CHECK(config::dump(again.experiment->experiment, "fsin", 1) == dump);
  }
}

TEST_CASE("the configuration in a result keeps numbers, truth values and quantities apart") {
  const Loaded loaded = load("fsin: 1\n");
  REQUIRE(loaded.experiment);
  const auto json = config_json(config::to_tree(loaded.experiment->experiment));
  CHECK(json["fsin"] == 1);
  CHECK(json["network"]["topology"]["dims"] == nlohmann::ordered_json{8, 8});
  CHECK(json["network"]["topology"]["bidirectional"] == true);
  CHECK(json["network"]["packet"] == "64 B");
  CHECK(json["network"]["preset"].is_null());
}
