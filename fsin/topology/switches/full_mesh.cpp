// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/full_mesh.hpp"

#include <algorithm>
#include <cmath>

namespace fsin::topology {

FullMesh::FullMesh(unsigned switches, unsigned terminals, unsigned rails)
    : SwitchGraph(std::vector<unsigned>(switches, terminals)) {
  for (unsigned one = 0; one < switches; ++one) {
    for (unsigned other = one + 1; other < switches; ++other) add_link(one, other);
  }
  copy_rails(rails);
}

Distances FullMesh::distances() const {
  const auto all = static_cast<double>(nodes());
  const double of_switch = terminals(0), others = all - 1, elsewhere = (all - of_switch) / others;
  Distances distances;
  distances.average = 2 + elsewhere;
  distances.diameter = 3;
  distances.class_loads = {1.0 / rails(), of_switch * of_switch / others / rails()};
  distances.class_links = {2, elsewhere};
  distances.channel_load = std::max(distances.class_loads[0], distances.class_loads[1]);
  return distances;
}

/// With s of n switches on one side, s (n - s) links between them are cut, and those of the terminals that end up on
/// the wrong side.
std::optional<double> FullMesh::bisection() const {
  const auto all = static_cast<double>(switches_of_rail());
  const double half = std::floor(static_cast<double>(nodes()) / 2);
  double fewest = half;
  for (double side = 0; side <= all; ++side) {
    fewest = std::min(fewest, side * (all - side) + std::fabs(half - side * terminals(0)));
  }
  return fewest * rails();
}

}  // namespace fsin::topology
