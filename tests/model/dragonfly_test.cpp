// SPDX-License-Identifier: Apache-2.0
// Dragonflies against closed forms: distances, what minimal routing carries at most, and that UGAL-L carries more where
// one global link is all that minimal routing has.
#include "fsin/topology/dragonflies/dragonfly.hpp"

#include <doctest/doctest.h>

#include <tuple>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "tests/model/load.hpp"
#include "tests/model/network.hpp"
#include "trgen/synth/shift.hpp"

namespace dragonfly_test {

namespace {

using namespace fsin;
using topology::DragonflyParams;
using topology::Wiring;

constexpr Wiring wirings[]{Wiring::relative, Wiring::absolute, Wiring::circulant};

engine::Design dragonfly(const DragonflyParams& params, bool ugal) {
  engine::Design design;
  design.topology = params;
  if (ugal) {
    design.routing = routing::DragonflyUgalParams{};
    design.router.virtual_channels = 3;
  } else {
    design.routing = routing::DragonflyMinimalParams{};
    design.router.virtual_channels = 2;
  }
  return design;
}

/// Every node of a group sends to the next group: node i to node i + p a.
model::Load to_next_group(const DragonflyParams& params) {
  model::Load load;
  load.pattern = trgen::synth::ShiftParams{params.p * params.a};
  load.load = 1;
  return load;
}

}  // namespace

TEST_CASE("average distances of balanced dragonflies are those of the literature, whatever the wiring") {
  for (const Wiring wiring : wirings) {
    for (const auto& [p, a, h, average] :
         {std::tuple{2U, 4U, 2U, 4.3380}, {3U, 6U, 3U, 4.5777}, {4U, 8U, 4U, 4.6957}}) {
      CHECK(DragonflyParams{p, a, h, wiring}.geometry()->distances().average == doctest::Approx(average).epsilon(1e-4));
    }
  }
}

TEST_CASE("without load a packet takes the minimal way") {
  for (const bool ugal : {false, true}) {
    const model::Network network = model::make_network(dragonfly({2, 4, 2, Wiring::relative}, ugal));
    model::Load load;
    load.load = 0.02;
    const stats::RunTotals totals = model::run_load(model::EngineKind::event, network, load);
    const double hops = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    // UGAL-L leaves the minimal way where a packet stands in its queue, which even now happens.
    CHECK(hops == doctest::Approx(4.338).epsilon(ugal ? 0.03 : 0.01));
  }
}

TEST_CASE("minimal routing between two groups carries what their one link carries, UGAL-L several times that") {
  for (const Wiring wiring : wirings) {
    const DragonflyParams params{2, 4, 2, wiring};
    const model::Load load = to_next_group(params);
    const auto carried = [&](bool ugal) {
      const model::Network network = model::make_network(dragonfly(params, ugal));
      return model::accepted(network, model::run_load(model::EngineKind::event, network, load));
    };
    const double bound = 1.0 / (params.p * params.a);
    const double minimal = carried(false);
    CHECK(minimal <= bound);
    CHECK(minimal > 0.9 * bound);
    CHECK(carried(true) > 2 * bound);
  }
}

TEST_CASE("dragonfly routings warn of too few virtual channels, and more groups than links are refused") {
  for (const bool ugal : {false, true}) {
    engine::Design design = dragonfly({}, ugal);
    design.router.virtual_channels = 1;
    Diagnostics diagnostics;
    engine::check(design, diagnostics);
    CHECK(diagnostics.ok());
    CHECK(diagnostics.text().find(ugal ? "write 3" : "write 2") != std::string::npos);
  }
  DragonflyParams params;
  params.groups = 10;
  Diagnostics diagnostics;
  engine::check(dragonfly(params, false), diagnostics);
  CHECK_FALSE(diagnostics.ok());
  CHECK(diagnostics.text().find("at most 9 groups") != std::string::npos);
}

}  // namespace dragonfly_test
