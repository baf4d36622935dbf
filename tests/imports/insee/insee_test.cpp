// SPDX-License-Identifier: Apache-2.0
// Options of FSIN: what becomes of each kind, and what is told.
#include "fsin/imports/insee/insee.hpp"

#include <doctest/doctest.h>

#include "fsin/imports/booksim/booksim.hpp"
#include "tests/imports/imported.hpp"

namespace insee_test {

using fsin::test::Imported;

Imported insee(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return fsin::test::imported<fsin::imports::Insee>(text, overrides);
}

TEST_CASE("an adaptive torus of FSIN is the same router, bubble and window here") {
  const Imported made = insee(
      "# the "
      "base\ntopo=torus_8_8\nnchan=3\nrmode=smart\ntql=4\niql=8\nbsize=2\nplength=16_4\ntpattern=uniform\nload=0.4\n"
      "warm_up_period=2000\nnsamples=4\nsample_size=2000\nrseed=13\npheaders=0\n");
  CHECK(made.messages == "");
  CHECK(made.left_out == "");
  CHECK(made.has("topology: {type: torus, dims: [8, 8]}"));
  CHECK(made.has("routing: {type: adaptive, select: smart}"));
  CHECK(made.has("virtual_channels: 3"));
  CHECK(made.has("flow_control: bubble"));
  CHECK(made.has("bubble: 2 packets"));
  CHECK(made.has("injection_queue: 8 packets"));
  CHECK(made.has("packet: 64 B"));
  CHECK(made.has("source: stall"));
  CHECK(made.has("warmup: 2000 cycles"));
  CHECK(made.has("cycles: 8000 cycles"));
  CHECK(made.has("seed: 13"));
}

TEST_CASE("defaults are those of the program, each with its word") {
  const Imported made = insee("topo=torus_4_4\n");
  CHECK(made.has("load: 0.05  # load = 0.05 (default)"));
  CHECK(made.has("warmup: 5000 cycles"));
  CHECK(made.has("virtual_channels: 2"));
}

TEST_CASE(
    "the layout of the file that comes with FSIN, whose comments have semicolons and the words of others, is known") {
  const std::string text =
      "# FSIN configuration file\n# version 2 of the License; or any later one: topology, routing_function\n"
      "topo=torus_8_8\nfaults=0\nsk_zx=0\npar_inj=1\nextract=0\nintransit_pr=0\nbub_to_adap=0\nglobal_cc=100\n"
      "update_period=0\ntimeout_upper_limit=-1\nbg_load=0.0\nlongmessages=1\nlng_msg_ratio=0.0\ntriggered=0\n"
      "trigger_rate=0\ntracefile=bt.trc\nplacement=consecutive\nserv_addr=8082\noutput=example\n";
  CHECK(fsin::imports::Insee::sniff(text));
  CHECK(!fsin::imports::Booksim::sniff(text));
  CHECK(!fsin::imports::Insee::sniff("topology = torus; k = 8; // topo=torus\n"));
  const Imported made = insee(text);
  CHECK(made.messages == "");
  CHECK(made.left_out == "");
  CHECK(!made.has("congestion_control"));
  CHECK(!made.has("sizes"));
}

TEST_CASE("a queue for each direction, a limit of packets and a twist are taken over from their numbers") {
  const Imported by_way = insee("topo=torus_4_4_4 ninj=1 imode=dor");
  CHECK(by_way.has("injectors: 6  # imode = dor"));
  CHECK(by_way.left_out.find("waits in the queue of its first link") != std::string::npos);
  CHECK(insee("topo=fattree_4_2 imode=dor").left_out.find("imode=dor: no key") != std::string::npos);
  CHECK(insee("topo=torus_4_4 global_cc=30 update_period=2")
            .has("congestion_control: {type: population, most: 0.3, period: 2}"));
  CHECK(insee("topo=torus_4_4 global_cc=0").has("{type: population, most: 1e-06, period: 1}"));
  CHECK(insee("topo=torus_4_4 intransit_pr=0.5").has("{type: transit-priority, probability: 0.5}"));
  CHECK(insee("topo=torus_4_4 bub_to_adap=2").has("{type: local-restriction, slots: 2 packets}"));
  CHECK(
      insee("topo=ttorus_8_4 sk_yx=2").has("{type: twisted-torus, dims: [8, 4], skew_yx: 2, skew_zx: 0, skew_zy: 0}"));
  CHECK(insee("topo=ttorus_8_4 sk_xy=2").messages.find("sk_xy has no counterpart") != std::string::npos);
  CHECK(insee("topo=torus_8_8 plength=1_10000000").messages.find("each from 1 to 65535") != std::string::npos);
}

TEST_CASE("trees, dragonflies, twisted and circulant networks have their counterparts") {
  CHECK(insee("topo=fattree_4_3 nchan=1 routing=adaptive").has("{type: up-down, ascent: adaptive}"));
  CHECK(insee("topo=thintree_4_2_3 routing=src").has("{type: thin-tree, k: 4, u: 2, n: 3}"));
  CHECK(insee("topo=dragonfly-abs_2_4_2 vc=dragonfly-dally")
            .has("{type: dragonfly, p: 2, a: 4, h: 2, wiring: absolute}"));
  CHECK(insee("topo=circulant_64_14").has("{type: circulant, nodes: 64, jumps: [1, 14]}"));
  CHECK(insee("topo=torus_8_8 nways=1").has("bidirectional: false"));
}

TEST_CASE("shots, triggers, long messages and traces have their counterparts") {
  const Imported shots = insee("topo=torus_4_4 shotmode=1 shotsize=7 nsamples=3");
  CHECK(shots.has("loop: {type: shots, messages: 7, shots: 3}"));
  CHECK(!shots.has("warmup"));
  CHECK(insee("topo=torus_4_4 trigger_rate=0.2 triggered=3_1")
            .has("loop: {type: triggered, rate: 0.2, least: 1, most: 3}"));
  CHECK(insee("topo=torus_4_4 longmessages=10 lng_msg_ratio=0.5")
            .has("{type: bimodal-original, packets: 10, fraction: 0.5}"));
  const Imported trace = insee("topo=torus_8_8 tpattern=trace tracefile=cg.trc");
  CHECK(trace.has("type: trace"));
  CHECK(trace.has("file: \"cg.trc\""));
}

TEST_CASE("options that a topology does not heed are told") {
  CHECK(insee("topo=dragonfly_2_4_2 routing=valiant").left_out.find("routing=valiant: no key") != std::string::npos);
  CHECK(insee("topo=circulant_64_14 rmode=smart").left_out.find("rmode=smart: no key") != std::string::npos);
  CHECK(insee("topo=mesh_4_4 nways=1").left_out.find("nways=1: no key") != std::string::npos);
  CHECK(insee("topo=torus_4_4 vc=dally bsize=3").left_out.find("bsize=3: no key") != std::string::npos);
  CHECK(insee("topo=torus_4_4 tpattern=tornado").left_out.find("each coordinate moves") != std::string::npos);
}

TEST_CASE("an option without a counterpart is an error, or is told where the network is the same") {
  CHECK(insee("topo=icube_4_2_2").messages.find("topo=icube_4_2_2 has no counterpart") != std::string::npos);
  CHECK(insee("topo=torus_x_8").messages.find("\"x\" is no number") != std::string::npos);
  CHECK(insee("topo=torus_8_8 rmode=hexaob").messages.find("rmode=hexaob has no counterpart") != std::string::npos);
  CHECK(insee("topo=torus_8_8\nload=abc").messages.find("file:2: load must be a number") != std::string::npos);
  CHECK(insee("topo=torus_8_8 faults=3").left_out.find("faults=3: no key") != std::string::npos);
  CHECK(insee("topo=torus_8_8 max_conv_time=2000").left_out.find("max_conv_time = 2000") != std::string::npos);
  CHECK(insee("topo=torus_8_8 ipr=0.5 lbr=2").left_out.find("one congestion control") != std::string::npos);
}

}  // namespace insee_test
