// SPDX-License-Identifier: Apache-2.0
// No key without effect. Every key that an experiment has is given other values, beside experiments of several kinds:
// each value either changes the result, is refused, or is told to have no effect (Prepared::unheeded), and none that is
// told changes anything.
//
// Keys and values come from the tables by which experiments are read, so that a new key of what these experiments have
// is tried without a line here. Only texts, files and lists of texts need values in `written_values`
// (other_values.hpp), without which they fail.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/share_of_cases.hpp"
#include "tests/study/key_trial.hpp"

namespace keys_test {

using namespace fsin;

TEST_CASE("every key of an experiment changes its result, is refused, or is told to have no effect") {
  Laboratory laboratory;
  struct Base {
    const char* file;
    Words overrides;
  };
  const std::vector<Base> bases{
      {"synthetic", {}},
      {"synthetic", {"virtual_channels=2", "flow_control=dateline"}},
      {"synthetic", {"preset=adaptive-3vc"}},
      {"synthetic", {"topology={type: full-mesh, switches: 4, terminals: 4}", "routing=shortest"}},
      {"synthetic", {"topology={type: fat-tree, k: 4, n: 2}", "routing=up-down"}},
      {"synthetic", {"network.model=ideal"}},
      {"synthetic", {"loop={type: window, window: 2}", "load=0.1"}},
      {"synthetic", {"loop={type: shots, messages: 3}", "load=0.1", "measure={max_cycles: 20000}"}},
      {"program", {}},
      {"program", {"workload.order=asap"}},
      {"program", {"network.model=ideal"}},
      {"program", {"network.model=loggp"}},
      {"program", {"network.model=loggps"}},
      {"program", {"network.model=flow"}},
      {"program", {"workload.placement={type: consecutive, per_node: 2}"}},
      {"collective", {}},
      {"collective", {"collectives.allreduce=ring"}},
  };
  test::ShareOfCases share;
  for (const Base& base : bases) {
    if (!share.takes_next()) continue;
    Trial trial(laboratory, base.file, base.overrides);
    trial.run();
    check(trial);
  }
}

TEST_CASE("every key of a routing from a file changes the result, is refused, or is told to have no effect") {
  Laboratory laboratory;
  for (const char* routing : {"routing={type: table, file: @/1.routes}",
                              "routing={type: channel-table, file: @/1.channels, choice: random}"}) {
    Trial trial(laboratory, "synthetic", {routing, "flow_control=none"});
    trial.run("network.routing");
    check(trial);
  }
}

}  // namespace keys_test
