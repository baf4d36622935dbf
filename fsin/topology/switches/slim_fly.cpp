// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/slim_fly.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/topology/switches/within_two.hpp"

namespace fsin::topology {
namespace {

/// Exponents of X; those of X' are one larger.
std::vector<unsigned> exponents(unsigned q) {
  std::vector<unsigned> found;
  if (q % 4 != 3) {
    for (unsigned exponent = 0; exponent < q - 1; exponent += 2) found.push_back(exponent);
    return found;
  }
  const unsigned half = (q + 1) / 2;  // 2 w
  for (unsigned exponent = 0; exponent < half; exponent += 2) {
    found.push_back(exponent);
    found.push_back(exponent + half - 1);
  }
  return found;
}

}  // namespace

SlimFly::SlimFly(unsigned q, unsigned terminals, unsigned rails)
    : SwitchGraph(std::vector<unsigned>(std::size_t{2} * q * q, terminals)), field_(q) {
  for (unsigned half = 0; half < 2; ++half) {
    steps_[half].resize(q);
    for (const unsigned exponent : exponents(q)) steps_[half][field_.power(exponent + half)] = true;
    join_columns(half);
  }
  for (unsigned x = 0; x < q; ++x) {
    for (unsigned y = 0; y < q; ++y) {
      for (unsigned m = 0; m < q; ++m) {
        add_link(x * q + y, q * q + m * q + field_.subtract(y, field_.multiply(m, x)));
      }
    }
  }
  copy_rails(rails);
}

void SlimFly::join_columns(unsigned half) {
  const unsigned q = field_.size();
  for (unsigned column = 0; column < q; ++column) {
    const unsigned first = (half * q + column) * q;
    for (unsigned one = 0; one < q; ++one) {
      for (unsigned other = one + 1; other < q; ++other) {
        if (steps_[half][field_.subtract(other, one)]) add_link(first + one, first + other);
      }
    }
  }
}

SlimFly::Place SlimFly::place_of(std::uint32_t number) const {
  const unsigned q = field_.size();
  return {number / (q * q), number / q % q, number % q};
}

bool SlimFly::adjacent(Place one, Place other) const {
  if (one.half == other.half) {
    return one.column == other.column && steps_[one.half][field_.subtract(one.row, other.row)];
  }
  if (one.half != 0) std::swap(one, other);
  return one.row == field_.add(field_.multiply(other.column, one.column), other.row);
}

unsigned SlimFly::switch_distance(std::uint32_t from, std::uint32_t to) const {
  if (from == to) return 0;
  return adjacent(place_of(from), place_of(to)) ? 1 : 2;
}

Distances SlimFly::distances() const {
  const auto all = static_cast<double>(switches_of_rail());
  return within_two(all, terminals(0), all * static_cast<double>(links_of(0).size()));
}

std::string SlimFly::switch_name(std::uint32_t number) const {
  const Place place = place_of(number);
  return fmt::format("switch ({}, {}, {})", place.half, place.column, place.row);
}

std::optional<Fault> SlimFlyParams::fault() const {
  if (!is_prime_power(q) || q % 4 == 2) return no_field("3, 4, 5, 7, 8, 9, 11, 13, 16, 17 or 19");
  return too_large(extent(), key_of_size());
}

}  // namespace fsin::topology
