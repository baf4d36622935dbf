// SPDX-License-Identifier: Apache-2.0
// The adaptive choice among parallel links keeps all of them busy, with any number of virtual channels, and does not
// fall behind a random choice; a slow link beside a fast one is used as much as it is worth.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fsin/routing/shortest.hpp"
#include "fsin/topology/graph_files/graph.hpp"
#include "tests/engine/pages/script.hpp"

namespace least_backlog_test {

using namespace fsin;
using engine::EngineKind;
using routing::PortChoice;

namespace {

constexpr unsigned packet_phits = 20;
constexpr unsigned link_delay = 250;

/// Two leaf switches with four terminals each, joined over a spine by four links each, of the classes given.
engine::Design parallel(const std::vector<std::uint8_t>& classes, PortChoice choice, unsigned channels) {
  graph_file::Wiring wiring;
  wiring.names = {"leaf0", "leaf1", "spine"};
  wiring.terminals = {4, 4, 0};
  wiring.classes = {{true, {}}, {false, {BitRate{9}, {}}}, {false, {BitRate{1}, {}}}};
  for (const std::uint32_t leaf : {0U, 1U}) {
    for (const std::uint8_t link_class : classes) wiring.links.push_back({leaf, 2, link_class, 1});
  }
  engine::Design design;
  design.topology = topology::GraphParams(std::make_shared<const topology::FileGraph>(std::move(wiring)));
  routing::ShortestParams shortest;
  shortest.choice = choice;
  design.routing = shortest;
  design.router.virtual_channels = channels;
  design.router.queue.value = 64;
  design.router.credit_delay = link_delay;
  design.packet_phits = packet_phits;
  design.link_delay = link_delay;
  return design;
}

/// The cycle in which the last of `packets` packets of each of four flows, from leaf to leaf, is delivered.
Cycle last_delivery(const engine::Design& design, unsigned packets, EngineKind kind = EngineKind::event) {
  std::vector<pages::ScriptedPacket> script;
  for (unsigned i = 0; i < packets; ++i) {
    for (std::uint32_t node = 0; node < 4; ++node) script.push_back({node, node + 4, 1});
  }
  const pages::Ran ran = pages::run_script(kind, design, script);
  REQUIRE(ran.packets.size() == script.size());
  Cycle last = 0;
  for (const auto& packet : ran.packets) last = std::max(last, packet.delivered);
  return last;
}

}  // namespace

TEST_CASE("the adaptive choice uses all parallel links with any number of channels, and never less than a random one") {
  constexpr unsigned packets = 400;
  constexpr Cycle bound = packets * packet_phits + 4 * (link_delay + 1);
  for (const unsigned channels : {1U, 2U, 4U, 8U}) {
    CAPTURE(channels);
    const Cycle adaptive = last_delivery(parallel({1, 1, 1, 1}, PortChoice::adaptive, channels), packets);
    const Cycle drawn = last_delivery(parallel({1, 1, 1, 1}, PortChoice::packet, channels), packets);
    const Cycle emptiest = last_delivery(parallel({1, 1, 1, 1}, PortChoice::emptiest, channels), packets);
    INFO(channels << " channels: adaptive " << adaptive << ", drawn " << drawn << ", emptiest " << emptiest
                  << ", bound " << bound);
    CHECK(adaptive >= bound);
    CHECK(static_cast<double>(adaptive) <= 1.1 * static_cast<double>(bound));
    CHECK(adaptive <= drawn);
  }
}

TEST_CASE("both engines choose the same links, slow ones among them") {
  for (const unsigned channels : {1U, 3U, 8U}) {
    engine::Design design = parallel({1, 1, 2}, PortChoice::adaptive, channels);
    design.link_classes = {{1, 10}, {1, 10}, {9, 10}};
    CHECK(last_delivery(design, 30) == last_delivery(design, 30, EngineKind::reference));
  }
}

TEST_CASE("a slow link beside fast ones does not hold up the adaptive choice") {
  constexpr unsigned packets = 200;
  for (const unsigned channels : {2U, 4U, 8U}) {
    CAPTURE(channels);
    engine::Design mixed = parallel({1, 1, 2}, PortChoice::adaptive, channels);
    mixed.link_classes = {{1, 10}, {1, 10}, {9, 10}};
    const engine::Design fast = parallel({1, 1}, PortChoice::adaptive, channels);
    const auto alone = static_cast<double>(last_delivery(fast, packets));
    const auto with_slow = static_cast<double>(last_delivery(mixed, packets));
    INFO(channels << " channels: " << with_slow << " with the slow link, " << alone << " without");
    CHECK(with_slow <= alone);
  }
}

TEST_CASE("by bandwidth, packets leave a slow way of as many links alone, whatever chooses among ports") {
  graph_file::Wiring wiring;
  wiring.names = {"g0", "g1", "nv", "leaf"};
  wiring.terminals = {1, 1, 0, 0};
  wiring.classes = {{true, {}}, {false, {BitRate{9}, {}}}, {false, {BitRate{1}, {}}}};
  wiring.links = {{0, 2, 1, 1}, {1, 2, 1, 1}, {0, 3, 2, 1}, {1, 3, 2, 1}};
  engine::Design design;
  design.topology = topology::GraphParams(std::make_shared<const topology::FileGraph>(std::move(wiring)));
  design.router.virtual_channels = 4;
  design.packet_phits = 32;
  design.link_classes = {{1, 0}, {1, 0}, {9, 0}};
  constexpr unsigned packets = 256;
  std::vector<pages::ScriptedPacket> script;
  for (unsigned i = 0; i < packets; ++i) script.insert(script.end(), {{0, 1, 1}, {1, 0, 1}});
  const auto last = [&](routing::Weight weight, PortChoice choice) {
    routing::ShortestParams shortest;
    shortest.weight = weight;
    shortest.choice = choice;
    design.routing = shortest;
    Cycle end = 0;
    for (const auto& packet : pages::run_script(EngineKind::event, design, script).packets) {
      end = std::max(end, packet.delivered);
    }
    return static_cast<double>(end);
  };
  constexpr double alone = packets * 32;
  for (const PortChoice choice : {PortChoice::first, PortChoice::packet, PortChoice::adaptive, PortChoice::emptiest}) {
    INFO("bandwidth " << last(routing::Weight::bandwidth, choice) << ", hops " << last(routing::Weight::hops, choice));
    CHECK(last(routing::Weight::bandwidth, choice) <= 1.01 * alone);
  }
  CHECK(last(routing::Weight::hops, PortChoice::packet) > 2 * alone);
}

}  // namespace least_backlog_test
