// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/abelian_group.hpp"

namespace fsin::topology {

AbelianGroup::AbelianGroup(std::vector<unsigned> the_dims, std::vector<Twist> twists)
    : dims(std::move(the_dims)), twists_(std::move(twists)) {
  for (Twist& twist : twists_) twist.by %= dims[twist.moves];
}

std::size_t AbelianGroup::order() const {
  std::size_t order = 1;
  for (const unsigned k : dims) order *= k;
  return order;
}

/// Number of the element. Dimensions are reduced from the highest down, because going round one of them moves lower
/// ones only.
std::uint32_t AbelianGroup::number(Element element) const {
  std::size_t number = 0;
  for (std::size_t d = dims.size(); d-- > 0;) {
    const std::int64_t k = dims[d];
    std::int64_t rounds = element[d] / k;
    if (element[d] % k < 0) --rounds;
    for (const Twist& twist : twists_) {
      if (twist.over == d) element[twist.moves] += rounds * twist.by;
    }
    number = number * dims[d] + static_cast<std::size_t>(element[d] - rounds * k);
  }
  return static_cast<std::uint32_t>(number);
}

Element AbelianGroup::element(std::uint32_t number) const {
  Element element{};
  for (std::size_t d = 0; d < dims.size(); number /= dims[d++]) element[d] = number % dims[d];
  return element;
}

Element AbelianGroup::sum(Element element, const Element& other, int times) {
  for (std::size_t d = 0; d < element.size(); ++d) element[d] += times * other[d];
  return element;
}

}  // namespace fsin::topology
