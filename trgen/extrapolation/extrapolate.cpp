// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/extrapolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "trgen/extrapolation/grown_trace.hpp"

namespace trgen::extrapolation {
namespace {

constexpr std::uint32_t most_ranks_read = 1U << 12;
constexpr std::size_t most_irregular = 5;
/// From so many times the ranks of the largest input on, it is said that switches are not seen.
constexpr std::uint32_t far = 2;

std::uint64_t size_of(const Wanted& wanted, std::size_t input) {
  return wanted.sizes.empty() ? 0 : wanted.sizes[input];
}

void check_inputs(const Sources& inputs, const Wanted& wanted) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->ranks() > most_ranks_read)
      throw record::TraceError(fmt::format("{}: extrapolation is from few ranks, {} at most; it has {}",
                                           inputs[i]->name(), most_ranks_read, inputs[i]->ranks()));
    for (std::size_t k = 0; k < i; ++k) {
      const Scale scale{inputs[i]->ranks(), size_of(wanted, i)};
      if (scale == Scale{inputs[k]->ranks(), size_of(wanted, k)})
        throw record::TraceError(fmt::format("{} and {} both have {}; each input must have a number of its own{}",
                                             inputs[k]->name(), inputs[i]->name(), scale.words(),
                                             scale.size == 0 ? "" : ", or another size"));
    }
    if (!inputs[i]->notes().incomplete.empty())
      throw record::TraceError(
          fmt::format("{}: rank {} ends before its program did; only whole traces can be extrapolated",
                      inputs[i]->name(), inputs[i]->notes().incomplete.front().rank));
  }
}

std::size_t count(const std::vector<Statement>& body) {
  std::size_t sum = body.size();
  for (const Statement& each : body) sum += count(each.body);
  return sum;
}

/// Clock and communicators as the inputs have them, where all of them do.
record::TraceNotes notes_of(const Sources& inputs, const std::vector<Run>& runs, const GroupForms& groups,
                            const Run& target, Findings& findings) {
  record::TraceNotes made;
  made.clock = inputs.front()->notes().clock;
  for (const auto& each : inputs) {
    if (each->notes().clock != made.clock) made.clock.clear();
    if (!each->notes().not_captured.empty())
      findings.notes.push_back(fmt::format("{}: calls without records ({}) are not extrapolated", each->name(),
                                           each->notes().not_captured.front().function));
  }
  for (const record::Communicator& each : inputs.front()->notes().communicators) {
    GroupSet forms;
    forms.set();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto& all = inputs[i]->notes().communicators;
      GroupSet own;
      for (const record::Communicator& other : all) {
        if (other.number != each.number || other.members.empty()) continue;
        own |= groups.that_give({&runs[i], other.members.front()}, other.members);
      }
      forms &= own;
    }
    if (forms.none()) {
      add_once(findings.notes, fmt::format("the members of communicator {} follow no form of the catalogue, so the "
                                           "trace does not describe it",
                                           each.number));
      continue;
    }
    const std::size_t form = simplest(forms);
    const bool known = std::any_of(made.communicators.begin(), made.communicators.end(),
                                   [&](const auto& other) { return other.number == each.number; });
    for (std::uint32_t rank = 0; rank < target.ranks() && !known; ++rank) {
      std::vector<std::uint32_t> members = groups.members(form, {&target, rank});
      if (!members.empty() && members.front() == rank) made.communicators.push_back({each.number, std::move(members)});
      if (form == 0) break;
    }
  }
  made.comments.push_back("# extrapolated, not captured: the trace of a run that never was");
  if (target.scale().size > 0) made.comments.push_back(fmt::format("# size: {}", target.scale().size));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    made.comments.push_back(fmt::format("# from {} ({})", inputs[i]->name(), runs[i].scale().words()));
  return made;
}

/// What a hypothesis gives.
struct Explained {
  Model model;
  Grown grown;
  Findings findings;
};

/// Programs have one grid. Each rule is tried by itself, beside forms that need none; if none explains everything, all
/// rules together are.
class Hypotheses {
 public:
  Hypotheses(const std::vector<Joint>& joints, const Inputs& inputs, const std::vector<GridRule>& rules,
             const PartnerForms& partners, const GroupForms& groups, const Run& target, bool decided, bool forced)
      : joints_(joints),
        inputs_(inputs),
        rules_(rules),
        partners_(partners),
        groups_(groups),
        target_(target),
        decided_(decided),
        forced_(forced) {}

  /// The first rule that explains most. If others explain as much and give another trace, that is a doubt.
  Explained best() const {
    std::optional<Explained> best;
    std::size_t taken = 0;
    std::vector<std::string> rivals;
    for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
      if (best && rules_[taken].dimensions == 1) break;  // it needs no grid
      Admitted admitted(rules_.size());
      for (std::size_t i = 0; i < rules_.size(); ++i) admitted[i] = i == rule || rules_[i].dimensions == 1;
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
    const Fit fit(rules_, admitted, target_);
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

/// How the inputs are read.
struct Reading {
  std::size_t told_by_bytes = 0;  ///< inputs, smallest first, in which messages of other bytes are other statements
  std::size_t least_rungs = 3;    ///< of a ladder
};

Result attempt(const Sources& inputs, const Wanted& wanted, const Reading& reading) {
  const std::vector<GridRule> rules = grid_rules(wanted.grid);
  const PartnerForms partners(rules, wanted.partners);
  const GroupForms groups(rules);
  Names names;
  std::vector<Run> runs;
  std::vector<RunProgram> programs;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    runs.emplace_back(inputs[i]->ranks(), rules, size_of(wanted, i));
    files.push_back(inputs[i]->name());
    std::size_t smaller = 0;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      smaller += Scale{inputs[k]->ranks(), size_of(wanted, k)} < runs[i].scale() ? 1U : 0U;
    programs.push_back(read_program(*inputs[i], names, smaller >= reading.told_by_bytes));
  }
  const Run target(wanted.ranks, rules, wanted.size);
  Alignment alignment(runs, programs, names, partners, groups, reading.least_rungs);
  const std::vector<Joint> joints = alignment.run();
  Result made;
  if (!alignment.irregular().empty()) {
    const auto& all = alignment.irregular();
    for (std::size_t i = 0; i < std::min(all.size(), most_irregular); ++i) {
      made.findings.refusals.push_back(
          fmt::format("{}, rank {}: {}: no form of the catalogue gives rank {}, {} a message {}", files[all[i].run],
                      all[i].rank, all[i].function, all[i].peer,
                      all[i].way == record::Kind::send ? "to which it sends" : "from which it receives",
                      all.size() > 1 ? fmt::format("({} such statements)", all.size()) : ""));
    }
    return made;
  }
  const Hypotheses all(joints, {runs, programs, files, names, partners}, rules, partners, groups, target,
                       wanted.grid.sides != nullptr, wanted.forced);
  const Explained best = all.best();
  made.statements = count(best.model.body);
  made.times = best.model.times;
  made.findings = best.findings;
  if (!made.findings.refusals.empty()) return made;
  made.grown = best.grown;
  record::TraceNotes notes = notes_of(inputs, runs, groups, target, made.findings);
  if (!made.findings.allow(wanted.forced)) return made;
  const std::uint32_t largest = std::max_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
                                  return a.ranks() < b.ranks();
                                })->ranks();
  if (wanted.ranks > far * largest) {
    made.findings.notes.push_back(
        fmt::format("{} ranks are {} times the largest input: a program that divides its work in another way from some "
                    "number of ranks on shows nothing of it in these traces",
                    wanted.ranks, wanted.ranks / largest));
  }
  const std::uint64_t largest_size =
      wanted.sizes.empty() ? 0 : *std::max_element(wanted.sizes.begin(), wanted.sizes.end());
  if (wanted.size > far * largest_size) {
    made.findings.notes.push_back(
        fmt::format("size {} is {} times that of the largest input: a program that works in another way from some size "
                    "on shows nothing of it in these traces",
                    wanted.size, wanted.size / largest_size));
  }
  made.trace = std::make_shared<GrownTrace>(made.grown, std::move(notes));
  return made;
}

/// How far a result is from a trace, worst first.
std::array<std::size_t, 3> shortfall(const Findings& of) {
  return {of.refusals.size(), of.data.size(), of.doubts.size()};
}

}  // namespace

Result extrapolate(const Sources& inputs, const Wanted& wanted) {
  check_inputs(inputs, wanted);
  // At first, messages of other bytes are other statements, and a ladder has three rungs, for two neighbours in a grid
  // two ranks wide look like one of two rungs. Sweeps over cells of different size are loops only if bytes may vary;
  // but where two ranks are neighbours on both sides, as on the smallest number of ranks, a sweep there and one back
  // would then be one loop. Whatever is found must explain all inputs.
  Result best = attempt(inputs, wanted, {.told_by_bytes = inputs.size()});
  for (const Reading& other : {Reading{0, 3}, Reading{1, 3}, Reading{inputs.size(), 2}}) {
    if (shortfall(best.findings) == shortfall({})) break;
    Result made = attempt(inputs, wanted, other);
    if (shortfall(made.findings) < shortfall(best.findings)) best = std::move(made);
  }
  return best;
}

}  // namespace trgen::extrapolation
