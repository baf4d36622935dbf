// SPDX-License-Identifier: Apache-2.0
// Delays in times and lengths, and links of different speed and delay, as an experiment writes them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/unheeded_keys.hpp"
#include "tests/scratch.hpp"
#include "tests/study/loaded.hpp"

using namespace fsin;
using namespace fsin::experiment;
using study_test::load;
using study_test::Loaded;

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
    const auto json = config_json(config::to_tree(experiment));
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

TEST_CASE("bandwidth and delay by class become cycles of each class of links, and the rest stays as it is") {
  const Loaded loaded = load(
      "fsin: 1\nnetwork:\n  topology: mesh\n  link: {bandwidth: 8 Gb/s, bandwidth_by_class: [8 Gb/s, 2 Gb/s],\n"
      "         delay_by_class: [3, 5 m]}\n  router: {queue: 9 packets}\n");
  CHECK(loaded.messages.empty());
  const engine::Design design = design_of(loaded.experiment->experiment);
  CHECK(design.link_classes == std::vector<engine::LinkTimes>{{1, 3}, {4, 7}});  // 25 ns are 6.25 cycles of 4 ns
  CHECK(seconds_per_cycle(loaded.experiment->experiment) == doctest::Approx(4e-9));
  const Loaded delays =
      load("fsin: 1\nnetwork: {topology: mesh, link: {delay: 2, bandwidth_by_class: [1 Gb/s, 1 Mb/s]}}\n");
  CHECK(design_of(delays.experiment->experiment).link_classes == std::vector<engine::LinkTimes>{{1, 2}, {1000, 2}});
  CHECK(design_of(load("fsin: 1\n").experiment->experiment).link_classes.empty());
}

TEST_CASE(
    "bandwidths of a graph file that whole cycles do not give set the cycle, or are told with what is simulated") {
  const test::Scratch scratch;
  const auto of_file = [&](const std::string& edges, const std::string& link = "") {
    const std::string file = scratch.file("net.edges", edges);
    return load("fsin: 1\nnetwork:\n  topology: {type: graph, file: " + file + "}\n  routing: shortest\n" + link);
  };
  const auto cycles = [](const Loaded& loaded) {
    std::vector<unsigned> list;
    for (const auto& each : design_of(loaded.experiment->experiment).link_classes) list.push_back(each.phit_cycles);
    return list;
  };
  const auto has = [](const Loaded& loaded, const std::string& part) {
    return loaded.messages.find(part) != std::string::npos;
  };
  // Terminals come first, at the speed of the fastest link of the file.
  const Loaded exact = of_file("a b bandwidth=10Gb/s\nb c bandwidth=4Gb/s\n");
  CHECK(exact.experiment->experiment.network.link.bandwidth == BitRate{20'000'000'000});
  CHECK(cycles(exact) == std::vector<unsigned>{2, 2, 5});
  CHECK(has(exact, "link.bandwidth is 20 Gb/s, for the links of the file"));
  CHECK(!has(exact, "is simulated as"));
  const Loaded rounded = of_file("a b bandwidth=10Gb/s\nb c bandwidth=155Mb/s\n");
  CHECK(cycles(rounded) == std::vector<unsigned>{1, 1, 65});
  CHECK(has(rounded, "155 Mb/s is simulated as 153846153 b/s, 0.74 % slower"));
  const Loaded again = load(config::dump(rounded.experiment->experiment, "fsin", 1));
  REQUIRE_MESSAGE(again.experiment, again.messages);
  CHECK(cycles(again) == cycles(rounded));
  CHECK(cycles(of_file("a b bandwidth=500Mb/s\nb c\n")) == std::vector<unsigned>{1, 2, 1});
  const std::string written = "  link: {bandwidth: 10 Gb/s}\n";
  CHECK(has(of_file("a b bandwidth=155Mb/s\nb c\n", written), "is simulated as"));
  CHECK(has(of_file("a b bandwidth=4Gb/s\nb c\n", written), "4 Gb/s is not link.bandwidth, 10 Gb/s, divided by"));
  CHECK(has(of_file("a b bandwidth=10Gb/s\nb c bandwidth=1Mb/s\n"), "the slowest links need 10000 cycles for a phit"));
}

TEST_CASE("classes of links that do not go with the topology, the cycle or the engines are refused by name") {
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {delay_by_class: [1, 2, 3]}}\n").messages ==
        "exp.yaml:2:50: 3 values for the classes of links of this mesh, which are 2: X, Y; write one for each, in this "
        "order\n");
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {bandwidth_by_class: [1 Gb/s, 300 Mb/s]}}\n").messages ==
        "exp.yaml:2:54: 300 Mb/s is not link.bandwidth, 1 Gb/s, divided by a whole number: a link needs a whole number "
        "of cycles for a phit; as link.bandwidth write a common multiple of all bandwidths\n");
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {bandwidth_by_class: [1 Gb/s, 500 kb/s]}}\n")
            .messages.find("the slowest links need 2000 cycles for a phit and 32000 for a packet; at most 1000") !=
        std::string::npos);
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {delay: 1, delay_by_class: [1, 2]}}\n")
            .messages.find("this one is not used") != std::string::npos);
  CHECK(load("fsin: 1\nnetwork: {router: {bubble_test: local}, link: {bandwidth_by_class: [1 Gb/s, 500 Mb/s]}}\n")
            .messages.find("write bubble_test: target") != std::string::npos);
}

TEST_CASE("classes of links beyond all numbers are refused before anything is counted in them") {
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {bandwidth: 100 Tb/s, bandwidth_by_class: [100 Tb/s, 1 b/s]}}\n")
            .messages.find("the slowest links need 100000000000000 cycles for a phit") != std::string::npos);
  CHECK(load("fsin: 1\nnetwork: {topology: mesh, link: {delay_by_class: [1, 100 s]}}\n").messages ==
        "exp.yaml:2:50: link.delay_by_class 100 s is 3125000000 cycles of 32 ns (1 Gb/s, phits of 4 B), more than the "
        "1000000000 that can be simulated; give less, or a larger phit\n");
}

TEST_CASE("classes of links are not used in silence by a model that has none") {
  const std::string classes = "link: {bandwidth_by_class: [1 Gb/s, 500 Mb/s], delay_by_class: [1, 2]}}\n";
  CHECK(
      load("fsin: 1\nnetwork: {topology: mesh, model: loggp, " + classes).messages ==
      "exp.yaml:2:68: warning: network.model loggp has no classes of links, so this key is not used; leave it out\n"
      "exp.yaml:2:104: warning: network.model loggp has no classes of links, so this key is not used; leave it out\n");
  const Loaded ideal = load("fsin: 1\nnetwork: {topology: mesh, model: ideal, " + classes);
  CHECK(ideal.messages.empty());
}

TEST_CASE("a delay beyond what can be simulated is refused by what was written, cycles and limit") {
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 1000000001}}\n").messages ==
        "exp.yaml:2:25: network.link.delay: 1000000001 is out of range; give 0 to 1000000000 cycles\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 32001 ms}}\n").messages ==
        "exp.yaml:2:25: link.delay 32.001 s is 1000031250 cycles of 32 ns (1 Gb/s, phits of 4 B), more than the "
        "1000000000 that can be simulated; give less, or a larger phit\n");
  CHECK(load("fsin: 1\nnetwork: {link: {delay: 30 ms, bandwidth: 100 Gb/s}}\n").experiment);
  CHECK(load("fsin: 1\nnetwork: {router: {delay: 1 s}, link: {bandwidth: 100 Gb/s}}\n").messages ==
        "exp.yaml:2:27: router.delay 1 s is 3125000000 cycles of 0.32 ns (100 Gb/s, phits of 4 B), more than the "
        "1000000000 that can be simulated; give less, or a larger phit\n");
  CHECK(load("fsin: 1\nnetwork: {router: {credit_delay: 10000000 km}}\n").messages ==
        "exp.yaml:2:34: router.credit_delay 10000000 km at 0.2 m/ns is 1562500000 cycles of 32 ns (1 Gb/s, phits of 4 "
        "B), more than the 1000000000 that can be simulated; give less, or a larger phit\n");
}

TEST_CASE("metres are measured at the speed that is written, which nothing else uses") {
  const Loaded fast =
      load("fsin: 1\nnetwork: {link: {delay: 200 m, propagation: 0.25 m/ns}, router: {queue: 9 packets}}\n");
  REQUIRE_MESSAGE(fast.experiment, fast.messages);
  CHECK(fast.messages.empty());
  CHECK(design_of(fast.experiment->experiment).link_delay == 25);
  const Loaded unused = load("fsin: 1\nnetwork: {link: {delay: 20 ns, propagation: 0.25 m/ns}}\n");
  REQUIRE_MESSAGE(unused.experiment, unused.messages);
  const auto keys = fsin::experiment::unheeded_keys(*unused.experiment);
  REQUIRE(keys.size() == 1);
  CHECK(keys[0].key == "network.link.propagation");
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
