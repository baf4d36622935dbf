// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/hypotheses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace trgen::extrapolation {
namespace {

class Hypotheses {
 public:
  Hypotheses(const std::vector<Joint>& joints, const Inputs& inputs, const Catalogues& catalogues, const Run& target,
             const Choosing& choosing)
      : joints_(joints),
        inputs_(inputs),
        rules_(catalogues.rules),
        partners_(catalogues.partners),
        groups_(catalogues.groups),
        target_(target),
        choosing_(choosing) {}

  Explained best() const {
    std::vector<Candidate> candidates;
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      const Admitted admitted = with_grid(rules_, rule);
      if (!possible(joints_, partners_.admitted(admitted), groups_.admitted(admitted))) continue;
      candidates.push_back({rule, fitted(admitted)});
      if (rules_[rule].dimensions > 1) continue;
      if (Explained& made = candidates.back().is; worth(made)) grow_it(made);
      if (candidates.back().is.findings.refusals.empty()) break;  // it needs no grid
    }
    for (Candidate& each : candidates) {
      if (std::string line = coincidence(each.rule); !line.empty())
        each.is.findings.coincidences.push_back(std::move(line));
    }
    const bool worth_growing =
        std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& each) { return worth(each.is); });
    std::optional<Explained> best;
    std::size_t taken = 0;
    std::vector<std::string> rivals;
    for (Candidate& each : candidates) {
      if (best && rules_[taken].dimensions == 1) break;
      Explained& made = each.is;
      const std::size_t data = made.findings.data.size();
      if (!made.findings.refusals.empty() || (best && data > best->findings.data.size())) continue;
      if (worth_growing && !made.grown.structure) grow_it(made);
      if (!made.findings.refusals.empty()) continue;
      if (!best || data < best->findings.data.size()) {
        best = std::move(made);
        taken = each.rule;
        rivals.clear();
        if (choosing_.decided && each.rule == 0) break;
      } else if (made.grown.structure && best->grown.structure && *made.grown.structure != *best->grown.structure) {
        rivals.push_back(rules_[each.rule].name);
      }
    }
    const bool alone = best.has_value();
    if (!alone) {
      best = fitted(Admitted(rules_.size(), true));
      if (worth(*best)) grow_it(*best);
    }
    if (choosing_.decided && (!alone || taken != 0)) {
      best->findings.notes.push_back(
          fmt::format("the {} (--grid) does not explain all inputs{}, and is left aside: {}", rules_.front().name,
                      why_not(candidates), alone ? "the " + rules_[taken].name + " does" : "all grids are tried"));
    }
    if (!rivals.empty()) {
      best->findings.doubts.push_back(
          fmt::format("the {} explains all inputs, and so does the {}: on {} ranks they give different traces (--grid "
                      "decides)",
                      rules_[taken].name, rivals.front(), target_.ranks()));
    }
    return *std::move(best);
  }

 private:
  struct Candidate {
    std::size_t rule = 0;
    Explained is;
  };

  /// What speaks against the first rule.
  static std::string why_not(const std::vector<Candidate>& candidates) {
    if (candidates.empty() || candidates.front().rule != 0) return "";
    const Findings& found = candidates.front().is.findings;
    return found.refusals.empty() ? "" : fmt::format(" ({})", found.refusals.front());
  }

  /// A grid with a fixed side that has the sides of a likelier one on all inputs, but not on the target.
  std::string coincidence(std::size_t rule) const {
    if (!rules_[rule].fixed_side) return {};
    for (std::size_t other = 0; other < rules_.size(); ++other) {
      if (rules_[other].fixed_side || rules_[other].dimensions != rules_[rule].dimensions ||
          target_.sides(other) == target_.sides(rule)) {
        continue;
      }
      if (std::all_of(inputs_.runs.begin(), inputs_.runs.end(),
                      [&](const Run& each) { return each.sides(other) == each.sides(rule); })) {
        return fmt::format("the {} is the {} on all inputs, and another grid on {} ranks", rules_[rule].name,
                           rules_[other].name, target_.ranks());
      }
    }
    return {};
  }

  Explained fitted(const Admitted& admitted) const {
    const Fit fit(rules_, admitted, target_, choosing_.forced);
    Explained made;
    made.model =
        fit_model(joints_, inputs_, partners_.admitted(admitted), groups_.admitted(admitted), fit, choosing_.forced);
    made.findings = made.model.findings;
    return made;
  }

  /// Growth only adds findings: a model that would not be taken as it is need not be grown.
  bool worth(const Explained& made) const {
    return made.findings.allow(choosing_.forced) && made.findings.shortfall() < choosing_.better_than;
  }

  void grow_it(Explained& made) const {
    made.grown = grow(made.model, target_, partners_, groups_, inputs_.states.all(), made.findings);
  }

  static bool possible(const std::vector<Joint>& joints, const FormSet& partners, const GroupSet& groups) {
    return std::all_of(joints.begin(), joints.end(), [&](const Joint& each) {
      if (each.is.part == Part::message && (each.partners & partners).none()) return false;
      if (each.is.part == Part::exchange && (each.groups & groups).none()) return false;
      return possible(each.body, partners, groups);
    });
  }

  const std::vector<Joint>& joints_;
  Inputs inputs_;
  const std::vector<GridRule>& rules_;
  const PartnerForms& partners_;
  const GroupForms& groups_;
  const Run& target_;
  Choosing choosing_;
};

}  // namespace

Admitted with_grid(const std::vector<GridRule>& rules, std::size_t grid) {
  Admitted made(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) made[i] = i == grid || rules[i].dimensions == 1;
  return made;
}

Explained best_grid(const std::vector<Joint>& joints, const Inputs& inputs, const Catalogues& catalogues,
                    const Run& target, const Choosing& choosing) {
  return Hypotheses(joints, inputs, catalogues, target, choosing).best();
}

}  // namespace trgen::extrapolation
