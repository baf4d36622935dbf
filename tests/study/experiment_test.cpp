// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/experiment.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/study/config_json.hpp"
#include "fsin/study/read_experiment.hpp"
#include "tests/scratch.hpp"

using namespace fsin;
using namespace fsin::study;
using fsin::test::Scratch;

namespace {

struct Loaded {
  std::optional<LoadedExperiment> experiment;
  std::string messages;
};

Loaded load(std::string_view text, const std::vector<std::string>& overrides = {}) {
  const Scratch scratch;
  Diagnostics diagnostics;
  Loaded loaded;
  loaded.experiment = load_experiment(scratch.file("exp.yaml", text), overrides, diagnostics);
  loaded.messages = diagnostics.text();
  const std::string folder = scratch.path().string() + "/";
  for (std::size_t at = loaded.messages.find(folder); at != std::string::npos; at = loaded.messages.find(folder)) {
    loaded.messages.erase(at, folder.size());
  }
  return loaded;
}

}  // namespace

TEST_CASE("a preset sets the router, and a written key wins over it wherever it was written") {
  const Loaded plain = load("fsin: 1\nnetwork: {preset: adaptive-3vc}\n");
  REQUIRE(plain.experiment);
  const NetworkParams& network = plain.experiment->experiment.network;
  CHECK(network.router.virtual_channels == 3);
  CHECK(network.router.flow_control == router::flow_control<router::Bubble>);
  CHECK(std::holds_alternative<routing::AdaptiveParams>(network.routing));

  const Loaded file = load("fsin: 1\nnetwork: {preset: adaptive-3vc, router: {virtual_channels: 5}}\n");
  REQUIRE(file.experiment);
  CHECK(file.experiment->experiment.network.router.virtual_channels == 5);

  const Loaded line = load("fsin: 1\nnetwork: {preset: adaptive-3vc}\n", {"select=random", "virtual_channels=4"});
  REQUIRE_MESSAGE(line.experiment, line.messages);
  CHECK(line.experiment->experiment.network.router.virtual_channels == 4);
  CHECK(std::get<routing::AdaptiveParams>(line.experiment->experiment.network.routing).select ==
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
    CHECK(std::holds_alternative<routing::DorParams>(network.routing));
    CHECK(loaded.experiment->origin("network.router.virtual_channels") == "preset oblivious-1vc");
    CHECK(loaded.experiment->origin("network.routing.type") == "preset oblivious-1vc");
  }
  const Loaded select = load(file, {"preset=adaptive-3vc"});
  REQUIRE(select.experiment);
  CHECK(std::get<routing::AdaptiveParams>(select.experiment->experiment.network.routing).select ==
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
    CHECK(std::holds_alternative<routing::DorParams>(loaded.experiment->experiment.network.routing));
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
  CHECK(bytes.messages.find("make the topology, virtual_channels or queue smaller") != std::string::npos);
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
  const auto json = config_json(config::to_tree(loaded.experiment->experiment), "fsin", 1);
  CHECK(json["fsin"] == 1);
  CHECK(json["network"]["topology"]["dims"] == nlohmann::ordered_json{8, 8});
  CHECK(json["network"]["topology"]["bidirectional"] == true);
  CHECK(json["network"]["packet"] == "64 B");
  CHECK(json["network"]["preset"].is_null());
}

TEST_CASE("a delay in time is turned into cycles of the bandwidth at hand, and the dump keeps what was written") {
  const std::string text =
      "fsin: 1\nnetwork: {link: {delay: 100 ns}, router: {delay: 2, credit_delay: 5 m}}\n"
      "workload: {type: synthetic, load: 0.1}\n";
  struct Expected {
    const char* bandwidth;
    unsigned link, credit;
  };
  for (const Expected& expected :
       {Expected{"1 Gb/s", 4, 1}, {"2 Gb/s", 7, 2}, {"10 Gb/s", 32, 8}, {"100 Gb/s", 313, 79}}) {
    CAPTURE(expected.bandwidth);
    const Loaded loaded = load(text, {std::string("bandwidth=") + expected.bandwidth, "queue=120 packets"});
    REQUIRE_MESSAGE(loaded.experiment, loaded.messages);
    const Experiment& experiment = loaded.experiment->experiment;
    const engine::Design design = design_of(experiment);
    CHECK(design.link_delay == expected.link);
    CHECK(design.router.delay == Delay(2));
    CHECK(design.router.credit_delay == Delay(expected.credit));
    const auto json = config_json(config::to_tree(experiment), "fsin", 1);
    CHECK(json["network"]["link"]["delay"] == "100 ns");
    CHECK(json["network"]["router"]["delay"] == 2);  // as it always was
    CHECK(json["network"]["router"]["credit_delay"] == "5 m");
    const std::string dump = config::dump(experiment, "fsin", 1);
    const Loaded again = load(dump);
    REQUIRE_MESSAGE(again.experiment, again.messages);
    CHECK(config::dump(again.experiment->experiment, "fsin", 1) == dump);
    CHECK(design_of(again.experiment->experiment).link_delay == expected.link);
  }
}

TEST_CASE("a delay beyond what can be simulated is refused by what was written, cycles and limit") {
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 10001}}\n").messages ==
        "exp.yaml:2:25: network.link.delay: 10001 is out of range; give 0 to 10000 cycles\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 320001 ns}}\n").messages ==
        "exp.yaml:2:25: link.delay 320.001 us is 10001 cycles of 32 ns (1 Gb/s, phits of 4 B), more than the 10000 "
        "that can be "
        "simulated; give less, or a larger phit\n");
  CHECK(load("fsin: 1\nnetwork: {router: {delay: 1 s}, link: {bandwidth: 100 Gb/s}}\n").messages ==
        "exp.yaml:2:27: router.delay 1 s is 3125000000 cycles of 0.32 ns (100 Gb/s, phits of 4 B), more than the 10000 "
        "that can be simulated; give less, or a larger phit\n");
  CHECK(load("fsin: 1\nnetwork: {router: {credit_delay: 100 km}}\n").messages ==
        "exp.yaml:2:34: router.credit_delay 100 km at 0.2 m/ns is 15625 cycles of 32 ns (1 Gb/s, phits of 4 B), more "
        "than the 10000 that "
        "can be simulated; give less, or a larger phit\n");
}

TEST_CASE("metres are measured at the speed that is written, which nothing else uses") {
  const Loaded fast =
      load("fsin: 1\nnetwork: {link: {delay: 200 m, propagation: 0.25 m/ns}, router: {queue: 9 packets}}\n");
  REQUIRE_MESSAGE(fast.experiment, fast.messages);
  CHECK(fast.messages.empty());
  CHECK(design_of(fast.experiment->experiment).link_delay == 25);
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 20 ns, propagation: 0.25 m/ns}}\n").messages ==
        "exp.yaml:2:45: warning: no delay is written in metres, so this speed is not used; write link.delay: 5 m, or "
        "leave "
        "it out\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 5 m, propagation: 0.3 m/ns}}\n").messages ==
        "exp.yaml:2:43: network.link.propagation: 0.3 m/ns is out of range; give 0.001 m/ns to 0.299792458 m/ns\n");
}

TEST_CASE("queues that do not cover the round trip of a slot are told so, with the size that would") {
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 47}}\n").messages ==
        "exp.yaml:2:25: warning: queues of 4 packets do not cover the round trip of a slot, 64 cycles (packet of "
        "16, link.delay 47, router.delay 0, router.credit_delay 0, and 1): packets that enter a ring over a link get "
        "at most "
        "0.75 phits/cycle; write queue: 5 packets\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 47}, router: {queue: 5 packets}}\n").messages.empty());
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 47}, router: {queue: 3 packets}}\n")
            .messages.find("exp.yaml:2:46: warning: queues of 3 packets do not cover") == 0);
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 1000}}\n").messages ==
        "exp.yaml:2:25: warning: queues of 4 packets do not cover the round trip of a slot, 1017 cycles (packet of "
        "16, link.delay 1000, router.delay 0, router.credit_delay 0, and 1): a link carries at most 0.0629 "
        "phits/cycle; write "
        "queue: 65 packets\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 32 us}, router: {virtual_channels: 2}}\n").messages ==
        "exp.yaml:2:25: warning: queues of 4 packets in 2 virtual channels do not cover the round trip of a slot, "
        "1017 cycles (packet of 16, link.delay 1000, router.delay 0, router.credit_delay 0, and 1): a link carries at "
        "most "
        "0.126 phits/cycle; write queue: 33 packets (both channels together; one alone needs 65 packets)\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 10000}, packet: 4 B}\n")
            .messages.find("no queue is long enough; write packets of at least 85 phits") != std::string::npos);
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {delay: 47}, router: {flow_control: store-and-forward}}\n")
            .messages.find("round trip of a slot, 79 cycles (packet of 16 twice, in and out, link.delay 47, "
                           "router.delay 0, router.credit_delay 0): a link carries at most 0.81") != std::string::npos);
}
