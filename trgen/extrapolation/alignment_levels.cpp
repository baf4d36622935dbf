// SPDX-License-Identifier: Apache-2.0
// Lays ladders of levels over each other (level_ladder.hpp). On the way up, who gives or takes points differs from rank
// to rank, so that no rank shows the order of all statements: they are matched one by one, and put in order at the end.
#include <algorithm>
#include <utility>

#include "trgen/extrapolation/alignment.hpp"
#include "trgen/extrapolation/alignment_level.hpp"

namespace trgen::extrapolation {

/// Where a node of a level fits best in the body of levels; the end if nowhere.
std::size_t Alignment::best_place(const Joint& levels, const RankNode& node, const std::vector<std::size_t>& taken,
                                  std::uint32_t& gain) {
  std::size_t best = levels.body.size();
  gain = 0;
  for (std::size_t i = 0; i < levels.body.size(); ++i) {
    const std::uint32_t own = score(levels.body[i], node);
    if (own <= gain || std::find(taken.begin(), taken.end(), i) != taken.end()) continue;
    best = i;
    gain = own;
  }
  return best;
}

/// The forms of partners on those levels that explain the loop of each level.
FormSet Alignment::forms_on_levels(const Joint& levels) const {
  const auto explains = [](auto&& self, const Joint& at, const FormSet& forms) -> bool {
    return (at.is.part != Part::message || (at.partners & forms).any()) &&
           std::all_of(at.body.begin(), at.body.end(), [&](const Joint& each) { return self(self, each, forms); });
  };
  FormSet made;
  for (const FormSet& forms : partners_.on_all_levels()) {
    const bool all = std::all_of(levels.body.begin(), levels.body.end(), [&](const Joint& each) {
      return each.is.part != Part::loop || explains(explains, each, forms);
    });
    if (all) made |= forms;
  }
  return made;
}

/// The rung of a node before the first loop of a rank that is idle on coarser levels: what it gives or takes there
/// stands before that loop too. It is the lowest one on which its partners are neighbours: farther down, neighbours
/// are farther apart. `forms`: of partners on these levels.
std::size_t Alignment::rung_of(const FormSet& forms, const RankNode& node, std::size_t from, std::size_t to,
                               std::size_t rungs) {
  const auto fits = [&](auto&& self, const RankNode& at) -> bool {
    return (at.is.part != Part::message || (partners_.that_give(place(), at.is.peer) & forms).any()) &&
           std::all_of(at.body.begin(), at.body.end(), [&](const RankNode& each) { return self(self, each); });
  };
  for (; from < to; ++from) {
    enter_rung(from, rungs, true);
    if (fits(fits, node)) break;
  }
  return from;
}

template <class Visit>
void Alignment::each_going_up(const Joint& levels, const RankNode& node, Visit visit) {
  const FormSet forms = forms_on_levels(levels);
  for (const RankNode& level : node.body) {
    const bool first = &level == &node.body.front();
    std::size_t rung = first ? 0 : level.count;
    std::vector<std::size_t> taken;  // of the body, on this rung
    for (const RankNode& each : level.body) {
      const std::size_t before = rung;
      if (&each == &level.body.back())
        rung = level.count;
      else if (first)
        rung = rung_of(forms, each, rung, level.count, node.count);
      if (rung != before) taken.clear();
      enter_rung(rung, node.count, true);
      std::uint32_t gain = 0;
      const std::size_t place = best_place(levels, each, taken, gain);
      visit(each, place, gain, taken);
      taken.push_back(place);
    }
  }
  leave_rungs();
}

std::uint32_t Alignment::score_levels(const Joint& levels, const RankNode& node) {
  if (levels.is.falling != node.is.falling) return 0;
  std::uint32_t sum = 0;
  if (!levels.is.falling) {
    each_going_up(levels, node, [&](const auto&, std::size_t, std::uint32_t gain, const auto&) { sum += gain; });
    return sum;
  }
  for (const RankNode& level : node.body) {
    enter_rung(level.count, node.count, true);
    sum += Level(*this, levels.body, level.body).score();
  }
  leave_rungs();
  return sum;
}

void Alignment::join_levels(Joint& levels, const RankNode& node) {
  levels.seen.push_back(seen(node.count, nullptr));
  if (!levels.is.falling) {
    each_going_up(levels, node, [&](const RankNode& each, std::size_t place, std::uint32_t, const auto& taken) {
      if (place == levels.body.size())
        levels.body.push_back(made_of(each));
      else
        join(levels.body[place], each);
      if (!taken.empty()) levels.order.emplace(taken.back(), place);
    });
    return;
  }
  for (const RankNode& level : node.body) {
    enter_rung(level.count, node.count, true);
    lay_over(levels.body, level.body);
  }
  leave_rungs();
}

void put_in_order(std::vector<Joint>& joints) {
  for (Joint& each : joints) {
    put_in_order(each.body);
    std::vector<Joint> sorted;
    std::vector<bool> placed(each.body.size());
    while (!each.order.empty() || (each.is.part == Part::levels && sorted.size() < placed.size())) {
      std::size_t next = 0;
      const auto follows = [&](const auto& pair) { return pair.second == next; };
      while (next < placed.size() && (placed[next] || std::any_of(each.order.begin(), each.order.end(), follows)))
        ++next;
      if (next == placed.size()) break;
      placed[next] = true;
      sorted.push_back(std::move(each.body[next]));
      std::erase_if(each.order, [&](const auto& pair) { return pair.first == next; });
    }
    if (each.is.part != Part::levels) continue;
    each.ordered = sorted.size() == each.body.size();
    if (each.ordered) each.body = std::move(sorted);
  }
}

}  // namespace trgen::extrapolation
