// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/partners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace trgen::extrapolation {
namespace {

constexpr std::int32_t most_offset = 8;
constexpr std::int32_t most_fixed = 16;
constexpr std::int32_t most_from_end = 4;
constexpr std::int32_t most_bits = 12;
constexpr std::int32_t most_halvings = 6;

std::uint32_t stepped(std::uint32_t at, std::int8_t step, std::uint32_t side) {
  return step < 0 ? (at + side - 1) % side : (at + static_cast<std::uint32_t>(step)) % side;
}

std::string direction(const std::array<std::int8_t, 3>& step, unsigned dimensions) {
  std::string text;
  for (unsigned d = 0; d < dimensions; ++d) {
    if (step[d] != 0) text += fmt::format("{}{}{}", text.empty() ? "" : " ", step[d] > 0 ? "+" : "-", "xyz"[d]);
  }
  return text;
}

}  // namespace

PartnerForms::PartnerForms(const std::vector<GridRule>& rules, std::vector<OwnForm> own, std::uint32_t fewest)
    : own_(std::move(own)) {
  for (std::size_t i = 0; i < own_.size(); ++i)
    forms_.push_back({.kind = Kind::own, .amount = static_cast<std::int32_t>(i), .words = own_[i].words});
  forms_.push_back({.kind = Kind::rung_up, .words = "rank ^ (1 << rung)"});
  forms_.push_back({.kind = Kind::rung_down, .words = "rank ^ (1 << (rungs - 1 - rung))"});
  for (std::int32_t c = 1; c <= most_offset; ++c) {
    forms_.push_back({.kind = Kind::offset, .amount = c, .words = fmt::format("(rank + {}) % ranks", c)});
    forms_.push_back({.kind = Kind::offset, .amount = -c, .words = fmt::format("(rank - {}) % ranks", c)});
  }
  forms_.push_back({.kind = Kind::offset, .amount = 0, .words = "rank"});
  for (std::int32_t c = 0; c < most_fixed; ++c)
    forms_.push_back({.kind = Kind::fixed, .amount = c, .words = fmt::format("{}", c)});
  for (std::int32_t c = 0; c < most_from_end; ++c)
    forms_.push_back({.kind = Kind::from_end, .amount = c + 1, .words = fmt::format("ranks - {}", c + 1)});
  for (std::size_t rule = 0; rule < rules.size(); ++rule) add_grid_forms(rule, rules[rule]);
  forms_.push_back({.kind = Kind::mirror, .words = "ranks - 1 - rank"});
  forms_.push_back({.kind = Kind::half, .words = "(rank + ranks / 2) % ranks"});
  for (std::int32_t bit = 0; bit < most_bits; ++bit)
    forms_.push_back({.kind = Kind::exclusive_or, .amount = bit, .words = fmt::format("rank ^ {}", 1U << bit)});
  for (std::size_t rule = 0; rule < rules.size(); ++rule) add_level_forms(rule, rules[rule]);
  for (std::size_t form = 0; form < std::min(forms_.size(), most_forms); ++form) {
    const Form& of = forms_[form];
    around_.set(form, of.kind == Kind::offset && fewest > 0 && std::abs(std::int64_t{of.amount}) >= fewest);
  }
  if (forms_.size() > most_forms) throw std::logic_error("more forms of partners than a set can hold");
}

void PartnerForms::add_grid_forms(std::size_t rule, const GridRule& of) {
  if (of.dimensions < 2) return;
  const auto add = [&](Kind kind, std::array<std::int8_t, 3> step, std::string_view how) {
    forms_.push_back({.kind = kind,
                      .rule = rule,
                      .step = step,
                      .words = fmt::format("neighbour {} in the {}{}", direction(step, of.dimensions), of.name, how)});
  };
  const std::int8_t last = of.dimensions > 2 ? 1 : 0;
  const auto add_order = [&](Kind kind, int order, std::string_view how) {
    for (std::int8_t z = static_cast<std::int8_t>(-last); z <= last; ++z) {
      for (std::int8_t y = -1; y <= 1; ++y) {
        for (std::int8_t x = -1; x <= 1; ++x) {
          if ((x != 0) + (y != 0) + (z != 0) == order) add(kind, {x, y, z}, how);
        }
      }
    }
  };
  for (int order = 1; order <= static_cast<int>(of.dimensions); ++order) {  // neighbours by faces first
    add_order(Kind::inner_neighbour, order, "");
    add_order(Kind::neighbour, order, ", with wrap");
  }
  if (of.dimensions > 2) return;
  forms_.push_back(
      {.kind = Kind::transpose, .rule = rule, .words = fmt::format("transposed place in the {}", of.name)});
  for (std::int32_t k = 1; k <= most_halvings; ++k)
    forms_.push_back({.kind = Kind::column,
                      .amount = k,
                      .rule = rule,
                      .words = fmt::format("rank ^ (first side >> {}) of the {}", k, of.name)});
}

void PartnerForms::add_level_forms(std::size_t rule, const GridRule& of) {
  if (of.dimensions < 2 || of.fixed_side) return;
  for (unsigned coarsest = 0; coarsest <= most_coarsest; ++coarsest) {
    FormSet& all = on_all_levels_.emplace_back();
    for (unsigned d = 0; d < of.dimensions; ++d) {
      for (const std::int8_t by : {std::int8_t{1}, std::int8_t{-1}}) {
        std::array<std::int8_t, 3> step{};
        step[d] = by;
        all.set(forms_.size());
        forms_.push_back({.kind = Kind::level,
                          .amount = static_cast<std::int32_t>(coarsest),
                          .rule = rule,
                          .step = step,
                          .words = fmt::format("neighbour {} on levels from {} points a side on, in the {}",
                                               direction(step, of.dimensions), 1U << coarsest, of.name)});
      }
    }
  }
}

std::optional<Partition> PartnerForms::having(std::size_t form) const {
  const Form& of = forms_[form];
  if (of.kind != Kind::inner_neighbour) return std::nullopt;
  Partition made{.kind = Partition::Kind::neighbour, .rule = of.rule, .words = "ranks that have a " + of.words};
  made.step = of.step;
  return made;
}

FormSet PartnerForms::on_levels(const Levels& levels) const {
  FormSet made;
  for (std::size_t form = 0; form < forms_.size(); ++form)
    made.set(form, forms_[form].kind == Kind::level && forms_[form].rule == levels.rule &&
                       forms_[form].amount == static_cast<std::int32_t>(levels.coarsest));
  return made;
}

std::optional<std::uint32_t> PartnerForms::partner(std::size_t form, const Place& at) const {
  const Form& of = forms_[form];
  const std::uint32_t ranks = at.run->ranks();
  const std::uint32_t rank = at.rank;
  const auto amount = static_cast<std::uint32_t>(of.amount);
  const auto sound = [ranks](std::uint64_t peer) {
    return peer < ranks ? std::optional(static_cast<std::uint32_t>(peer)) : std::nullopt;
  };
  switch (of.kind) {
    case Kind::offset:
      return static_cast<std::uint32_t>((std::int64_t{rank} + of.amount + std::int64_t{ranks} * most_offset) % ranks);
    case Kind::fixed:
      return sound(amount);
    case Kind::from_end:
      return amount <= ranks ? std::optional(ranks - amount) : std::nullopt;
    case Kind::exclusive_or:
      return sound(rank ^ (1U << amount));
    case Kind::mirror:
      return ranks - 1 - rank;
    case Kind::rung_up:
      return at.rungs > 0 && !at.of_levels ? sound(rank ^ (1U << at.rung)) : std::nullopt;
    case Kind::rung_down:
      return at.rungs > 0 && !at.of_levels ? sound(rank ^ (1U << (at.rungs - 1 - at.rung))) : std::nullopt;
    case Kind::own:
      return own_[amount].partner(rank, ranks);
    case Kind::half:
      return ranks % 2 == 0 ? std::optional((rank + ranks / 2) % ranks) : std::nullopt;
    default:
      break;
  }
  const std::optional<Sides>& side = at.run->sides(of.rule);
  if (!side) return std::nullopt;
  if (of.kind == Kind::column) {
    const std::uint32_t bit = (*side)[0] >> amount;
    return bit != 0 && std::has_single_bit((*side)[0]) ? sound(rank ^ bit) : std::nullopt;
  }
  if (of.kind == Kind::transpose) {
    const std::uint32_t rows = (*side)[1];
    const auto mirrored = [rows](std::uint32_t number) { return number % rows * rows + number / rows; };
    if ((*side)[0] == rows) return mirrored(rank);
    return (*side)[0] == 2 * rows ? std::optional(2 * mirrored(rank / 2) + rank % 2) : std::nullopt;
  }
  Sides place = at.run->place(of.rule, rank);
  if (of.kind == Kind::level) {
    const auto points = Levels{of.rule, amount}.points(at);
    if (!points) return std::nullopt;
    for (unsigned d = 0; d < 3; ++d) {
      const auto apart = distance_between((*side)[d], *points);
      if (of.step[d] == 0) continue;
      if (!apart) return std::nullopt;
      place[d] = (place[d] + (of.step[d] > 0 ? *apart : (*side)[d] - *apart)) % (*side)[d];
    }
    return place[0] + (*side)[0] * (place[1] + (*side)[1] * place[2]);
  }
  for (unsigned d = 0; d < 3; ++d) {
    const bool leaves = of.step[d] != 0 && place[d] == (of.step[d] > 0 ? (*side)[d] - 1 : 0);
    if (leaves && of.kind == Kind::inner_neighbour) return std::nullopt;
    place[d] = stepped(place[d], of.step[d], (*side)[d]);
  }
  return place[0] + (*side)[0] * (place[1] + (*side)[1] * place[2]);
}

Heading PartnerForms::heading(std::size_t form) const {
  const auto [x, y, z] = forms_[form].step;
  return {x == 0 ? 1U : y == 0 ? 0U : 2U, y != 0 ? y < 0 : x < 0};
}

FormSet PartnerForms::that_give(const Place& at, std::uint32_t partner_rank) const {
  FormSet found;
  for (std::size_t form = 0; form < forms_.size(); ++form) {
    if (partner(form, at) == partner_rank) found.set(form);
  }
  return found;
}

}  // namespace trgen::extrapolation
