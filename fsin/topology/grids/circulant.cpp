// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/circulant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace fsin::topology {

CayleyShape circle(unsigned nodes, const std::vector<unsigned>& jumps) {
  CayleyShape shape{{nodes}, {}, {}, {}, Paper::circle};
  for (const unsigned jump : jumps) {
    shape.steps.push_back({jump});
    shape.names.push_back(fmt::format("{}", jump));
  }
  return shape;
}

std::optional<Fault> CirculantParams::fault() const {
  unsigned common = nodes;
  std::set<unsigned> shorter_ways;
  for (const unsigned jump : jumps) {
    if (jump >= nodes) return Fault{"jumps", fmt::format("a jump of {} goes round {} nodes; write less", jump, nodes)};
    if (!shorter_ways.insert(std::min(jump, nodes - jump)).second) {
      return Fault{"jumps", fmt::format("a jump of {} has the links of another one; write each jump once", jump)};
    }
    common = std::gcd(common, jump);
  }
  if (common == 1) return std::nullopt;
  return Fault{"jumps", fmt::format("the jumps and {} nodes have the divisor {}, so that not all nodes can reach each "
                                    "other; add a jump of 1",
                                    nodes, common)};
}

}  // namespace fsin::topology
