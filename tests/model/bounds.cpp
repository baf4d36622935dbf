// SPDX-License-Identifier: Apache-2.0
#include "tests/model/bounds.hpp"

#include <algorithm>

namespace model {

double carried(const BoundCase& each) {
  Load load = each.load;
  load.load = std::min(1.0, 1.3 * each.bound);
  const Network network = make_network(each.design);
  return accepted(network, run_load(EngineKind::event, network, load));
}

bool within_bound(const BoundCase& each, double rate) {
  constexpr double least = 0.88, most = 1.01;
  return rate >= least * each.bound && rate <= most * each.bound;
}

}  // namespace model
