// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/bounds.hpp"

#include <doctest/doctest.h>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/ideal.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/topology/catalogue.hpp"

using namespace fsin;
using namespace fsin::run;

namespace {

template <class Params>
Bounds bounds(const Params& params) {
  engine::Design design;
  design.topology = params;
  return bounds_of(*params.geometry(), design);
}

}  // namespace

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

TEST_CASE("the capacity is what links carry whose queues do not cover the round trip of a slot, or what nodes do") {
  engine::Design design;
  design.topology = topology::TorusParams{.dims = {8, 8}};
  const topology::GeometryPointer shape = topology::geometry_of(design.topology);
  const double full = bounds_of(*shape, design).capacity;
  design.link_delay = 1000;
  CHECK(bounds_of(*shape, design).link == doctest::Approx(64.0 / 1017));
  CHECK(bounds_of(*shape, design).capacity == doctest::Approx(full * 64 / 1017));
  design.router.virtual_channels = 3;
  CHECK(bounds_of(*shape, design).capacity == doctest::Approx(full * 192 / 1017));
  design.router.virtual_channels = 4;
  design.router.flow_control = router::flow_control<router::Dateline>;  // half of them lead across it
  CHECK(bounds_of(*shape, design).capacity == doctest::Approx(full * 128 / 1017));
  design.routing = routing::AdaptiveParams{};
  CHECK(bounds_of(*shape, design).capacity == doctest::Approx(full * 192 / 1017));
  design.router.queue.value = 22;
  CHECK(bounds_of(*shape, design).capacity == full);
  design.router.queue.value = 4;
  design.model = engine::message::configure(engine::message::IdealModel{}, {});
  CHECK(bounds_of(*shape, design).capacity == 1);
}

TEST_CASE("latency without load is D + L - 1 cycles, and every delay is paid once a hop") {
  engine::Design design;
  design.packet_phits = 16;
  CHECK(zero_load_latency(design, 3) == 18);
  design.router.delay = 2;  // at the destination, too
  CHECK(zero_load_latency(design, 3) == 26);
  design.link_delay = 3;
  CHECK(zero_load_latency(design, 3) == 35);
  design.router.flow_control = router::flow_control<router::StoreAndForward>;  // the whole packet is waited for
  CHECK(zero_load_latency(design, 3) == 35 + 3 * 15);
}
