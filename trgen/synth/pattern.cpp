// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/pattern.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "trgen/synth/bits.hpp"
#include "trgen/synth/dimension_complement.hpp"

namespace trgen::synth {

std::string check_nodes(std::string_view pattern, const NetworkFacts& facts, std::uint32_t least) {
  if (facts.nodes >= least) return {};
  return fmt::format("pattern {} needs at least {} nodes, the network has {}; use a larger topology", pattern, least,
                     facts.nodes);
}

unsigned node_bits(std::uint32_t nodes) { return static_cast<unsigned>(std::bit_width(nodes)) - 1; }

std::string check_power_of_two(std::string_view pattern, const NetworkFacts& facts, bool even) {
  const std::uint32_t smallest = even ? 4 : 2;
  if (facts.nodes < smallest) return check_nodes(pattern, facts, smallest);
  const unsigned step = even ? 2 : 1;
  const unsigned bits = node_bits(facts.nodes) / step * step;
  const std::uint64_t below = std::uint64_t{1} << bits;
  if (below == facts.nodes) return {};
  return fmt::format(
      "pattern {} permutes the bits of node numbers and needs a power of {} of nodes, the network has {}; the nearest "
      "are {} and {}",
      pattern, even ? "four" : "two", facts.nodes, below, below << step);
}

std::string check_coordinates(std::string_view pattern, const NetworkFacts& facts) {
  if (!facts.dims.empty()) return {};
  return fmt::format(
      "pattern {} needs coordinates and this topology has none; use a torus, a mesh or a hyperx, or a pattern such as "
      "uniform",
      pattern);
}

std::uint32_t move_coordinates(std::uint32_t node, const NetworkFacts& facts, unsigned (*step)(unsigned)) {
  std::uint32_t rest = node / facts.terminals;
  std::uint32_t stride = facts.terminals;
  std::uint32_t moved = node % facts.terminals;
  for (const unsigned k : facts.dims) {
    moved += (rest % k + step(k)) % k * stride;
    rest /= k;
    stride *= k;
  }
  return moved;
}

std::string DimensionComplementParams::check(const NetworkFacts& facts) const {
  if (std::string problem = check_coordinates(name, facts); !problem.empty()) return problem;
  for (const unsigned d : dimensions) {
    if (d < facts.dims.size()) continue;
    return fmt::format("pattern {} complements dimension {} and the last one is {}; leave it out", name, d,
                       facts.dims.size() - 1);
  }
  if (reverse && !std::equal(facts.dims.begin(), facts.dims.end(), facts.dims.rbegin())) {
    return fmt::format(
        "pattern {} reverses the coordinates, and the sides {} are not the same backwards; use a "
        "network of equal sides",
        name, fmt::join(facts.dims, "x"));
  }
  return {};
}

std::uint32_t DimensionComplementParams::destination(std::uint32_t source, const NetworkFacts& facts) const {
  std::vector<unsigned> at;
  std::uint32_t rest = source / facts.terminals;
  for (unsigned d = 0; d < facts.dims.size(); ++d) {
    const unsigned k = facts.dims[d];
    at.push_back(complements(d) ? k - 1 - rest % k : rest % k);
    rest /= k;
  }
  if (reverse) std::reverse(at.begin(), at.end());
  std::uint32_t node = 0;
  for (std::size_t d = at.size(); d-- > 0;) node = node * facts.dims[d] + at[d];
  return node * facts.terminals + source % facts.terminals;
}

}  // namespace trgen::synth
