// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/trees/thin_tree.hpp"

#include <fmt/format.h>

namespace fsin::topology {

std::optional<Fault> NarrowTree::fault_of(const std::vector<TreeLevel>& levels) const {
  if (u > k) return Fault{"u", fmt::format("{} ports up are more than the {} down; at most as many", u, k)};
  return too_large(extent_of(levels, rails), "k");
}

std::vector<TreeLevel> ThinTreeParams::levels() const {
  return std::vector<TreeLevel>(n, {.down = static_cast<double>(k), .up = static_cast<double>(u)});
}

/// A part of stage 1 has k switches of stage 0 below it, the number that the u switches at its top have links for; a
/// part of a higher stage has k / u parts, with u links to each.
std::vector<TreeLevel> SlimTreeParams::levels() const {
  const double up = u;
  std::vector<TreeLevel> levels{{.down = static_cast<double>(k)}, {.down = static_cast<double>(k), .up = up}};
  levels.resize(n, {.down = static_cast<double>(k / u), .up = up, .shared = true});
  return levels;
}

std::optional<Fault> SlimTreeParams::fault() const {
  if (u <= k && k % u != 0) {
    return Fault{"u", fmt::format("{} does not divide k, which is {}; write a divisor of k", u, k)};
  }
  return fault_of(levels());
}

}  // namespace fsin::topology
