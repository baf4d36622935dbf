// SPDX-License-Identifier: Apache-2.0
// Mixes and phases: shares of the load, sizes of each part, what is offered when, and how they are written and refused.
#include <doctest/doctest.h>

#include <cmath>

#include "fsin/config/dump.hpp"
#include "fsin/config/read.hpp"
#include "tests/trgen/toy_network.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/synthetic.hpp"

namespace synth_traffic_test {

using namespace trgen::synth;
using fsin::Cycle;
using fsin::Diagnostics;

namespace {

NetworkFacts sixteen() {
  NetworkFacts facts;
  facts.nodes = 16;
  facts.dims = {4, 4};
  return facts;
}

SyntheticParams params_of(const std::string& text, Diagnostics& diagnostics) {
  SyntheticParams params;
  auto document = fsin::config::load_text("exp.yaml", text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  if (diagnostics.ok()) {
    check_synthetic(params, sixteen(), false, diagnostics, [](std::string_view) { return fsin::Mark("exp.yaml"); });
  }
  return params;
}

std::vector<toy::Entry> packets_of(const std::string& text, Cycle cycles) {
  Diagnostics diagnostics;
  const SyntheticParams params = params_of(text, diagnostics);
  REQUIRE(diagnostics.text() == "");
  const auto workload = make_synthetic(params, sixteen(), 3);
  auto packets = toy::run(*workload, {16}, cycles, toy::Polls::asked);
  CHECK(packets == toy::run(*make_synthetic(params, sixteen(), 3), {16}, cycles, toy::Polls::reversed));
  return packets;
}

std::string complaint_of(const std::string& text) {
  Diagnostics diagnostics;
  params_of(text, diagnostics);
  return diagnostics.text();
}

double load_of(const std::vector<toy::Entry>& packets, Cycle from, Cycle to) {
  double phits = 0;
  for (const toy::Entry& packet : packets) phits += packet.cycle > from && packet.cycle <= to ? packet.phits : 0;
  return phits / 16 / static_cast<double>(to - from);
}

}  // namespace

TEST_CASE("the parts of a mix have their shares of the load, whatever the sizes of their messages") {
  const auto packets = packets_of(
      "load: 0.4\nparts:\n  - {weight: 3, pattern: {type: shift, offset: 1}}\n"
      "  - {weight: 1, pattern: {type: shift, offset: 5}, sizes: {type: fixed, bytes: 640 B}}\n",
      100000);
  double near = 0, far = 0;
  for (const toy::Entry& packet : packets) {
    ((packet.destination + 16 - packet.node) % 16 == 1 ? near : far) += packet.phits;
  }
  CHECK(load_of(packets, 0, 100000) == doctest::Approx(0.4).epsilon(0.02));
  CHECK(near / far == doctest::Approx(3).epsilon(0.04));
}

TEST_CASE("a mix of patterns with silent nodes gives each part its share of the load all the same") {
  const auto packets =
      packets_of("load: 0.5\nparts: [{pattern: transpose}, {pattern: {type: shift, offset: 1}}]\n", 50000);
  double of_transpose = 0;  // node 0 is on the diagonal: only the other part sends
  for (const toy::Entry& packet : packets) of_transpose += packet.node == 0 ? packet.phits : 0;
  CHECK(of_transpose / 50000 == doctest::Approx(0.25).epsilon(0.06));
  Diagnostics diagnostics;
  const auto params =
      params_of("load: 0.5\nparts: [{pattern: transpose}, {pattern: {type: shift, offset: 1}}]\n", diagnostics);
  CHECK(*offered_load(params, sixteen(), 3) == doctest::Approx(0.25 * 12 / 16 + 0.25));
}

TEST_CASE("phases come in turn with their loads and patterns, again and again or once") {
  const std::string phases =
      "load: 0.1\nphases:\n  - {cycles: 1000, load: 0.8, pattern: {type: shift, offset: 2}}\n  - {cycles: 3000}\n";
  const auto packets = packets_of(phases, 40000);
  double busy = 0;
  for (Cycle begin = 0; begin < 40000; begin += 4000) busy += load_of(packets, begin, begin + 1000) / 10;
  CHECK(busy == doctest::Approx(0.8).epsilon(0.03));
  CHECK(load_of(packets, 0, 40000) == doctest::Approx((0.8 + 3 * 0.1) / 4).epsilon(0.03));
  for (const toy::Entry& packet : packets) {
    if ((packet.generated - 1) % 4000 < 1000) REQUIRE((packet.destination + 16 - packet.node) % 16 == 2);
  }
  const auto once = packets_of(phases + "repeat: false\n", 40000);
  CHECK(load_of(once, 1000, 40000) == doctest::Approx(0.1).epsilon(0.05));
}

TEST_CASE("a phase of load 0 is silent, whatever the arrival process") {
  for (const char* arrivals : {"bernoulli", "poisson", "periodic", "pareto", "on-off"}) {
    CAPTURE(std::string(arrivals));
    const auto packets = packets_of(std::string("source: infinite\narrivals: ") + arrivals +
                                        "\nphases: [{cycles: 500, load: 0.3}, {cycles: 500, load: 0}]\n",
                                    20000);
    CHECK(packets.size() > 1000);
    for (const toy::Entry& packet : packets) REQUIRE((packet.generated - 1) % 1000 < 500);
  }
}

TEST_CASE("packets that are drawn for their own node are not sent, and the load offered says so") {
  const auto packets = packets_of("pattern: uniform-with-self\nload: 1.6\n", 20000);
  CHECK(load_of(packets, 0, 20000) == doctest::Approx(1.6 * 15 / 16).epsilon(0.02));
  Diagnostics diagnostics;
  CHECK(*offered_load(params_of("pattern: uniform-with-self\nload: 1.6\n", diagnostics), sixteen(), 3) ==
        doctest::Approx(1.5));
}

TEST_CASE("what is written of parts and phases comes back from a dump") {
  Diagnostics diagnostics;
  const std::string text = "parts: [{weight: 2, pattern: {type: hotspot, nodes: [3, 5]}}, {pattern: transpose}]\n";
  SyntheticParams params = params_of(text, diagnostics);
  REQUIRE(diagnostics.text() == "");
  const std::string dumped =
      fsin::config::dump_tree(fsin::config::fields_to_tree(fsin::config::fields_of(params)), "", 1);
  INFO(dumped);
  SyntheticParams again = params_of(dumped, diagnostics);
  REQUIRE(diagnostics.text() == "");
  REQUIRE(again.plan().phases.front().parts.size() == 2);
  CHECK(again.plan().phases.front().parts[0].pattern.get<HotspotParams>().nodes == std::vector<std::uint32_t>{3, 5});
  CHECK(again.plan().phases.front().parts[0].weight == 2);
}

TEST_CASE("mistakes in parts, phases, loads and loops are refused and name their place") {
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };
  CHECK(has(complaint_of("parts: [{weigth: 2}]\n"), "parts, entry 1: unknown key \"weigth\""));
  CHECK(has(complaint_of("parts: [uniform]\n"), "parts, entry 1: a text in place of keys"));
  CHECK(has(complaint_of("parts: [{weight: 0}]\n"), "all weights of the parts are 0"));
  CHECK(has(complaint_of("parts: [{pattern: uniform}, {pattern: {type: shift, offset: 16}}]\n"),
            "part 2: pattern shift"));
  CHECK(has(complaint_of("phases: [{load: 1}]\n"), "phases, entry 1: missing key cycles"));
  CHECK(has(complaint_of("phases: [{cycles: 0}]\n"), "phases, entry 1: cycles"));
  CHECK(has(complaint_of("phases: [{cycles: 10, load: 0}]\n"), "no node sends anything in any phase"));
  CHECK(has(complaint_of("arrivals: on-off\nload: 1.5\n"), "raise peak"));
  CHECK(has(complaint_of("sizes: {type: fixed, bytes: 0 B}\n"), "sizes.bytes"));
  CHECK(has(complaint_of("loop: {type: window, window: 0}\n"), "loop.window"));
  CHECK(has(complaint_of("loop: window\nload: 0.5\n"), "loop window has no load"));
  CHECK(has(complaint_of("loop: shots\nphases: [{cycles: 10}]\n"), "loop shots has no phases"));
  CHECK(has(complaint_of("loop: {type: triggered, least: 5, most: 2}\n"), "least is 5 and most is 2"));
  CHECK(has(complaint_of("loop: {type: triggered, rate: 0.9, least: 2, most: 2}\n"), "become more and more"));
  CHECK(has(complaint_of("loop: request-reply\nsizes: data-mining\n"), "one that is answered has"));
}

}  // namespace synth_traffic_test
