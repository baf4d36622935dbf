// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/pattern.hpp"

#include <fmt/core.h>

#include <bit>

#include "trgen/synth/bits.hpp"

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
      "pattern {} needs coordinates and this topology has none; use a torus or a mesh, or a pattern such as uniform",
      pattern);
}

std::uint32_t move_coordinates(std::uint32_t node, std::span<const unsigned> dims, unsigned (*step)(unsigned)) {
  std::uint32_t rest = node;
  std::uint32_t stride = 1;
  std::uint32_t moved = 0;
  for (const unsigned k : dims) {
    moved += (rest % k + step(k)) % k * stride;
    rest /= k;
    stride *= k;
  }
  return moved;
}

}  // namespace trgen::synth
