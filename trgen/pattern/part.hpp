// SPDX-License-Identifier: Apache-2.0
// The elementary patterns: each is a set of pairs of positions in a numbering (numbering.hpp).
//
// Most kinds are partial maps: a position has at most one partner "forward". A cube, a dissemination, a group and a
// complete graph are not. A dimension (stride S, extent n, offset f) gives position p the coordinate
//     ((p - f mod count) / S) mod n.
// Sources of the trees: MPICH's binomial tree drops the lowest bit of a rank to find its parent, Open MPI's the
// highest; a k-ary tree is numbered level by level (D. E. Knuth, The Art of Computer Programming 1, 2.3.4.5).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trgen/pattern/numbering.hpp"

namespace trgen::pattern {

enum class Kind : std::uint8_t {
  line,           ///< coordinate c to c + 1, without wrap
  ring,           ///< c to c + 1, the last to the first
  cycle,          ///< position p to p + value, modulo the number of positions
  exchange,       ///< p and p XOR value
  swap,           ///< two coordinates change places
  move,           ///< a step by `delta` in the axes of a grid
  binomial_low,   ///< to the parent, c without its lowest bit
  binomial_high,  ///< to the parent, c without its highest bit
  k_ary,          ///< to the parent, (c - 1) / value
  star,           ///< every position to `root`
  tree_shape,     ///< to the parent, in any numbering
  cube,           ///< coordinates that differ in one bit; the extent is a power of two, 4 or more
  dissemination,  ///< coordinate c to c + 1, c + 2, c + 4, ..., with wrap
  group,          ///< all pairs of positions that differ in this coordinate only
  complete,       ///< all pairs of `members`
};

struct Axis {
  std::uint32_t stride = 1;
  std::uint32_t extent = 1;
  bool wraps = false;
  bool silent = false;  ///< no part goes along it: copies of the pattern lie beside each other

  bool operator==(const Axis&) const = default;
};

/// Some coordinates of an axis: first, first + step, ...
struct Comb {
  std::uint32_t first = 0;
  std::uint32_t step = 1;
  std::uint32_t count = 0;

  bool holds(std::uint32_t coordinate) const {
    return coordinate >= first && (coordinate - first) % step == 0 && (coordinate - first) / step < count;
  }
};

struct Part {
  Kind kind = Kind::line;
  std::uint32_t stride = 1;
  std::uint32_t extent = 0;
  std::uint32_t offset = 0;
  std::uint32_t other_stride = 0;  ///< swap: the second coordinate
  std::uint32_t other_extent = 0;
  std::uint32_t value = 0;               ///< cycle: distance; exchange: mask; k_ary: children of a node
  std::uint32_t root = 0;                ///< trees: coordinate of the root; star: position; tree_shape: rank
  std::vector<Axis> axes{};              ///< move: the grid, lowest stride first, and
  std::vector<std::int32_t> delta{};     ///< the step along each axis
  std::vector<Comb> combs{};             ///< move: where it starts; empty: everywhere
  std::vector<std::uint32_t> members{};  ///< complete: ranks; tree_shape: the parent of each rank, or Numbering::none
  std::uint32_t tree_radix = 0;          ///< tree_shape: 0 for a binomial tree, else children of a node
  double shape_bits = 0;                 ///< tree_shape: bits that say which rank stands where
};

/// The position to which a map leads; Numbering::none where it leads nowhere. Not for the kinds that
/// are no maps.
std::uint32_t next_position(const Part& part, std::uint32_t count, std::uint32_t position);

/// Bits of a code for the part, among all parts of its numbering.
double code_bits(const Part& part, const Numbering& numbering);

/// A position as counted from an offset, modulo the number of positions.
constexpr std::uint32_t from_offset(std::uint32_t position, std::uint32_t offset, std::uint32_t count) {
  return position >= offset ? position - offset : position + (count - offset);
}

/// The coordinate of a position along an axis.
constexpr std::uint32_t coordinate(std::uint32_t position, std::uint32_t offset, std::uint32_t count,
                                   std::uint32_t stride, std::uint32_t extent) {
  return from_offset(position, offset, count) / stride % extent;
}

/// Calls f(from, to) for every `every`-th of the pairs of ranks of a part, each once, forward.
template <class F>
void visit_pairs(const Part& part, const Numbering& numbering, F f, std::uint32_t every = 1) {
  const std::uint32_t count = numbering.count();
  if (part.kind == Kind::complete) {
    for (std::size_t i = 0; i < part.members.size(); i += every) {
      for (std::size_t j = i + 1; j < part.members.size(); ++j) f(part.members[i], part.members[j]);
    }
    return;
  }
  if (part.kind == Kind::tree_shape) {
    for (std::uint32_t rank = 0; rank < part.members.size(); ++rank) {
      if (part.members[rank] != Numbering::none) f(rank, part.members[rank]);
    }
    return;
  }
  for (std::uint32_t position = 0; position < count; position += every) {
    if (part.kind == Kind::dissemination) {
      const std::uint32_t own = coordinate(position, part.offset, count, part.stride, part.extent);
      for (std::uint32_t way = 1; way < part.extent; way *= 2) {
        // Half way round, and where the way back is a power of two as well, a pair is that of the other rank.
        const std::uint32_t back = part.extent - way;
        if (back == way ? own >= way : (back & (back - 1)) == 0 && back < way) continue;
        const std::uint32_t to = (own + way) % part.extent;
        const std::uint64_t other = std::uint64_t{position} + count + std::uint64_t{to} * part.stride;
        f(numbering.rank(position),
          numbering.rank(static_cast<std::uint32_t>((other - std::uint64_t{own} * part.stride) % count)));
      }
      continue;
    }
    if (part.kind == Kind::group || part.kind == Kind::cube) {
      const std::uint32_t own = coordinate(position, part.offset, count, part.stride, part.extent);
      const std::uint32_t turned = from_offset(position, part.offset, count);
      // In a group all coordinates above this one, in a cube those that differ in one bit.
      const bool doubles = part.kind == Kind::cube;
      for (std::uint32_t way = 1; way < (doubles ? part.extent : part.extent - own);
           way = doubles ? 2 * way : way + 1) {
        if (doubles && (own & way) != 0) continue;
        const std::uint64_t other = turned + std::uint64_t{way} * part.stride;
        if (other >= count) break;
        f(numbering.rank(position), numbering.rank(static_cast<std::uint32_t>((other + part.offset) % count)));
      }
      continue;
    }
    const std::uint32_t to = next_position(part, count, position);
    if (to == Numbering::none || to == position) continue;
    if (to < position && next_position(part, count, to) == position) continue;  // a pair that was visited from there
    f(numbering.rank(position), numbering.rank(to));
  }
}

}  // namespace trgen::pattern
