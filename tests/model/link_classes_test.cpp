// SPDX-License-Identifier: Apache-2.0
// Links of different speed and delay against closed forms: a lone packet between every pair of nodes, what a class of
// links carries, how long a link is held, and the classes themselves over the catalogue of topologies.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fsin/engine/credit_loop.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/load.hpp"

namespace link_classes_test {

namespace {

using namespace fsin;
using engine::LinkTimes;
using model::Design;
using model::EngineKind;

constexpr EngineKind both[]{EngineKind::event, EngineKind::reference};

/// The class of each link on the way of dimension order from one node of a grid to another, or up and down a tree.
std::vector<unsigned> classes_on_way(const topology::Topology& built, std::uint32_t from, std::uint32_t to) {
  std::vector<unsigned> classes;
  if (const auto* grid = topology::as<topology::Cartesian>(*built.geometry)) {
    for (unsigned d = 0; d < grid->dimensions(); ++d) {
      const unsigned k = grid->dims[d], a = grid->at(from)[d], b = grid->at(to)[d];
      const unsigned direct = a > b ? a - b : b - a;
      classes.insert(classes.end(), grid->wraps ? std::min(direct, k - direct) : direct, d);
    }
    return classes;
  }
  const unsigned up = built.geometry->distance(NodeId(from), NodeId(to)) / 2;
  for (unsigned level = 0; level < up; ++level) classes.push_back(level);
  for (unsigned level = up; level > 0; --level) classes.push_back(level - 1);
  return classes;
}

/// docs/model/router.md, "Links of different speed and delay".
Cycle lone(const Design& design, const std::vector<unsigned>& classes, bool whole) {
  const std::uint64_t phits = design.packet_phits, wait = design.router.delay.cycles();
  std::uint64_t header = wait, tail = phits - 1;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const LinkTimes link = design.link_classes[classes[i]];
    header += (whole ? phits : 1) * link.phit_cycles + link.delay + wait;
    const std::uint64_t behind = (phits - 1) * link.phit_cycles, gained = (classes.size() - i) * wait;
    if (!whole && behind > gained) tail = std::max(tail, behind - gained);
  }
  return header + tail;
}

/// The same, where headers wait until their tails are due.
Cycle lone_due(const Design& design, const std::vector<unsigned>& classes) {
  const std::uint64_t phits = design.packet_phits, wait = design.router.delay.cycles();
  std::uint64_t latency = wait + phits - 1;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const LinkTimes link = design.link_classes[classes[i]];
    const unsigned next = i + 1 == classes.size() ? 1 : design.link_classes[classes[i + 1]].phit_cycles;
    const std::uint64_t behind = link.phit_cycles > next ? (phits - 1) * (link.phit_cycles - next) : 0;
    latency += link.hop() + std::max(wait, behind);
  }
  return latency;
}

Cycle lone(const Design& design, const std::vector<unsigned>& classes) {
  if (design.router.forward == router::Forward::tail_due) return lone_due(design, classes);
  return lone(design, classes, router::traits_of(engine::flow_control_of(design)).whole_packet);
}

struct Shape {
  std::string name;
  Design design;
};

std::vector<Shape> shapes() {
  Design tree;
  tree.topology = topology::FatTreeParams{.k = 2, .n = 3};
  tree.routing = routing::UpDownParams{};
  return {{"mesh 4x3", model::grid_design(topology::MeshParams{{4, 3}}, 1)},
          {"torus 5x3", model::torus_design({5, 3}, 2)},
          {"torus 3x2x3, adaptive", model::torus_design({3, 2, 3}, 3, true)},
          {"2-ary 3-tree", tree}};
}

std::vector<std::vector<LinkTimes>> classes_to_try() {
  return {{{1, 0}, {3, 0}, {1, 0}}, {{4, 0}, {1, 0}, {2, 0}}, {{2, 5}, {3, 0}, {7, 1}}, {{1, 9}, {1, 0}, {1, 2}}};
}

/// Every pair once, one packet at a time; how many packets took other than expected.
std::size_t wrong_pairs(EngineKind kind, const model::Network& network) {
  std::vector<model::Shipment> shipments;
  Cycle cycle = 1;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    for (std::uint32_t d = 0; d < network.nodes(); ++d) {
      if (s == d) continue;
      shipments.push_back({cycle, s, d});
      cycle += lone(network.design, classes_on_way(network.topology, s, d)) + 200;
    }
  }
  model::Scripted workload(network, shipments);
  const model::Outcome outcome = model::run(kind, network, workload);
  std::size_t wrong = shipments.size() - outcome.packets.size();
  for (const engine::PacketLog& packet : outcome.packets) {
    const auto classes = classes_on_way(network.topology, packet.source.value, packet.destination.value);
    wrong += packet.delivered - packet.entered == lone(network.design, classes) ? 0 : 1;
  }
  return wrong;
}

}  // namespace

TEST_CASE("a lone packet takes the closed form of the links on its way between every pair of nodes") {
  for (const EngineKind kind : both) {
    for (const Shape& shape : shapes()) {
      for (const std::vector<LinkTimes>& classes : classes_to_try()) {
        for (const unsigned router_delay : {0U, 2U}) {
          Design design = shape.design;
          design.packet_phits = 5;
          design.router.delay = router_delay;
          design.link_classes = classes;
          design.link_classes.resize(topology::geometry_of(design.topology)->link_classes().size());
          CAPTURE(shape.name);
          CAPTURE(router_delay);
          CAPTURE(classes[0].phit_cycles);
          CHECK(wrong_pairs(kind, model::make_network(design)) == 0);
          design.router.forward = router::Forward::tail_due;
          CHECK(wrong_pairs(kind, model::make_network(design)) == 0);
          design.router.forward = router::Forward::header;
          if (!shape.name.starts_with("mesh")) continue;
          design.router.flow_control = router::flow_control<router::StoreAndForward>;
          CHECK(wrong_pairs(kind, model::make_network(design)) == 0);
        }
      }
    }
  }
}

TEST_CASE(
    "a network whose links all need s cycles a phit and whose delays are s-fold is the fast network, s times slower") {
  // Consumption alone stays as fast, and a packet of one phit does not show it: its tail is its header.
  for (const EngineKind kind : both) {
    Design fast = model::grid_design(topology::MeshParams{{6}}, 1);
    fast.packet_phits = 1;
    Design slow = fast;
    slow.link_classes = {{.phit_cycles = 3, .delay = 0}};
    const auto latency = [kind](const Design& design) {
      const model::Network network = model::make_network(design);
      model::Scripted workload(network, {{1, 0, 5}});
      const auto packet = model::run(kind, network, workload).packets.at(0);
      return packet.delivered - packet.entered;
    };
    CHECK(latency(slow) == 3 * latency(fast));
  }
}

TEST_CASE("a stream over a slow link is carried at the pace of that link, and the link is held all the time") {
  for (const EngineKind kind : both) {
    Design design = model::grid_design(topology::MeshParams{{2, 2}}, 1);
    design.packet_phits = 8;
    design.link_classes = {{.phit_cycles = 1, .delay = 0}, {.phit_cycles = 4, .delay = 0}};
    const model::Network network = model::make_network(design);
    std::vector<model::Shipment> shipments(50, {1, 0, 2});
    model::Scripted workload(network, shipments);
    engine::RunPlan plan;
    plan.link_loads = true;
    const model::Outcome outcome = model::run(kind, network, workload, plan);
    REQUIRE(outcome.packets.size() == 50);
    for (std::size_t i = 1; i < 50; ++i) {
      CHECK(outcome.packets[i].delivered - outcome.packets[i - 1].delivered == 8 * 4);
    }
    CHECK(outcome.totals.all_links.busiest.phits == 50 * 8 * 4);
  }
}

TEST_CASE("a fast link that a slow one feeds is held while it waits for phits, and carries nothing else") {
  for (const EngineKind kind : both) {
    Design design = model::grid_design(topology::MeshParams{{2, 3}}, 2);
    design.routing = routing::DorParams{};
    design.packet_phits = 6;
    design.link_classes = {{.phit_cycles = 5, .delay = 0}, {.phit_cycles = 1, .delay = 0}};
    const model::Network network = model::make_network(design);
    // 0 -> X -> 1 -> Y -> 3; and 1 -> Y -> 3 wants the same link while that packet crosses it.
    model::Scripted workload(network, {{1, 0, 3}, {8, 1, 3}});
    const model::Outcome outcome = model::run(kind, network, workload);
    REQUIRE(outcome.packets.size() == 2);
    // Header over X in 1..5, over Y in 6; the tail starts over X in 26, is there at the end of 30, over Y in 31.
    CHECK(outcome.packets[0].delivered == 32);
    // The link is free from 32 on: header in 32, consumed from 33 on.
    CHECK(outcome.packets[1].delivered == 33 + 5);
  }
}

TEST_CASE("over one virtual channel of slow links n slots send n packets in max(n L s, T) cycles, to the cycle") {
  for (const EngineKind kind : both) {
    for (const unsigned slow : {2U, 3U}) {
      for (const unsigned queue : {1U, 2U, 3U}) {
        for (const bool whole : {false, true}) {
          Design design = model::grid_design(topology::MeshParams{{6}}, 1);
          if (whole) design.router.flow_control = router::flow_control<router::StoreAndForward>;
          design.packet_phits = 4;
          design.router.queue.value = queue;
          design.router.credit_delay = 3;
          design.link_classes = {{.phit_cycles = slow, .delay = 2}};
          const engine::CreditLoop loop = engine::credit_loop(design);
          const Cycle expected = std::max<Cycle>(Cycle{queue} * 4 * slow, loop.round_trip);
          const model::Network network = model::make_network(design);
          model::Scripted workload(network, std::vector<model::Shipment>(60, {1, 0, 5}));
          const model::Outcome outcome = model::run(kind, network, workload);
          REQUIRE(outcome.packets.size() == 60);
          CAPTURE(slow);
          CAPTURE(queue);
          CAPTURE(whole);
          CHECK(outcome.packets[40 + queue].delivered - outcome.packets[40].delivered == expected);
          CHECK(loop.link == doctest::Approx(queue * 4.0 / static_cast<double>(expected)));
        }
      }
    }
  }
}

TEST_CASE("the load of a class of links is that of all ways over it, shared by its links") {
  for (const Shape& shape : shapes()) {
    if (shape.name.starts_with("mesh")) continue;  // whose links in the middle carry more
    const topology::Topology built = topology::build(shape.design.topology);
    const topology::PortGraph& graph = built.graph;
    std::vector<double> links(built.geometry->link_classes().size()), crossings(links.size());
    for (std::size_t r = 0; r < graph.routers(); ++r) {
      for (unsigned p = 0; p < graph.ports(); ++p) {
        if (graph.next(RouterId(r), p).exists()) links[built.geometry->link_class(RouterId(r), p)] += 1;
      }
    }
    for (std::uint32_t s = 0; s < graph.nodes(); ++s) {
      for (std::uint32_t d = 0; d < graph.nodes(); ++d) {
        if (s == d) continue;
        for (const unsigned c : classes_on_way(built, s, d)) crossings[c] += 1;
      }
    }
    const topology::Distances closed = built.geometry->distances();
    for (std::size_t c = 0; c < links.size(); ++c) {
      CAPTURE(shape.name);
      CAPTURE(c);
      const auto others = static_cast<double>(graph.nodes() - 1);
      CHECK(closed.class_loads[c] == doctest::Approx(crossings[c] / others / links[c]).epsilon(1e-12));
      CHECK(closed.class_links[c] ==
            doctest::Approx(crossings[c] / others / static_cast<double>(graph.nodes())).epsilon(1e-12));
    }
  }
}

TEST_CASE("uniform load above the capacity of a class of slow links is not carried, below 80% of it is") {
  Design design = model::torus_design({4, 4}, 3, true);
  design.link_classes = {{.phit_cycles = 1, .delay = 0}, {.phit_cycles = 4, .delay = 0}};
  const model::Network network = model::make_network(design);
  const run::Bounds bounds = run::bounds_of(*network.topology.geometry, design);
  CHECK(bounds.capacity == doctest::Approx(1 / (4 * network.topology.geometry->distances().channel_load)));
  const auto carried = [&](double load) {
    return model::accepted(network, model::run_load(EngineKind::event, network, {.load = load}));
  };
  CHECK(carried(1.0) < bounds.capacity);
  CHECK(carried(0.8 * bounds.capacity) == doctest::Approx(0.8 * bounds.capacity).epsilon(0.05));
}

}  // namespace link_classes_test
