// SPDX-License-Identifier: Apache-2.0
// Models without routers: closed forms, and that the ideal one bounds every network of routers from below.
#include <doctest/doctest.h>

#include <algorithm>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/ideal.hpp"
#include "fsin/engine/message/loggp.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/engine/differential/random_case.hpp"
#include "tests/model/network.hpp"

namespace message_models_test {

using namespace model;
using fsin::engine::PacketLog;
using fsin::engine::message::Configured;
using fsin::engine::message::IdealModel;
using fsin::engine::message::IdealTimes;
using fsin::engine::message::LoggpModel;
using fsin::engine::message::LoggpTimes;
using fsin::engine::message::Models;
using fsin::engine::message::PointToPoint;

namespace {

constexpr unsigned phits = 16;

Configured ideal(Cycle latency) { return {Models::Configured<IdealModel>{PointToPoint(IdealTimes{latency})}}; }
Configured loggp(Cycle latency, Cycle gap) {
  return {Models::Configured<LoggpModel>{PointToPoint(LoggpTimes{latency, gap})}};
}

Network network_of(const Configured& network, unsigned injectors = 1) {
  Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  design.router.injectors = injectors;
  design.packet_phits = phits;
  design.model = std::make_shared<const Configured>(network);
  return make_network(design);
}

/// By source, then by entry.
std::vector<PacketLog> packets_of(const Network& network, const std::vector<Shipment>& shipments) {
  Scripted workload(network, shipments);
  auto packets = run(EngineKind::event, network, workload).packets;
  std::sort(packets.begin(), packets.end(), [](const PacketLog& a, const PacketLog& b) {
    return std::tie(a.source, a.entered) < std::tie(b.source, b.entered);
  });
  return packets;
}

}  // namespace

TEST_CASE("a lone packet takes the latency and a cycle for each phit") {
  for (const Cycle latency : {1U, 40U}) {
    const auto packets = packets_of(network_of(ideal(latency)), {{5, 0, 3}});
    REQUIRE(packets.size() == 1);
    CHECK(packets[0].entered == 5);
    CHECK(packets[0].delivered == 5 + latency + phits - 1);
  }
}

TEST_CASE("packets of one node leave one behind the other, or side by side from several injectors") {
  const std::vector<Shipment> three{{1, 0, 3}, {2, 0, 4}, {3, 0, 5}};
  const auto behind = packets_of(network_of(ideal(1)), three);
  CHECK(behind[0].delivered == 1 + phits);
  CHECK(behind[1].delivered == 1 + 2 * phits);
  CHECK(behind[2].delivered == 1 + 3 * phits);
  const auto beside = packets_of(network_of(ideal(1), 3), three);
  CHECK(beside[2].delivered == 3 + phits);
  const auto spaced = packets_of(network_of(loggp(1, 10)), three);
  CHECK(spaced[2].delivered == 1 + 3 * phits + 20);
}

TEST_CASE("a node that receives one packet at a time makes the others wait, in order of arrival") {
  const std::vector<Shipment> three{{1, 0, 7}, {1, 1, 7}, {2, 2, 7}};
  for (const auto& packet : packets_of(network_of(ideal(1)), three)) {
    CHECK(packet.delivered == packet.entered + phits);
  }
  const auto serial = packets_of(network_of(loggp(1, 0)), three);
  CHECK(serial[0].delivered == 1 + phits);
  CHECK(serial[1].delivered == 1 + 2 * phits);
  CHECK(serial[2].delivered == 1 + 3 * phits);
}

TEST_CASE("the ideal network delivers the traffic of random experiments no later than any network of routers") {
  unsigned compared = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    auto random_case = differential::make_case(number);
    if (random_case.plan.cycles != fsin::never) continue;  // a trace runs to its end
    // Tasks that share a node, waits for any of several requests and receives from any source do something else when a
    // message comes earlier.
    const std::string& text = random_case.workload_text;
    if (text.starts_with("program") || text.find("eager") != text.npos || text.find("any source") != text.npos)
      continue;
    const auto run_it = [&] {
      fsin::engine::Control control;
      const auto workload = random_case.make_workload();
      return fsin::engine::run(EngineKind::event, random_case.design, random_case.topology, *workload, random_case.plan,
                               control);
    };
    const auto routers = run_it();
    if (routers.outcome != fsin::stats::Outcome::finished) continue;
    const Design& design = random_case.design;
    random_case.design.model = fsin::engine::message::configure(
        IdealModel{}, {.link_delay = design.link_delay, .router_delay = design.router.delay.cycles()});
    const auto ideal = run_it();
    CAPTURE(number);
    CHECK(ideal.outcome == fsin::stats::Outcome::finished);
    CHECK(ideal.cycles <= routers.cycles);
    CHECK(ideal.total_packets_delivered == routers.total_packets_delivered);
    ++compared;
  }
  CHECK(compared > 50);
}

}  // namespace message_models_test
