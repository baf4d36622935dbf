// SPDX-License-Identifier: Apache-2.0
// Configurations of BookSim: what becomes of each kind of setting, and what is told.
#include "fsin/imports/booksim/booksim.hpp"

#include <doctest/doctest.h>

#include "tests/imports/imported.hpp"

namespace booksim_test {

using fsin::imports::Booksim;
using fsin::test::Imported;

Imported booksim(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return fsin::test::imported<Booksim>(text, overrides);
}

const std::string torus =
    "// eight by eight\ntopology = torus;\nk = 8;\nn = 2;\nrouting_function = dim_order;\nnum_vcs = 4;\n"
    "vc_buf_size = 64;\npacket_size = 16;\ninjection_rate_uses_flits = 1;\ninjection_rate = 0.3;\n";

TEST_CASE("a torus of BookSim has a dateline, its pipeline as delay of the router, and links of two cycles") {
  const Imported made = booksim(torus);
  CHECK(made.messages == "");
  CHECK(made.left_out == "");
  CHECK(made.has("topology: {type: torus, dims: [8, 8]}  # topology = torus, k = 8, n = 2\n"));
  CHECK(made.has("flow_control: dateline"));
  CHECK(made.has("routing: dor  # routing_function = dim_order\n"));
  CHECK(made.has("virtual_channels: 4"));
  CHECK(made.has("queue: 4 packets"));
  CHECK(made.has("    delay: 4 cycles  # routing_delay = 1 (default)"));
  CHECK(made.has("    delay: 1 cycle  # use_noc_latency = 1 (default)"));
  CHECK(made.has("credit_delay: 2 cycles"));
  CHECK(made.has("packet: 64 B"));
  CHECK(made.has("pattern: uniform-with-self"));
  CHECK(made.has("load: 0.3"));
  CHECK(made.has("source: infinite"));
  CHECK(made.has("warmup: 3000 cycles"));
  CHECK(made.has("cycles: 10000 cycles"));
}

TEST_CASE("speculation takes both allocations at once, and look-ahead routing takes no cycle") {
  const Imported made = booksim(torus + "routing_delay = 0;\nspeculative = 1;\nuse_noc_latency = 0;\n");
  CHECK(made.has("    delay: 2 cycles  # routing_delay = 0"));
  CHECK(made.has("    delay: 0 cycles  # use_noc_latency = 0"));
}

TEST_CASE("rates in packets become loads in phits, and settings behind the file take precedence") {
  CHECK(
      booksim("topology = mesh; routing_function = dor; packet_size = 20; injection_rate = 0.005;").has("load: 0.1 "));
  const Imported made = booksim(torus, {"injection_rate=0.25", "k=4"});
  CHECK(made.has("load: 0.25"));
  CHECK(made.has("dims: [4, 4]"));
}

TEST_CASE("trees, flattened butterflies and dragonflies have their counterparts") {
  CHECK(booksim("topology = fattree; k = 4; n = 3; routing_function = nca;").has("{type: fat-tree, k: 4, n: 3}"));
  const Imported butterfly = booksim("topology = flatfly; k = 4; n = 2; c = 4; routing_function = ran_min;");
  CHECK(butterfly.has("{type: hyperx, dims: [4, 4], terminals: 4}"));
  CHECK(butterfly.left_out.find("use_noc_latency = 1") != std::string::npos);
  CHECK(butterfly.left_out.find("ran_min: a random order of dimensions") != std::string::npos);
  const Imported dragonfly = booksim("topology = dragonflynew; k = 4; n = 1; routing_function = min; num_vcs = 2;");
  CHECK(dragonfly.has("{type: dragonfly, p: 4, a: 8, h: 4, wiring: absolute}"));
  CHECK(dragonfly.has("delay_by_class: [0 cycles, 9 cycles, 99 cycles]"));
}

TEST_CASE("hot spots have nodes and shares, and bursts their lengths") {
  const Imported made = booksim(
      "topology = mesh; routing_function = dor; traffic = hotspot({0,5},{3,1});\n"
      "injection_process = on_off; burst_alpha = 0.1; burst_beta = 0.25;");
  CHECK(made.messages == "");
  CHECK(made.has("pattern: {type: hotspot, nodes: [0, 5], rates: [3, 1], fraction: 1}"));
  CHECK(made.has("arrivals: {type: on-off, burst: 4, silence: 10}"));
}

TEST_CASE("settings that no key takes are told with their place, those of printed output are not") {
  const Imported made =
      booksim(torus + "vc_allocator = separable_input_first;\nprint_activity = 1;\nlatency_thres = 1e8;\n");
  CHECK(made.left_out.find("file:11: ") != std::string::npos);
  CHECK(made.left_out.find("vc_allocator = separable_input_first") != std::string::npos);
  CHECK(made.left_out.find("print_activity") == std::string::npos);
  CHECK(made.left_out.find("latency_thres = 1e8: the window has a fixed length") != std::string::npos);
}

TEST_CASE("with the peak of bursts given, their silences follow from the load, and burst_alpha is told as unused") {
  const Imported made = booksim(
      "topology = mesh; routing_function = dor; injection_process = on_off;\n"
      "burst_alpha = 0.1; burst_beta = 0.25; burst_r1 = 0.5;");
  CHECK(made.has("arrivals: {type: on-off, burst: 4, peak: 0.5}"));
  CHECK(made.left_out.find("file:2: burst_alpha = 0.1") != std::string::npos);
}

TEST_CASE("a buffer that holds no whole packet is told, for packets move as a whole") {
  const Imported made = booksim("topology = torus; routing_function = dim_order; vc_buf_size = 8; packet_size = 20;");
  CHECK(made.has("queue: 1 packet "));
  CHECK(made.left_out.find("8 flits: a queue holds whole packets") != std::string::npos);
}

TEST_CASE("a topology, routing or traffic without a counterpart is an error with the nearest name") {
  CHECK(booksim("topology = toruz;")
            .messages.find("file:1: topology \"toruz\" has no counterpart; did you mean "
                           "\"torus\"?") != std::string::npos);
  CHECK(booksim("topology = torus; routing_function = chaos;").messages.find("routing_function \"chaos\"") !=
        std::string::npos);
  CHECK(booksim("topology = torus; routing_function = dim_order; traffic = taper64;")
            .messages.find("traffic \"taper64\"") != std::string::npos);
  CHECK(booksim("topology = torus; routing_function = dim_order;\nk = eight;").messages.find("file:2: k must be") !=
        std::string::npos);
  CHECK(booksim("topology = torus\nk = 8").messages.find("there is no `;` behind") != std::string::npos);
  CHECK(
      booksim("topology = torus; routing_function = dim_order; use_read_write = 1;").messages.find("use_read_write") !=
      std::string::npos);
}

}  // namespace booksim_test
