// SPDX-License-Identifier: Apache-2.0
// Lays the programs of all ranks of all runs over each other, so that each statement of the program is there once, with
// all ranks that execute it.
//
// Levels are aligned as two texts are, by dynamic programming. Calls match when they are of the same function and their
// messages match; messages, when a form of the catalogue gives the partners of both (partners.hpp); messages of
// collectives, when kind, library and communicator are equal and a form gives both groups; loops, when their bodies
// match, however often each runs; ladders (ladder.hpp), rung by rung. A sequence matches a loop that has it as its
// body: it is one iteration. The alignment that matches most is taken. A statement that some ranks lack stands at its
// place for the others.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/extrapolation/groups.hpp"
#include "trgen/extrapolation/partners.hpp"
#include "trgen/extrapolation/rank_program.hpp"

namespace trgen::extrapolation {

/// A statement as one rank of one run executes it.
struct Seen {
  std::uint32_t run = 0;
  std::uint32_t rank = 0;
  std::uint64_t count = 1;         ///< loop: iterations; ladder: rungs
  const RankNode* node = nullptr;  ///< null for a loop or a ladder that the rank has as a sequence; else of the
                                   ///< program of the rank or of the alignment
  std::uint32_t rung = 0;          ///< of the ladder around it
  std::uint32_t rungs = 0;
  bool of_levels = false;  ///< the rungs are levels

  Place place(const std::vector<Run>& runs) const { return {&runs[run], rank, rung, rungs, of_levels}; }
};

struct Joint {
  Identity is;                 ///< of the first execution
  FormSet partners;            ///< message: the forms that give the partner on all ranks
  GroupSet groups;             ///< exchange: the forms that give the group
  std::uint32_t elements = 0;  ///< exchange: the sizes of elements that explain all calls
  std::uint32_t length = 0;    ///< ladder: nodes of a rung
  std::vector<Seen> seen;
  std::vector<Joint> body;
  /// Levels going up: pairs of the body, by number, of which some rank executes the first one right before the second.
  std::set<std::pair<std::size_t, std::size_t>> order{};
  bool ordered = true;  ///< levels: false where no order of the body is that of all ranks
};

/// A message whose partner no form gives.
struct Irregular {
  std::uint32_t run = 0;
  std::uint32_t rank = 0;
  std::uint32_t peer = 0;
  record::Kind way = record::Kind::send;
  std::string function;
};

/// What the alignment looks at.
struct Admission {
  FormSet partners;
  FormSet preferred;  ///< partners that none of these gives may have any form that is admitted
  GroupSet groups;
  std::size_t least_rungs = 3;  ///< of a ladder
  bool same_tags = false;       ///< messages with other tags are other statements
};

class Alignment {
 public:
  Alignment(const std::vector<Run>& runs, std::vector<RunProgram>& programs, const Names& names,
            const PartnerForms& partners, const GroupForms& groups, const Admission& admission);

  /// The statements of all ranks of all runs; those of the run with most ranks are laid down first. Ends with the first
  /// rank that has an irregular message.
  std::vector<Joint> run();
  const std::vector<Irregular>& irregular() const { return irregular_; }

 private:
  struct Choice;
  class Level;

  void select(std::uint32_t run, std::uint32_t rank);
  const FormSet& forms_to(std::uint32_t peer);
  const GroupSet& groups_of(std::uint32_t exchange);
  const Exchange& exchange(const RankNode& node) const { return programs_[run_].exchanges[node.is.exchange]; }

  std::uint32_t score(const Joint& joint, const RankNode& node);
  std::uint32_t score_message(const Joint& joint, const RankNode& node);
  std::uint32_t score_exchange(const Joint& joint, const RankNode& node);
  std::uint32_t score_ladder(const Joint& ladder, std::span<const RankNode> rungs, std::size_t count);
  std::uint32_t score_call(const Joint& joint, const RankNode& node);
  void lay_over(std::vector<Joint>& joints, std::span<const RankNode> nodes);
  Joint made_of(const RankNode& node);
  void join(Joint& into, const RankNode& node);
  void join_ladder(Joint& ladder, std::span<const RankNode> rungs, std::size_t count);
  std::size_t best_place(const Joint& levels, const RankNode& node, const std::vector<std::size_t>& taken,
                         std::uint32_t& gain);
  FormSet forms_on_levels(const Joint& levels) const;
  std::size_t rung_of(const FormSet& forms, const RankNode& node, std::size_t from, std::size_t to, std::size_t rungs);
  template <class Visit>
  void each_going_up(const Joint& levels, const RankNode& node, Visit visit);
  std::uint32_t score_levels(const Joint& levels, const RankNode& node);
  void join_levels(Joint& levels, const RankNode& node);
  void enter_rung(std::uint64_t rung, std::uint64_t rungs, bool of_levels);
  void leave_rungs() { enter_rung(0, 0, false); }
  Seen seen(std::uint64_t count, const RankNode* node) const {
    return {run_, rank_, count, node, rung_, rungs_, of_levels_};
  }
  Place place() const { return {&runs_[run_], rank_, rung_, rungs_, of_levels_}; }
  void join_loop(Joint& loop, std::span<const RankNode> sequence, std::size_t times);

  const std::vector<Run>& runs_;
  std::vector<RunProgram>& programs_;
  const Names& names_;
  const PartnerForms& partners_;
  const GroupForms& groups_;
  Admission admission_;
  std::uint32_t run_ = 0;
  std::uint32_t rank_ = 0;
  std::uint32_t rung_ = 0;
  std::uint32_t rungs_ = 0;
  bool of_levels_ = false;
  std::unordered_map<std::uint64_t, FormSet> forms_;                ///< of the rank that is laid over, by peer and rung
  std::vector<std::vector<std::pair<bool, GroupSet>>> group_sets_;  ///< by run and exchange
  std::vector<std::string> functions_;                              ///< around the node that is made
  std::vector<Irregular> irregular_;
  std::deque<std::vector<RankNode>> spread_;  ///< bodies of loops that a rank has as a sequence; joints point to them
};

/// Puts the statements of levels in the order in which all ranks execute them.
void put_in_order(std::vector<Joint>& joints);

}  // namespace trgen::extrapolation
