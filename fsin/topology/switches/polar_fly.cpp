// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/polar_fly.hpp"

#include <fmt/format.h>

#include "fsin/topology/switches/within_two.hpp"

namespace fsin::topology {

PolarFly::PolarFly(unsigned q, unsigned terminals, unsigned rails)
    : SwitchGraph(std::vector<unsigned>(std::size_t{q} * q + q + 1, terminals)), field_(q) {
  for (std::uint32_t one = 0; one < switches(); ++one) {
    for (const std::uint32_t other : orthogonal(point(one))) {
      if (one < other) add_link(one, other);
    }
  }
  copy_rails(rails);
}

PolarFly::Point PolarFly::point(std::uint32_t number) const {
  const unsigned q = field_.size();
  if (number < q * q) return {1, number / q, number % q};
  number -= q * q;
  return number < q ? Point{0, 1, number} : Point{0, 0, 1};
}

std::vector<std::uint32_t> PolarFly::orthogonal(const Point& to) const {
  const unsigned q = field_.size();
  const auto& [a, b, c] = to;
  std::vector<std::uint32_t> found;
  for (unsigned y = 0; y < q; ++y) {
    const unsigned rest = field_.add(a, field_.multiply(b, y));  // c z must be its negative
    if (c != 0) found.push_back(y * q + field_.divide(field_.negative(rest), c));
    for (unsigned z = 0; c == 0 && rest == 0 && z < q; ++z) found.push_back(y * q + z);
  }
  if (c != 0) found.push_back(q * q + field_.divide(field_.negative(b), c));
  for (unsigned z = 0; c == 0 && b == 0 && z < q; ++z) found.push_back(q * q + z);
  if (c == 0) found.push_back(q * q + q);
  return found;
}

unsigned PolarFly::switch_distance(std::uint32_t from, std::uint32_t to) const {
  if (from == to) return 0;
  const Point one = point(from), other = point(to);
  unsigned product = 0;
  for (std::size_t i = 0; i < one.size(); ++i) product = field_.add(product, field_.multiply(one[i], other[i]));
  return product == 0 ? 1 : 2;
}

Distances PolarFly::distances() const {
  const double q = field_.size();
  return within_two(q * q + q + 1, terminals(0), q * (q + 1) * (q + 1));
}

std::string PolarFly::switch_name(std::uint32_t number) const {
  const Point place = point(number);
  return fmt::format("switch ({}, {}, {})", place[0], place[1], place[2]);
}

std::optional<Fault> PolarFlyParams::fault() const {
  if (!is_prime_power(q)) return no_field("5, 7, 8, 9, 11, 13, 16 or 17");
  return too_large(extent(), key_of_size());
}

}  // namespace fsin::topology
