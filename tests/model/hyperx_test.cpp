// SPDX-License-Identifier: Apache-2.0
// HyperX networks in both engines, and their closed forms against an enumeration of the links on every way: what
// dimension order and Valiant's routing carry at most, and the cheapest cut.
#include "fsin/topology/switches/hyperx.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <map>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"
#include "fsin/routing/hyperx_oblivious.hpp"
#include "tests/model/bounds.hpp"
#include "tests/model/hyperx_loads.hpp"
#include "tests/model/network.hpp"

namespace hyperx_test {

namespace {

using namespace fsin;
using model::HyperXLoads;
using routing::HyperXAdaptiveParams;
using routing::HyperXAlgorithm;
using routing::HyperXObliviousParams;
using routing::HyperXPath;
using topology::HyperXParams;

const std::vector<HyperXParams> shapes{{{5}, 3, {2}}, {{4, 4}, 4, {1}}, {{3, 4}, 2, {1, 2}}, {{3, 3, 3}, 3, {1}}};

double uniform_share(const HyperXParams& params) {
  const double nodes = params.extent().nodes;
  return 1 / (nodes - 1);
}

/// Links that lead from one half of the nodes to the other, over all cuts into halves; the fewest. For each division of
/// the switches, nodes stay with their switch but for those that must be cut off.
std::size_t cheapest_halves(const topology::Topology& built, unsigned p) {
  const std::size_t nodes = built.graph.nodes(), switches = built.graph.routers() - nodes;
  std::size_t least = ~std::size_t{0};
  for (std::uint32_t part = 0; part < std::uint32_t{1} << switches; ++part) {
    const auto inside = static_cast<std::size_t>(std::popcount(part)) * p;
    std::size_t crossing = std::max(inside, nodes - inside) - nodes / 2;
    for (std::size_t from = 0; from < switches; ++from) {
      for (unsigned port = 0; port < built.graph.ports(); ++port) {
        const topology::Link next = built.graph.next(RouterId(nodes + from), port);
        if (!next.exists() || next.router.index() < nodes) continue;
        const bool leaves = (part >> from & 1U) != 0 && (part >> (next.router.index() - nodes) & 1U) == 0;
        crossing += leaves ? 1 : 0;
      }
    }
    least = std::min(least, crossing);
  }
  return least;
}

std::vector<routing::AnyRouting> routings() {
  std::vector<routing::AnyRouting> all{HyperXObliviousParams{}};
  HyperXObliviousParams valiant;
  valiant.path = HyperXPath::valiant;
  all.emplace_back(valiant);
  for (const auto& name : routing::hyperx_algorithm_names) {
    HyperXAdaptiveParams adaptive;
    adaptive.algorithm = name.value;
    all.emplace_back(adaptive);
  }
  return all;
}

/// Without load, only these leave the shortest way.
bool takes_detours(const routing::AnyRouting& routing) {
  const auto* oblivious = routing.get_if<HyperXObliviousParams>();
  return oblivious != nullptr && oblivious->path == HyperXPath::valiant;
}

}  // namespace

TEST_CASE("loads of a HyperX under uniform load are those of every pair's way in dimension order") {
  for (const HyperXParams& params : shapes) {
    HyperXLoads loads(params);
    loads.all_pairs(uniform_share(params));
    const topology::Distances closed = params.geometry()->distances();
    for (unsigned d = 0; d < params.dims.size(); ++d) {
      CHECK(loads.most(d) == doctest::Approx(closed.class_loads[d + 1]).epsilon(1e-12));
      CHECK(loads.least(d) == doctest::Approx(closed.class_loads[d + 1]).epsilon(1e-12));
    }
  }
}

TEST_CASE("dimension order carries S / p of uniform load, 1 / p of a complement and 1 / (p S) of its reverse") {
  const HyperXParams cube{{4, 4, 4}, 2, {1}};
  HyperXLoads uniform(cube), complement(cube), line(cube), reverse(cube);
  uniform.all_pairs(uniform_share(cube));
  CHECK(1 / uniform.most() == doctest::Approx(4.0 / 2 * 127 / 128));
  complement.pattern([](const auto& at) { return std::vector<unsigned>{3 - at[0], 3 - at[1], 3 - at[2]}; });
  CHECK(1 / complement.most() == doctest::Approx(1.0 / 2));
  line.pattern([](const auto& at) { return std::vector<unsigned>{3 - at[0], at[1], at[2]}; });
  CHECK(1 / line.most() == doctest::Approx(1.0 / 2));
  reverse.pattern([](const auto& at) { return std::vector<unsigned>{3 - at[2], 3 - at[1], 3 - at[0]}; });
  CHECK(1 / reverse.most() == doctest::Approx(1.0 / (2 * 4)));
  HyperXLoads large({{8, 8, 8}, 8, {1}});
  large.pattern([](const auto& at) { return std::vector<unsigned>{7 - at[2], 7 - at[1], 7 - at[0]}; });
  CHECK(1 / large.most() == doctest::Approx(1.0 / 64));
}

TEST_CASE("Valiant's routing carries half of what dimension order carries of uniform load, whatever the pattern") {
  for (const HyperXParams& params : {HyperXParams{{4, 4}, 4, {1}}, {{3, 3, 3}, 3, {1}}}) {
    HyperXLoads loads(params);
    loads.pattern_by_any_switch([&](const auto& at) {
      std::vector<unsigned> to;
      for (std::size_t d = 0; d < at.size(); ++d) to.push_back((at[d] + 1) % params.dims[d]);
      return to;
    });
    const double side = params.dims[0], p = params.terminals;
    CHECK(1 / loads.most() == doctest::Approx(side / p / 2));
  }
}

TEST_CASE("the bisection of a HyperX is the cheapest of all cuts into halves") {
  for (const HyperXParams& params : {HyperXParams{{4}, 1, {1}},
                                     {{4}, 4, {1}},
                                     {{2, 2}, 3, {3, 1}},
                                     {{4, 2}, 2, {1}},
                                     {{2, 2, 2}, 1, {1}},
                                     {{2, 2, 2}, 3, {1}},
                                     {{4, 3}, 4, {1, 2}},
                                     {{3, 3}, 2, {2}}}) {
    const topology::Topology built = params.build();
    const auto bisection = built.geometry->bisection();
    INFO(built.graph.nodes() << " nodes of " << params.terminals << " a switch");
    REQUIRE(bisection);
    CHECK(*bisection == static_cast<double>(cheapest_halves(built, params.terminals)));
  }
  CHECK_FALSE(topology::HyperX(4, {3, 5}, {1}).bisection());
}

TEST_CASE(
    "in both engines every routing of a HyperX takes a lone packet to every node, on the shortest way but for "
    "Valiant's") {
  for (const routing::AnyRouting& routing : routings()) {
    for (const HyperXParams& params : {HyperXParams{{3, 4}, 1, {1, 2}}, {{3, 2, 3}, 1, {1}}}) {
      engine::Design design;
      design.topology = params;
      design.routing = routing;
      design.router.virtual_channels = 6;
      const model::Network network = model::make_network(design);
      std::vector<model::Shipment> shipments;
      Cycle cycle = 1;
      for (std::uint32_t source = 0; source < network.nodes(); ++source) {
        for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
          if (source != destination) shipments.push_back({cycle += 30, source, destination});
        }
      }
      for (const model::EngineKind kind : {model::EngineKind::event, model::EngineKind::reference}) {
        model::Scripted workload(network, shipments);
        const model::Outcome outcome = model::run(kind, network, workload);
        REQUIRE(outcome.packets.size() == shipments.size());
        for (const engine::PacketLog& packet : outcome.packets) {
          const unsigned shortest = network.topology.geometry->distance(packet.source, packet.destination);
          const unsigned most = 2 + 2 * static_cast<unsigned>(params.dims.size());
          if (takes_detours(routing)) {
            REQUIRE(packet.hops <= most);
          } else {
            REQUIRE(packet.hops == shortest);
          }
        }
      }
    }
  }
}

TEST_CASE("oblivious routing on a HyperX accepts less than the most loaded link allows, and at least 88% of it") {
  for (const model::BoundCase& each : model::hyperx_bounds()) {
    const double rate = model::carried(each);
    INFO(each.network << ", " << each.routing << ", " << each.pattern << ": bound " << each.bound << ", " << rate);
    CHECK(model::within_bound(each, rate));
  }
}

TEST_CASE("a HyperX says what does not fit") {
  const auto complaint = [](const engine::Design& design) {
    Diagnostics diagnostics;
    engine::check(design, diagnostics);
    return diagnostics.text();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  engine::Design design;
  design.routing = HyperXObliviousParams{};
  const auto fault = HyperXParams{{4, 4}, 2, {1, 2, 3}}.fault();
  REQUIRE(fault);
  CHECK(fault->text == "3 numbers for 2 dimensions; write one for each dimension, or one for all");
  design.topology = HyperXParams{{200, 200}, 2, {1}};
  CHECK(has(complaint(design), "would have 400 ports, and at most 254"));
  design.topology = HyperXParams{{4, 4}, 2, {1}};
  CHECK(complaint(design).empty());
  HyperXAdaptiveParams adaptive;
  adaptive.algorithm = HyperXAlgorithm::minimal;
  design.routing = adaptive;
  CHECK(has(complaint(design), "free of deadlock with 2 virtual channels, and there is 1"));
  design.router.virtual_channels = 3;
  CHECK(has(complaint(design), "so that 1 of 3 carry nothing between switches; write 2 or 4"));
  adaptive.deroutes = 2;
  adaptive.threshold = 5;
  design.routing = adaptive;
  CHECK(has(complaint(design), "belongs to algorithm omniwar"));
  CHECK(has(complaint(design), "belongs to algorithm ugal"));
}

}  // namespace hyperx_test
