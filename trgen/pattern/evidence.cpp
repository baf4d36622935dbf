// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/evidence.hpp"

#include <cmath>

namespace trgen::pattern {

Evidence& Evidence::operator+=(const Evidence& other) {
  possible += other.possible;
  hits += other.hits;
  expected += other.expected;
  surprise += other.surprise;
  bits += other.bits;
  return *this;
}

void Evidence::add(double chance, bool is_there) {
  ++possible;
  hits += is_there ? 1 : 0;
  expected += chance;
  surprise -= std::log2(is_there ? chance : 1 - chance);
}

void Evidence::finish(double code_bits) {
  const double m = static_cast<double>(possible);
  bits = -code_bits - (hits == possible ? 1 : 1 + std::log2(m + 1));
  if (hits == 0) return;
  const double q = fill();
  bits += surprise + m * q * std::log2(q);
  if (hits < possible) bits += m * (1 - q) * std::log2(1 - q);
}

RandomGraph::RandomGraph(const TrafficGraph& graph) : graph_(&graph) {
  const double pairs = static_cast<double>(graph.pairs().size());
  double squares = 0;
  for (std::uint32_t rank = 0; rank < graph.ranks(); ++rank) {
    const double degree = static_cast<double>(graph.degree(rank));
    squares += degree * degree;
  }
  // The sum of d(u) d(v) over all pairs u < v is ((2 E)^2 - squares) / 2.
  const double products = (4 * pairs * pairs - squares) / 2;
  factor_ = products > 0 ? pairs / products : 0;
}

}  // namespace trgen::pattern
