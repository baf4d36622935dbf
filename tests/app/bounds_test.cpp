// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/bounds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/topology/catalogue.hpp"

using namespace fsin;
using namespace fsin::app;

namespace {

template <class Params>
Bounds bounds(const Params& params) {
  engine::Design design;
  design.topology = params;
  return bounds_of(params.build().geometry, design);
}

/// Distances by breadth-first search over the links: knows nothing of geometry.
struct Measured {
  double average = 0;
  unsigned diameter = 0;
  std::vector<unsigned> between;  ///< source * nodes + destination
};

Measured search(const topology::PortGraph& graph) {
  Measured measured;
  std::uint64_t sum = 0;
  for (std::size_t source = 0; source < graph.nodes(); ++source) {
    std::vector<unsigned> distance(graph.routers(), ~0U);
    std::vector<std::size_t> queue{source};
    distance[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(queue[i]), port);
        if (!link.exists() || distance[link.router.index()] != ~0U) continue;
        distance[link.router.index()] = distance[queue[i]] + 1;
        queue.push_back(link.router.index());
      }
    }
    for (std::size_t node = 0; node < graph.nodes(); ++node) {
      sum += distance[node];
      measured.between.push_back(distance[node]);
      measured.diameter = std::max(measured.diameter, distance[node]);
    }
  }
  const auto nodes = static_cast<double>(graph.nodes());
  measured.average = static_cast<double>(sum) / (nodes * (nodes - 1));
  return measured;
}

template <class Params>
void check_against_search(const Params& params) {
  const Bounds closed = bounds(params);
  const Measured measured = search(params.build().graph);
  CHECK(closed.average_distance == doctest::Approx(measured.average).epsilon(1e-12));
  CHECK(closed.diameter == measured.diameter);

  // Of single pairs, from the shape alone.
  engine::Design design;
  design.topology = params;
  const topology::Geometry shape = shape_of(design);
  CHECK(bounds_of(shape, design).average_distance == closed.average_distance);
  const std::size_t nodes = params.build().graph.nodes();
  std::vector<unsigned> between;
  for (std::uint32_t i = 0; i < nodes * nodes; ++i) {
    between.push_back(distance(shape, static_cast<std::uint32_t>(i / nodes), static_cast<std::uint32_t>(i % nodes)));
  }
  CHECK(between == measured.between);
}

}  // namespace

TEST_CASE("distances of tori, meshes and trees are those of a search over their links") {
  for (const std::vector<unsigned>& dims :
       {std::vector<unsigned>{8}, {7}, {2, 2}, {8, 8}, {6, 5}, {3, 4, 5}, {2, 3, 2, 3}, {3, 2, 2, 3, 2, 2}}) {
    CAPTURE(dims.size());
    check_against_search(topology::TorusParams{.dims = dims});
    check_against_search(topology::TorusParams{.dims = dims, .bidirectional = false});
    check_against_search(topology::MeshParams{.dims = dims});
  }
  check_against_search(topology::FatTreeParams{.k = 4, .n = 3});
  check_against_search(topology::FatTreeParams{.k = 2, .n = 6});
  check_against_search(topology::FatTreeParams{.k = 8, .n = 2});
  check_against_search(topology::FatTreeParams{.k = 5, .n = 1});
}

TEST_CASE("average distances are those of the literature") {
  const auto distance = [](const auto& params) { return bounds(params).average_distance; };
  CHECK(distance(topology::TorusParams{.dims = {8, 8}}) == doctest::Approx(4.0635).epsilon(1e-4));
  CHECK(distance(topology::TorusParams{.dims = {16, 16}}) == doctest::Approx(8.0314).epsilon(1e-4));
  CHECK(distance(topology::TorusParams{.dims = {8, 8, 8}}) == doctest::Approx(6.0117).epsilon(1e-4));
  CHECK(distance(topology::MeshParams{.dims = {8, 8}}) == doctest::Approx(5.3333).epsilon(1e-4));
  CHECK(distance(topology::FatTreeParams{.k = 4, .n = 3}) == doctest::Approx(5.4286).epsilon(1e-4));
  CHECK(distance(topology::FatTreeParams{.k = 4, .n = 4}) == doctest::Approx(7.3647).epsilon(1e-4));
}

TEST_CASE("capacity under uniform traffic is one over the load of the busiest channel") {
  const auto capacity = [](const auto& params) { return bounds(params).capacity; };
  CHECK(capacity(topology::TorusParams{.dims = {8, 8}}) == doctest::Approx(0.9844).epsilon(1e-4));
  CHECK(capacity(topology::TorusParams{.dims = {16, 16}}) == doctest::Approx(0.4980).epsilon(1e-4));
  CHECK(capacity(topology::TorusParams{.dims = {4, 4, 4}}) == 1.0);  // the injection link limits
  CHECK(capacity(topology::MeshParams{.dims = {8, 8}}) == doctest::Approx(0.4922).epsilon(1e-4));
  CHECK(capacity(topology::TorusParams{.dims = {8}, .bidirectional = false}) == doctest::Approx(0.25));
  CHECK(capacity(topology::FatTreeParams{}) == 1.0);
}

TEST_CASE("the capacity is what links carry whose queues do not cover the round trip of a slot") {
  engine::Design design;
  design.topology = topology::TorusParams{.dims = {8, 8}};
  const topology::Geometry shape = shape_of(design);
  const double full = bounds_of(shape, design).capacity;
  design.link_delay = 1000;
  CHECK(bounds_of(shape, design).link == doctest::Approx(64.0 / 1017));
  CHECK(bounds_of(shape, design).capacity == doctest::Approx(full * 64 / 1017));
  design.router.virtual_channels = 3;
  CHECK(bounds_of(shape, design).capacity == doctest::Approx(full * 192 / 1017));
  design.router.virtual_channels = 4;
  design.router.flow_control = router::FlowControl::dateline;  // half of them lead across it
  CHECK(bounds_of(shape, design).capacity == doctest::Approx(full * 128 / 1017));
  design.routing = routing::AdaptiveParams{};
  CHECK(bounds_of(shape, design).capacity == doctest::Approx(full * 192 / 1017));
  design.router.queue.value = 22;
  CHECK(bounds_of(shape, design).capacity == full);
  design.router.queue.value = 4;
  design.direct = engine::DirectNetwork{};
  CHECK(bounds_of(shape, design).capacity == full);
}

TEST_CASE("latency without load is D + L - 1 cycles, and every delay is paid once a hop") {
  engine::Design design;
  design.packet_phits = 16;
  CHECK(zero_load_latency(design, 3) == 18);
  design.router.delay = 2;  // at the destination, too
  CHECK(zero_load_latency(design, 3) == 26);
  design.link_delay = 3;
  CHECK(zero_load_latency(design, 3) == 35);
}
