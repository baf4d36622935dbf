// SPDX-License-Identifier: Apache-2.0
// Distances in a graph of diameter two, which follow from the number of its links.
#pragma once

#include "fsin/topology/geometry.hpp"

namespace fsin::topology {

/// `links`: between switches, each direction by itself, none twice; every switch has the same number of terminals.
inline Distances within_two(double switches, double terminals, double links) {
  const double pairs = switches * (switches - 1);
  Distances distances;
  distances.average = (2 * switches * (terminals - 1) + terminals * (3 * links + 4 * (pairs - links))) /
                      (switches * (switches * terminals - 1));
  distances.diameter = links < pairs ? 4 : 3;
  return distances;
}

}  // namespace fsin::topology
