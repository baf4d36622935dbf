// SPDX-License-Identifier: Apache-2.0
// Networks without a topology: closed forms, and that the ideal one bounds every network of routers from below.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/engine/differential/random_case.hpp"
#include "tests/model/network.hpp"

using namespace model;
using fsin::engine::DirectNetwork;
using fsin::engine::PacketLog;

namespace {

constexpr unsigned phits = 16;

Network direct(const DirectNetwork& network, unsigned injectors = 1) {
  Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  design.router.injectors = injectors;
  design.packet_phits = phits;
  design.direct = network;
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
    const auto packets = packets_of(direct({latency, 0, false}), {{5, 0, 3}});
    REQUIRE(packets.size() == 1);
    CHECK(packets[0].entered == 5);
    CHECK(packets[0].delivered == 5 + latency + phits - 1);
  }
}

TEST_CASE("packets of one node leave one behind the other, or side by side from several injectors") {
  const std::vector<Shipment> three{{1, 0, 3}, {2, 0, 4}, {3, 0, 5}};
  const auto behind = packets_of(direct({1, 0, false}), three);
  CHECK(behind[0].delivered == 1 + phits);
  CHECK(behind[1].delivered == 1 + 2 * phits);
  CHECK(behind[2].delivered == 1 + 3 * phits);
  const auto beside = packets_of(direct({1, 0, false}, 3), three);
  CHECK(beside[2].delivered == 3 + phits);
  const auto spaced = packets_of(direct({1, 10, false}), three);
  CHECK(spaced[2].delivered == 1 + 3 * phits + 20);
}

TEST_CASE("a node that receives one packet at a time makes the others wait, in order of arrival") {
  const std::vector<Shipment> three{{1, 0, 7}, {1, 1, 7}, {2, 2, 7}};
  for (const auto& packet : packets_of(direct({1, 0, false}), three)) {
    CHECK(packet.delivered == packet.entered + phits);
  }
  const auto serial = packets_of(direct({1, 0, true}), three);
  CHECK(serial[0].delivered == 1 + phits);
  CHECK(serial[1].delivered == 1 + 2 * phits);
  CHECK(serial[2].delivered == 1 + 3 * phits);
}

TEST_CASE("the ideal network delivers the traffic of random experiments no later than any network of routers") {
  unsigned compared = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    auto random_case = differential::make_case(number);
    if (random_case.plan.cycles != fsin::never) continue;  // a trace runs to its end
    const auto run_it = [&] {
      fsin::engine::Control control;
      const auto workload = random_case.make_workload();
      return fsin::engine::run(EngineKind::event, random_case.design, random_case.topology, *workload, random_case.plan,
                               control);
    };
    const auto routers = run_it();
    if (routers.outcome != fsin::stats::Outcome::finished) continue;
    const Design& design = random_case.design;
    random_case.design.direct =
        DirectNetwork{1 + Cycle{design.link_delay} + 2 * Cycle{design.router.delay.cycles()}, 0, false};
    const auto ideal = run_it();
    CAPTURE(number);
    CHECK(ideal.outcome == fsin::stats::Outcome::finished);
    CHECK(ideal.cycles <= routers.cycles);
    CHECK(ideal.total_packets_delivered == routers.total_packets_delivered);
    ++compared;
  }
  CHECK(compared > 50);
}
