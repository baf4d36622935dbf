// SPDX-License-Identifier: Apache-2.0
// find: saturation over all sources with a load in time: bursts, sizes, parts, phases, triggered messages.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/study/verdicts/single_runs.hpp"

namespace load_search_test {

using namespace fsin;
using verdicts::on_ring;
using verdicts::run;

TEST_CASE("a search stops below the load at which the first node starves") {
  // The loads at which a link is full. Totals alone said 0.15 and more of the first two.
  const struct {
    const char* dims;
    const char* pattern;
    double bound;
  } meshes[] = {{"dims=[8]", "pattern={type: hotspot, nodes: [0], fraction: 1}", 1.0 / 7},
                {"dims=[8,8]", "pattern=transpose", 1.0 / 7},
                {"dims=[4,4]", "pattern=transpose", 1.0 / 3}};
  for (const auto& mesh : meshes) {
    CAPTURE(mesh.pattern);
    const stats::RunRecord record =
        run({"topology.type=mesh", mesh.dims, mesh.pattern, "routing=dor", "router.virtual_channels=1",
             "find=saturation", "resolution=0.03", "warmup=500", "cycles=4000"});
    REQUIRE(record.saturation_load.has_value());
    CHECK(*record.saturation_load <= mesh.bound);
    CHECK(*record.saturation_load > mesh.bound - 0.05);
  }
}

TEST_CASE("a search goes beyond a load of 1 where nodes have several injectors") {
  const stats::RunRecord record = run({"dims=[4,4]", "preset=adaptive-3vc", "router.injectors=4", "find=saturation",
                                       "resolution=0.2", "warmup=500", "cycles=3000"});
  REQUIRE(record.saturation_load.has_value());
  CHECK(*record.saturation_load > 1.1);
}

TEST_CASE("a search takes every source that has a verdict") {
  const struct {
    std::vector<std::string> keys;
    double least, most;
  } kinds[] = {
      {{"arrivals={type: on-off, burst: 50, peak: 1}"}, 0.3, 0.8},
      {{"arrivals={type: pareto, shape: 2.5}"}, 0.4, 0.8},
      {{"sizes={type: fixed, bytes: 500 B}"}, 0.4, 0.8},
      {{"parts=[{weight: 3}, {weight: 1, pattern: complement}]"}, 0.4, 0.8},
      // Means of phases of a load of their own and of one that the search is asked to change.
      {{"phases=[{cycles: 200, load: 0.2}, {cycles: 200}]"}, 0.3, 0.8},
      // A packet that arrives triggers 0.5 more, so that all are twice as many.
      {{"loop={type: triggered, rate: 0.5}"}, 0.2, 0.4},
  };
  for (const auto& kind : kinds) {
    CAPTURE(kind.keys.front());
    std::vector<std::string> keys = on_ring(kind.keys);
    keys.insert(keys.end(), {"find=saturation", "resolution=0.1"});
    const stats::RunRecord record = run(keys);
    REQUIRE(record.saturation_load.has_value());
    CHECK(*record.saturation_load > kind.least - 0.01);
    CHECK(*record.saturation_load < kind.most + 0.01);
    CHECK(record.sources->stall == false);
    CHECK(record.latency_load.has_value() == record.sources->memoryless);
    CHECK(*record.offered == doctest::Approx(*record.saturation_load));
  }
}

TEST_CASE("a search tries the loads that bursts can have, and refuses sources that have none") {
  // A message in every cycle of a burst, and three quarters of silence: a quarter of a packet's phits a cycle.
  const stats::RunRecord bursts = run(
      on_ring({"packet=4 B", "arrivals={type: on-off, burst: 30, silence: 90}", "find=saturation", "resolution=0.05"}));
  REQUIRE(bursts.saturation_load.has_value());
  CHECK(*bursts.saturation_load <= 0.25 + 1e-9);
  CHECK_THROWS(run(
      on_ring({"packet=4 B", "arrivals={type: on-off, burst: 30, silence: 90}", "find=saturation", "resolution=0.3"})));
  CHECK_THROWS(run(on_ring({"loop={type: window, window: 2}", "find=saturation"})));
}

}  // namespace load_search_test
