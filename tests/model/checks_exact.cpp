// SPDX-License-Identifier: Apache-2.0
// Closed forms that hold to the cycle: latencies without contention, distances.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/checks.hpp"

namespace model {
namespace {

using namespace fsin;

struct Delays {
  unsigned router;
  unsigned link;
};

/// (D+1) r + D (1+w) + L - 1: r in each of D+1 routers, a cycle and the delay w on each of D links, then the other
/// phits.
Cycle zero_load(unsigned distance, unsigned phits, Delays delays) {
  return (distance + 1) * delays.router + distance * (1 + delays.link) + phits - 1;
}

struct Shape {
  std::string name;
  Design design;
};

std::vector<Shape> shapes() {
  const auto grid = [](auto params, bool adaptive) {
    Design design;
    design.topology = params;
    if (adaptive) {
      design.routing = routing::AdaptiveParams{};
      design.router.virtual_channels = 3;
    }
    return design;
  };
  const auto tree = [](unsigned k, unsigned n, routing::Ascent ascent) {
    Design design;
    design.topology = topology::FatTreeParams{k, n};
    design.routing = routing::UpDownParams{ascent};
    return design;
  };
  using topology::MeshParams;
  using topology::TorusParams;
  return {
      {"torus 8, dor", grid(TorusParams{{8}, true}, false)},
      {"torus 5x4, dor", grid(TorusParams{{5, 4}, true}, false)},
      {"torus 8x8, adaptive", grid(TorusParams{{8, 8}, true}, true)},
      {"torus 3x2x4, adaptive", grid(TorusParams{{3, 2, 4}, true}, true)},
      {"torus 2x2x2x2x2, dor", grid(TorusParams{{2, 2, 2, 2, 2}, true}, false)},
      {"torus 6x3 upward only, dor", grid(TorusParams{{6, 3}, false}, false)},
      {"mesh 5x4, dor", grid(MeshParams{{5, 4}}, false)},
      {"mesh 3x3x3, adaptive", grid(MeshParams{{3, 3, 3}}, true)},
      {"4-ary 2-tree, adaptive ascent", tree(4, 2, routing::Ascent::adaptive)},
      {"2-ary 4-tree, s-mod-k", tree(2, 4, routing::Ascent::s_mod_k)},
      {"3-ary 3-tree, random ascent", tree(3, 3, routing::Ascent::random)},
  };
}

/// Every pair once, one packet at a time. Returns how many packets took other than expected.
std::size_t wrong_pairs(EngineKind kind, const Network& network, Delays delays, std::size_t& pairs) {
  const unsigned phits = network.design.packet_phits;
  std::vector<Shipment> shipments;
  std::vector<std::vector<unsigned>> distance;
  Cycle cycle = 1;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    distance.push_back(distances_from(network.topology.graph, s));
    for (std::uint32_t d = 0; d < network.nodes(); ++d) {
      if (s == d) continue;
      shipments.push_back({cycle, s, d});
      cycle += zero_load(distance[s][d], phits, delays) + 1;
    }
  }
  Scripted workload(network, shipments);
  const Outcome outcome = run(kind, network, workload);
  pairs += shipments.size();
  std::size_t wrong = shipments.size() - outcome.packets.size();
  for (const engine::PacketLog& packet : outcome.packets) {
    const unsigned far = distance[packet.source.index()][packet.destination.index()];
    const bool right = packet.delivered - packet.entered == zero_load(far, phits, delays) && packet.hops == far;
    wrong += right ? 0 : 1;
  }
  return wrong;
}

}  // namespace

Checks zero_load_latency(EngineKind kind) {
  constexpr std::array delays{Delays{0, 0}, Delays{3, 0}, Delays{0, 2}, Delays{4, 7}};
  Checks checks;
  for (const Shape& shape : shapes()) {
    for (const Delays& delay : delays) {
      std::size_t pairs = 0;
      std::size_t wrong = 0;
      for (const unsigned phits : {1U, 5U}) {
        Design design = shape.design;
        design.packet_phits = phits;
        design.router.delay = delay.router;
        design.link_delay = delay.link;
        wrong += wrong_pairs(kind, make_network(design), delay, pairs);
      }
      checks.push_back(
          {fmt::format("{}, router delay {}, link delay {}, L 1 and 5", shape.name, delay.router, delay.link),
           fmt::format("{} of {} packets", pairs, pairs), fmt::format("{} of {} packets", pairs - wrong, pairs),
           wrong == 0});
    }
  }
  return checks;
}

Checks message_latency(EngineKind kind) {
  Checks checks;
  for (const unsigned packets : {1U, 4U, 16U, 40U}) {
    for (const std::uint32_t destination : {1U, 3U, 36U}) {
      const Network network = make_network(Design{});
      const unsigned far = distances_from(network.topology.graph, 0)[destination];
      Scripted workload(network, std::vector<Shipment>(packets, {1, 0, destination}));
      const Outcome outcome = run(kind, network, workload);
      const Cycle expected = far + packets * network.design.packet_phits - 1;
      const Cycle measured = outcome.packets.back().delivered - outcome.packets.front().entered;
      checks.push_back({fmt::format("message of {} packets over {} hops, 8x8 torus, L 16", packets, far),
                        fmt::format("{}", expected), fmt::format("{}", measured), expected == measured});
    }
  }
  return checks;
}

}  // namespace model
