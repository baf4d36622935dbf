// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/trees/xgft.hpp"

#include <fmt/format.h>

namespace fsin::topology {

std::vector<TreeLevel> XgftParams::levels() const {
  std::vector<TreeLevel> levels;
  for (std::size_t level = 0; level < m.size(); ++level) {
    levels.push_back({.down = static_cast<double>(m[level]), .up = static_cast<double>(w[level])});
  }
  return levels;
}

std::optional<Fault> XgftParams::fault() const {
  if (m.size() != w.size()) {
    return Fault{"w", fmt::format("{} values, and m has {}; write one for each level", w.size(), m.size())};
  }
  if (w.front() > max_rails) {
    return Fault{"w", fmt::format("a node has {} parents; at most {} are possible", w.front(), max_rails)};
  }
  const Extent extent = this->extent();
  if (extent.nodes < 2) return Fault{"m", "a single node has nobody to send to; make one of the values larger"};
  return too_large(extent, "m");
}

}  // namespace fsin::topology
