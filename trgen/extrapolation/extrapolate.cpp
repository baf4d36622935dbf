// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/extrapolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "trgen/extrapolation/grown_trace.hpp"
#include "trgen/extrapolation/hypotheses.hpp"
#include "trgen/extrapolation/level_ladder.hpp"
#include "trgen/extrapolation/spread_loop.hpp"

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

/// How the inputs are read.
struct Reading {
  std::size_t told_by_bytes = 0;  ///< inputs, smallest first, in which messages of other bytes are other statements
  std::size_t least_rungs = 3;    ///< of a ladder
  bool pairs_spread = false;      ///< loops of two iterations are taken as sequences
  bool posts_told = false;        ///< receives that are posted are told by their partner
  bool levels = false;            ///< of multigrids are looked for, and taken if all inputs have some
  std::optional<std::size_t> only_rule = std::nullopt;  ///< of grids; all of them otherwise
};

Admission admission(const Reading& reading, const std::vector<GridRule>& rules, const PartnerForms& partners,
                    const GroupForms& groups) {
  const Admitted all(rules.size(), true);
  if (!reading.only_rule)
    return {partners.admitted(all), partners.admitted(all), groups.admitted(all), reading.least_rungs,
            reading.posts_told};
  const Admitted admitted = with_grid(rules, *reading.only_rule);
  return {partners.admitted(admitted), partners.in_grids(admitted), groups.admitted(admitted), reading.least_rungs,
          reading.posts_told};
}

/// Without a result where only some of the inputs have levels. What lacks as much as `better_than` is not worked out.
std::optional<Result> attempt(const Sources& inputs, const Wanted& wanted, const Reading& reading,
                              const Shortfall& better_than = any_shortfall) {
  const std::vector<GridRule> rules = grid_rules(wanted.grid);
  const std::uint32_t fewest = (*std::min_element(inputs.begin(), inputs.end(), [](const auto& a, const auto& b) {
                                 return a->ranks() < b->ranks();
                               }))->ranks();
  const PartnerForms partners(rules, wanted.partners, fewest);
  const GroupForms groups(rules);
  Names names;
  std::vector<Run> runs;
  std::vector<RunProgram> programs;
  std::vector<std::string> files;
  std::size_t with_levels = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    runs.emplace_back(inputs[i]->ranks(), rules, size_of(wanted, i));
    files.push_back(inputs[i]->name());
    std::size_t smaller = 0;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      smaller += Scale{inputs[k]->ranks(), size_of(wanted, k)} < runs[i].scale() ? 1U : 0U;
    programs.push_back(read_program(*inputs[i], names, smaller >= reading.told_by_bytes, reading.posts_told));
    for (auto& rank : programs.back().ranks) {
      if (reading.pairs_spread) spread_pairs(rank);
    }
    if (reading.levels && find_level_ladders(programs.back())) ++with_levels;
  }
  if (with_levels > 0 && with_levels < inputs.size()) return std::nullopt;
  const Run target(wanted.ranks, rules, wanted.size);
  Alignment alignment(runs, programs, names, partners, groups, admission(reading, rules, partners, groups));
  const std::vector<Joint> joints = alignment.run();
  Result made;
  made.levels = with_levels > 0;
  if (!alignment.irregular().empty()) {
    const auto& all = alignment.irregular();  // of the first rank that has any
    for (std::size_t i = 0; i < std::min(all.size(), most_irregular); ++i) {
      made.findings.refusals.push_back(
          fmt::format("{}, rank {}: {}: no form of the catalogue gives rank {}, {} a message {}", files[all[i].run],
                      all[i].rank, all[i].function, all[i].peer,
                      all[i].way == record::Kind::send ? "to which it sends" : "from which it receives",
                      all.size() > 1 ? fmt::format("({} such statements on this rank)", all.size()) : ""));
    }
    return made;
  }
  const Explained best = best_grid(joints, {runs, programs, files, names, partners}, {rules, partners, groups}, target,
                                   {wanted.grid.sides != nullptr, wanted.forced, better_than});
  made.statements = count(best.model.body);
  made.times = best.model.times;
  made.findings = best.findings;
  if (!best.grown.structure || !made.findings.refusals.empty()) return made;
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

/// Grids two ranks wide have many neighbours that are the same rank, and other grids have them at other places: where
/// the forms of all grids together mislead the alignment, each grid by itself is tried. Without a result if none
/// explains everything.
std::optional<Result> grid_by_grid(const Sources& inputs, const Wanted& wanted, Reading reading,
                                   const Shortfall& better_than) {
  const std::vector<GridRule> rules = grid_rules(wanted.grid);
  std::optional<Result> best;
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    if (rules[rule].dimensions == 1 || rules[rule].fixed_side) continue;
    reading.only_rule = rule;
    Result made = *attempt(inputs, wanted, reading, better_than);
    if (!made.findings.refusals.empty()) continue;
    if (!best) {
      best = std::move(made);
      if (wanted.grid.sides) break;
    } else if (made.findings.shortfall() < best->findings.shortfall()) {
      best = std::move(made);
    } else if (made.findings.shortfall() == best->findings.shortfall() && made.grown.structure &&
               best->grown.structure && *made.grown.structure != *best->grown.structure) {
      best->findings.doubts.push_back(
          fmt::format("the {} explains all inputs too, and gives another trace of {} ranks (--grid decides)",
                      rules[rule].name, wanted.ranks));
      if (!wanted.forced) best->trace = nullptr;
    }
  }
  return best;
}

}  // namespace

Result extrapolate(const Sources& inputs, const Wanted& wanted) {
  check_inputs(inputs, wanted);
  // At first, messages of other bytes are other statements, and a ladder has three rungs, for two neighbours in a grid
  // two ranks wide look like one of two rungs. Sweeps over cells of different size are loops only if bytes may vary;
  // but where two ranks are neighbours on both sides, as on the smallest number of ranks, a sweep there and one back
  // would then be one loop. On a few ranks, what ends one sweep and begins the next may look like a loop of two
  // iterations. Whatever is found must explain all inputs.
  const std::size_t all = inputs.size();
  const auto tell = [&](std::string_view stage) {
    if (wanted.stage) wanted.stage(stage);
  };
  tell("laying the programs of all ranks over each other");
  std::optional<Result> first = attempt(inputs, wanted, {.told_by_bytes = all, .levels = true});
  if (first && first->findings.hidden) return *std::move(first);
  if (!first || (first->levels && first->findings.shortfall() != Shortfall{})) {
    tell("trying without levels of a multigrid");
    Result plain = *attempt(inputs, wanted, {.told_by_bytes = all});
    if (!first || plain.findings.shortfall() < first->findings.shortfall()) first = std::move(plain);
  }
  Result best = *std::move(first);
  const auto try_next = [&](std::string_view stage, const Reading& reading, bool by_grid) {
    if (best.findings.shortfall() == Shortfall{}) return;
    tell(stage);
    std::optional<Result> made = by_grid ? grid_by_grid(inputs, wanted, reading, best.findings.shortfall())
                                         : attempt(inputs, wanted, reading, best.findings.shortfall());
    if (made && made->findings.shortfall() < best.findings.shortfall()) best = *std::move(made);
  };
  try_next("trying messages of varying size as one statement", {.told_by_bytes = 0}, false);
  try_next("trying messages of varying size, but on the smallest input", {.told_by_bytes = 1}, false);
  try_next("trying each grid by itself", {.told_by_bytes = all}, true);
  try_next("trying exchanges with two partners as ladders", {.told_by_bytes = all, .least_rungs = 2}, false);
  try_next("trying loops of two iterations as sequences", {.told_by_bytes = all, .pairs_spread = true}, false);
  try_next("trying sequences and each grid by itself", {.told_by_bytes = all, .pairs_spread = true}, true);
  try_next("trying posted receives as statements with a partner", {.told_by_bytes = all, .posts_told = true}, false);
  for (auto* const lines : {&best.findings.coincidences, &best.findings.rounding}) {
    for (std::string& each : *lines) best.findings.doubts.push_back(std::move(each));
    lines->clear();
  }
  return best;
}

}  // namespace trgen::extrapolation
