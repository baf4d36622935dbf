// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/groups.hpp"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

namespace trgen::extrapolation {

GroupForms::GroupForms(const std::vector<GridRule>& rules) {
  forms_.push_back({.rule = 0, .along = 0, .words = "all ranks"});
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    const unsigned all = (1U << rules[rule].dimensions) - 1;
    for (unsigned along = 1; along < all; ++along) {
      std::string axes;
      for (unsigned d = 0; d < 3; ++d) {
        if ((along >> d & 1U) != 0) axes += "xyz"[d];
      }
      forms_.push_back({rule, along, fmt::format("ranks along {} in the {}", axes, rules[rule].name)});
    }
  }
  if (forms_.size() > most_groups) throw std::logic_error("more forms of groups than a set can hold");
}

std::vector<std::uint32_t> GroupForms::members(std::size_t form, const Place& at) const {
  const Form& of = forms_[form];
  std::vector<std::uint32_t> made;
  if (!of.needs_grid()) {
    made.resize(at.run->ranks());
    std::iota(made.begin(), made.end(), 0U);
    return made;
  }
  if (!at.run->sides(of.rule)) return made;
  const Sides side = *at.run->sides(of.rule);
  Sides from = at.run->place(of.rule, at.rank);
  Sides to{from[0] + 1, from[1] + 1, from[2] + 1};
  for (unsigned d = 0; d < 3; ++d) {
    if ((of.along >> d & 1U) == 0) continue;
    from[d] = 0;
    to[d] = side[d];
  }
  for (std::uint32_t z = from[2]; z < to[2]; ++z) {
    for (std::uint32_t y = from[1]; y < to[1]; ++y) {
      for (std::uint32_t x = from[0]; x < to[0]; ++x) made.push_back(x + side[0] * (y + side[1] * z));
    }
  }
  return made;
}

GroupSet GroupForms::that_give(const Place& at, const std::vector<std::uint32_t>& wanted) const {
  GroupSet found;
  for (std::size_t form = 0; form < forms_.size(); ++form) {
    if (members(form, at) == wanted) found.set(form);
  }
  return found;
}

}  // namespace trgen::extrapolation
