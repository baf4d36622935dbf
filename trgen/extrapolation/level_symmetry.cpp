// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/level_symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace trgen::extrapolation {
namespace {

using Step = std::array<std::int8_t, 3>;

/// The dimension along which ranks give or take points where this is executed; none for other statements.
std::optional<unsigned> along(const Statement& of) {
  if (!of.condition || of.condition->partition.kind != Partition::Kind::role ||
      of.condition->partition.plays == LevelRole::owner) {
    return std::nullopt;
  }
  return of.condition->partition.along;
}

/// Calls something with each message within.
template <class Visit>
void each_message(const Statement& at, Visit visit) {
  if (at.is.part == Part::message) visit(at);
  for (const Statement& each : at.body) each_message(each, visit);
}

class Copy {
 public:
  Copy(const std::vector<Statement>& body, const Levels& levels, const PartnerForms& forms, unsigned from, unsigned to)
      : body_(body), forms_(forms), on_levels_(forms.on_levels(levels)), from_(from), to_(to) {}

  /// Turns a statement from one dimension to the other. False where that cannot be.
  bool turn(Statement& at) const {
    if (at.condition && at.condition->partition.kind == Partition::Kind::role) at.condition->partition.along = to_;
    if (at.is.part == Part::message && !turn_message(at)) return false;
    return std::all_of(at.body.begin(), at.body.end(), [&](Statement& each) { return turn(each); });
  }

 private:
  bool turn_message(Statement& at) const {
    Step step = forms_.step(at.partner);
    std::swap(step[from_], step[to_]);
    const Statement* const model = in_loop(at, step);
    if (model == nullptr || at.bytes.partial() || at.bytes.laws.size() != 1) return false;
    FaceLaw& face = at.bytes.laws.begin()->second.faces;
    if (at.bytes.laws.begin()->second.kind != Law::Kind::faces || !is_symmetric(face)) return false;
    std::swap(face.ghosts[from_], face.ghosts[to_]);
    at.partner = model->partner;
    at.partners = FormSet{}.set(at.partner);
    at.tag = model->tag;
    at.tag_by_turn = model->tag_by_turn;
    at.extra = model->extra;
    return true;
  }

  /// The message the same way in the loop of each level.
  const Statement* in_loop(const Statement& like, const Step& step) const {
    const Statement* found = nullptr;
    for (const Statement& each : body_) {
      if (each.is.part != Part::loop) continue;
      each_message(each, [&](const Statement& message) {
        const bool same =
            message.is.way == like.is.way && on_levels_.test(message.partner) && forms_.step(message.partner) == step;
        if (same && found == nullptr) found = &message;
      });
    }
    return found;
  }

  /// As many ghosts along all dimensions but that of the message.
  bool is_symmetric(const FaceLaw& face) const {
    std::optional<int> ghosts;
    for (unsigned d = 0; d < face.ghosts.size(); ++d) {
      if (d == from_ ? face.ghosts[d] >= 0 : ghosts && *ghosts != face.ghosts[d]) return false;
      if (d != from_) ghosts = face.ghosts[d];
    }
    return *ghosts >= 0;
  }

  const std::vector<Statement>& body_;
  const PartnerForms& forms_;
  FormSet on_levels_;
  unsigned from_, to_;
};

/// The dimensions in the order in which the loop of each level has messages along them.
std::vector<unsigned> order_of(const std::vector<Statement>& body, const PartnerForms& forms) {
  std::vector<unsigned> order;
  for (const Statement& each : body) {
    if (each.is.part != Part::loop) continue;
    each_message(each, [&](const Statement& message) {
      const Step& step = forms.step(message.partner);
      for (unsigned d = 0; d < step.size(); ++d) {
        if (step[d] != 0 && std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
      }
    });
  }
  return order;
}

/// Adds what is done along a dimension, as it is along another one. False where that cannot be.
bool complete_by_symmetry(Statement& ladder, const Levels& levels, const PartnerForms& forms, unsigned dimension) {
  const std::vector<unsigned> order = order_of(ladder.body, forms);
  const auto place = [&](unsigned d) { return std::find(order.begin(), order.end(), d); };
  const auto model = std::find_if(ladder.body.begin(), ladder.body.end(),
                                  [](const Statement& each) { return along(each).has_value(); });
  if (model == ladder.body.end() || place(dimension) == order.end()) return false;
  const unsigned from = *along(*model);
  std::vector<Statement> copies;
  for (const Statement& each : ladder.body) {
    if (along(each) == from) copies.push_back(each);
  }
  const Copy copy(ladder.body, levels, forms, from, dimension);
  for (Statement& each : copies) {
    if (!copy.turn(each)) return false;
  }
  // Before what is done along later dimensions, and before the loop.
  const auto before = std::find_if(ladder.body.begin(), ladder.body.end(), [&](const Statement& each) {
    const auto own = along(each);
    return each.is.part == Part::loop || (own && place(*own) > place(dimension));
  });
  ladder.body.insert(before, std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  return true;
}

std::vector<Levels> all_levels(const std::vector<Statement>& body) {
  std::vector<Levels> made;
  for (const Statement& each : body) {
    if (each.levels) made.push_back(*each.levels);
    for (const Levels& inner : all_levels(each.body)) made.push_back(inner);
  }
  return made;
}

/// Calls something with each ladder that goes up.
template <class Visit>
void each_ladder_up(std::vector<Statement>& body, Visit visit) {
  for (Statement& each : body) {
    if (each.is.part == Part::levels && !each.is.falling && each.levels) visit(each);
    if (each.is.part == Part::loop) each_ladder_up(each.body, visit);
  }
}

/// The ranks along a side up to which none is idle on the coarsest level of all ladders of a grid: a way down may end
/// before it.
std::uint32_t most_without_idle(const Levels& levels, const std::vector<Levels>& all) {
  unsigned coarsest = levels.coarsest;
  for (const Levels& other : all) {
    if (other.rule == levels.rule) coarsest = std::min(coarsest, other.coarsest);
  }
  return 1U << coarsest;
}

}  // namespace

void complete_levels(std::vector<Statement>& body, const Inputs& inputs, const Run& target,
                     const std::array<bool, 3>& ways_guessed, Findings& findings) {
  const std::vector<Levels> all = all_levels(body);
  each_ladder_up(body, [&](Statement& ladder) {
    const std::uint32_t most = most_without_idle(*ladder.levels, all);
    for (unsigned d = 0; d < 3; ++d) {
      const auto& wide = target.sides(ladder.levels->rule);
      if (ways_guessed[d] && wide && (*wide)[d] > 2)
        add_once(findings.doubts,
                 fmt::format("which way messages along {0} go is taken to be as along another side: no input has more "
                             "than 2 ranks along {0}",
                             "xyz"[d]));
      const auto idle_along = [&](const Run& run) {
        const auto& sides = run.sides(ladder.levels->rule);
        return sides && (*sides)[d] > most;
      };
      if (!idle_along(target) || std::any_of(inputs.runs.begin(), inputs.runs.end(), idle_along)) continue;
      findings.hidden = true;
      const std::string what = fmt::format("{} would leave ranks idle along {} on coarse levels, which no input does",
                                           target.scale().words(), "xyz"[d]);
      const std::string how = fmt::format("an input with more than {} ranks along {} shows it", most, "xyz"[d]);
      if (complete_by_symmetry(ladder, *ladder.levels, inputs.partners, d))
        add_once(findings.doubts, fmt::format("{}: taken to be as along another side; {}", what, how));
      else
        add_once(findings.refusals, fmt::format("{}: what the others then do is not shown; {}", what, how));
    }
  });
}

}  // namespace trgen::extrapolation
