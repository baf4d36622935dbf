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
             bool decided, bool forced)
      : joints_(joints),
        inputs_(inputs),
        rules_(catalogues.rules),
        partners_(catalogues.partners),
        groups_(catalogues.groups),
        target_(target),
        decided_(decided),
        forced_(forced) {}

  Explained best() const {
    std::optional<Explained> best;
    std::size_t taken = 0;
    std::vector<std::string> rivals;
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      if (best && rules_[taken].dimensions == 1) break;  // it needs no grid
      const Admitted admitted = with_grid(rules_, rule);
      if (!possible(joints_, partners_.admitted(admitted), groups_.admitted(admitted))) continue;
      Explained made = explained(admitted);
      if (!made.findings.refusals.empty()) continue;
      if (!best || made.findings.data.size() < best->findings.data.size()) {
        best = std::move(made);
        taken = rule;
        rivals.clear();
        if (decided_ && rule == 0) break;
      } else if (made.findings.data.size() == best->findings.data.size() &&
                 *made.grown.structure != *best->grown.structure) {
        rivals.push_back(rules_[rule].name);
      }
    }
    const bool alone = best.has_value();
    if (!alone) best = explained(Admitted(rules_.size(), true));
    if (decided_ && (!alone || taken != 0)) {
      best->findings.notes.push_back(
          fmt::format("the {} (--grid) does not explain all inputs, and is left aside: {}", rules_.front().name,
                      alone ? "the " + rules_[taken].name + " does" : "all grids are tried"));
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
  Explained explained(const Admitted& admitted) const {
    const Fit fit(rules_, admitted, target_, forced_);
    Explained made;
    made.model = fit_model(joints_, inputs_, partners_.admitted(admitted), groups_.admitted(admitted), fit, forced_);
    made.findings = made.model.findings;
    if (made.findings.refusals.empty())
      made.grown = grow(made.model, target_, partners_, groups_, inputs_.states.all(), made.findings);
    return made;
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
  bool decided_;  ///< the user gave the first rule, which is taken where it explains the inputs
  bool forced_;
};

}  // namespace

Admitted with_grid(const std::vector<GridRule>& rules, std::size_t grid) {
  Admitted made(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) made[i] = i == grid || rules[i].dimensions == 1;
  return made;
}

Explained best_grid(const std::vector<Joint>& joints, const Inputs& inputs, const Catalogues& catalogues,
                    const Run& target, bool decided, bool forced) {
  return Hypotheses(joints, inputs, catalogues, target, decided, forced).best();
}

}  // namespace trgen::extrapolation
