// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/thin_tree.hpp"

#include <fmt/format.h>

namespace fsin::topology {
namespace {

std::optional<Fault> too_wide(unsigned k, unsigned u) {
  if (u <= k) return std::nullopt;
  return Fault{"u", fmt::format("{} ports up are more than the {} down; at most as many", u, k)};
}

}  // namespace

std::vector<TreeLevel> ThinTreeParams::levels() const {
  return std::vector<TreeLevel>(n, {.down = static_cast<double>(k), .up = static_cast<double>(u)});
}

std::optional<Fault> ThinTreeParams::fault() const {
  if (const auto fault = too_wide(k, u)) return fault;
  return too_large(extent(), "k");
}

/// A part of stage 1 has k switches of stage 0 below it, which is all that the u at its top have links for; one of a
/// higher stage has k / u parts, with u links to each.
std::vector<TreeLevel> SlimTreeParams::levels() const {
  const double up = u;
  std::vector<TreeLevel> levels{{.down = static_cast<double>(k)}, {.down = static_cast<double>(k), .up = up}};
  levels.resize(n, {.down = static_cast<double>(k / u), .up = up, .shared = true});
  return levels;
}

std::optional<Fault> SlimTreeParams::fault() const {
  if (const auto fault = too_wide(k, u)) return fault;
  if (k % u != 0) return Fault{"u", fmt::format("{} does not divide k, which is {}; write a divisor of k", u, k)};
  return too_large(extent(), "k");
}

}  // namespace fsin::topology
