// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/part.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace trgen::pattern {
namespace {

constexpr std::uint32_t none = Numbering::none;

/// The position that is `at` positions from the offset: the inverse of from_offset().
std::uint32_t turned(const Part& part, std::uint32_t count, std::uint64_t at) {
  return static_cast<std::uint32_t>((at + part.offset) % count);
}

std::uint32_t along_line(const Part& part, std::uint32_t count, std::uint32_t position) {
  const std::uint64_t at = from_offset(position, part.offset, count);
  const std::uint64_t own = at / part.stride % part.extent;
  if (own + 1 < part.extent) return at + part.stride < count ? turned(part, count, at + part.stride) : none;
  return part.kind == Kind::ring ? turned(part, count, at - own * part.stride) : none;
}

std::uint32_t swapped(const Part& part, std::uint32_t count, std::uint32_t position) {
  const std::uint64_t i = position / part.stride % part.extent;
  const std::uint64_t j = position / part.other_stride % part.other_extent;
  const std::uint64_t rest = position - i * part.stride - j * part.other_stride;
  // Of unequal extents, which lie beside each other, the second coordinate becomes the faster one.
  const std::uint64_t slow = part.extent == part.other_extent ? part.other_stride : part.stride * part.other_extent;
  const std::uint64_t to = rest + j * part.stride + i * slow;
  return to < count ? static_cast<std::uint32_t>(to) : none;
}

std::uint32_t moved(const Part& part, std::uint32_t count, std::uint32_t position) {
  const std::uint64_t at = from_offset(position, part.offset, count);
  std::int64_t to = static_cast<std::int64_t>(at);
  for (std::size_t k = 0; k < part.axes.size(); ++k) {
    const Axis& axis = part.axes[k];
    const auto own = static_cast<std::uint32_t>(at / axis.stride % axis.extent);
    if (!part.combs.empty() && !part.combs[k].holds(own)) return none;
    std::int64_t moved_to = std::int64_t{own} + part.delta[k];
    if (axis.wraps) {
      moved_to = (moved_to + axis.extent) % axis.extent;
    } else if (moved_to < 0 || moved_to >= axis.extent) {
      return none;
    }
    to += (moved_to - own) * axis.stride;
  }
  if (to < 0 || to >= count) return none;
  return turned(part, count, static_cast<std::uint64_t>(to));
}

std::uint32_t parent(const Part& part, std::uint32_t count, std::uint32_t position) {
  const std::uint32_t own = coordinate(position, part.offset, count, part.stride, part.extent);
  const std::uint32_t virtual_own = own >= part.root ? own - part.root : own + (part.extent - part.root);
  if (virtual_own == 0) return none;
  std::uint32_t up = (virtual_own - 1) / std::max(part.value, 1U);
  if (part.kind == Kind::binomial_low) up = virtual_own & (virtual_own - 1);
  if (part.kind == Kind::binomial_high) up = virtual_own - std::bit_floor(virtual_own);
  const std::uint64_t to = (std::uint64_t{up} + part.root) % part.extent;
  const std::uint64_t at = from_offset(position, part.offset, count);
  return turned(part, count, at - std::uint64_t{own} * part.stride + to * part.stride);
}

double bits_of(double alternatives) { return std::log2(std::max(alternatives, 1.0)); }

/// Pairs of divisors S and S n of a number, n > 1.
double dimensions_in(std::uint32_t count) {
  const std::vector<std::uint32_t> all = divisors(count);
  double found = 0;
  for (const std::uint32_t stride : all) {
    for (const std::uint32_t end : all) found += end > stride && end % stride == 0 ? 1 : 0;
  }
  return found;
}

/// A bit says whether the dimension is one of those of the whole numbering without an offset.
double dimension_bits(const Part& part, std::uint32_t count) {
  const std::uint64_t end = std::uint64_t{part.stride} * part.extent;
  if (part.offset == 0 && count % end == 0) return 1 + bits_of(dimensions_in(count));
  if (count % end == 0) return 2 + bits_of(dimensions_in(count)) + bits_of(static_cast<double>(end));
  return 2 + 2 * bits_of(count) + (part.offset == 0 ? 0 : bits_of(static_cast<double>(end)));
}

double move_bits(const Part& part) {
  double bits = 2;
  for (std::size_t k = 0; k < part.axes.size(); ++k) {
    bits += bits_of(part.axes[k].extent);
    if (!part.combs.empty()) bits += 2 * bits_of(part.axes[k].extent);
  }
  return bits;
}

}  // namespace

std::uint32_t next_position(const Part& part, std::uint32_t count, std::uint32_t position) {
  switch (part.kind) {
    case Kind::line:
    case Kind::ring:
      return along_line(part, count, position);
    case Kind::cycle:
      return static_cast<std::uint32_t>((std::uint64_t{position} + part.value) % count);
    case Kind::exchange:
      return (position ^ part.value) < count ? position ^ part.value : none;
    case Kind::swap:
      return swapped(part, count, position);
    case Kind::move:
      return moved(part, count, position);
    case Kind::binomial_low:
    case Kind::binomial_high:
    case Kind::k_ary:
      return parent(part, count, position);
    case Kind::star:
      return position == part.root ? none : part.root;
    case Kind::tree_shape:
    case Kind::cube:
    case Kind::dissemination:
    case Kind::group:
    case Kind::complete:
      break;
  }
  return none;
}

double code_bits(const Part& part, const Numbering& numbering) {
  constexpr double kinds = static_cast<double>(Kind::complete) + 1;
  const double count = numbering.count();
  double bits = bits_of(kinds) + numbering.code_bits();
  switch (part.kind) {
    case Kind::line:
    case Kind::ring:
    case Kind::cube:
    case Kind::dissemination:
    case Kind::group:
      return bits + dimension_bits(part, numbering.count());
    case Kind::binomial_low:
    case Kind::binomial_high:
    case Kind::k_ary:
      bits += dimension_bits(part, numbering.count()) + 1 + (part.root == 0 ? 0 : bits_of(part.extent));
      return bits + (part.kind == Kind::k_ary ? bits_of(count) : 0);
    case Kind::cycle:
    case Kind::exchange:
    case Kind::star:
      return bits + bits_of(count);
    case Kind::swap:
      return bits + 2 * bits_of(dimensions_in(numbering.count()));
    case Kind::move:
      return bits + move_bits(part);
    case Kind::tree_shape:
      return bits + 3 + part.shape_bits;
    case Kind::complete:
      break;
  }
  return bits;
}

}  // namespace trgen::pattern
