// SPDX-License-Identifier: Apache-2.0
// Fields of the events of a structure that is made.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "trgen/extrapolation/evaluation.hpp"
#include "trgen/structure/over_ranks.hpp"
#include "trgen/structure/rank_fold.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

inline structure::Field constant_field(std::int64_t value) {
  structure::Field made;
  made.alternatives.push_back(
      {.shape = {}, .first = {.first = value, .shape = {}, .steps = {}}, .steps = {}, .spreads = {}});
  return made;
}

/// Makes a field whose series are over the executions of one pass one over `runs` passes: after each pass but the last
/// one, a difference leads back to the first number.
inline void repeat(structure::Field& field, std::uint64_t runs) {
  for (structure::Alternative& each : field.alternatives) {
    if (runs < 2 || each.shape.empty()) continue;
    const std::vector<std::uint64_t> counts = structure::executions_of_elements(each.shape);
    std::uint64_t ranks = 1;
    std::vector<structure::SeriesWalk> walks;
    for (const structure::Series& step : each.steps) {
      ranks = std::max(ranks, step.length());
      walks.emplace_back(step);
    }
    structure::SeriesBuilder back;
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * static_cast<std::uint64_t>(walks[i].next());
      back.add(static_cast<std::int64_t>(0 - sum), static_cast<std::size_t>(-1));
    }
    structure::Shape shape{{runs - 1, static_cast<std::uint32_t>(each.shape.size() + 1)}};
    shape.insert(shape.end(), each.shape.begin(), each.shape.end());
    shape.push_back({});
    shape.insert(shape.end(), each.shape.begin(), each.shape.end());
    std::vector<structure::Series> steps = each.steps;
    steps.push_back(back.series());
    steps.insert(steps.end(), each.steps.begin(), each.steps.end());
    each.shape = std::move(shape);
    each.steps = std::move(steps);
  }
}

/// The partners of messages. Those of a send and of its receive, and of the same exchange in several places, are found
/// once.
class PeerTable {
 public:
  struct Peers {
    structure::Field field;
    structure::PeerForm form = structure::PeerForm::absolute;
    std::uint32_t others = 0;  ///< partners that are not the rank itself
  };

  PeerTable(const PartnerForms& partners, Evaluation& at) : partners_(partners), at_(at) {}

  /// The partners of a message on these ranks, whose set has this number. A refusal where one has none.
  const Peers& of(const Statement& message, const std::vector<std::uint32_t>& ranks, std::uint32_t set) {
    const Place place = at_.at(ranks.front());
    const auto [found, fresh] = known_.try_emplace({set, message.partner, place.rung, place.rungs});
    if (fresh) found->second = made_for(message, ranks);
    return found->second;
  }

  /// Looks for another form of the partner that fits the inputs as well and gives other partners here: a doubt.
  void doubt(const Statement& message, const std::vector<std::uint32_t>& ranks) {
    for (std::size_t form = message.partner + 1; form < partners_.size(); ++form) {
      if (!message.partners.test(form)) continue;
      for (std::size_t i = 0; i < ranks.size(); i += 1 + ranks.size() / 64) {
        const std::uint32_t taken = *partners_.partner(message.partner, at_.at(ranks[i]));
        const auto other = partners_.partner(form, at_.at(ranks[i]));
        if (!other || *other == taken) continue;
        add_once(at_.findings().doubts,
                 fmt::format("the partner of {}: {} fits all inputs, and so does {}: on rank {} of {} they give {} and "
                             "{}",
                             message.function, partners_.words(message.partner), partners_.words(form), ranks[i],
                             at_.target().ranks(), taken, *other));
        return;
      }
    }
  }

 private:
  Peers made_for(const Statement& message, const std::vector<std::uint32_t>& ranks) {
    Peers made;
    std::vector<std::uint32_t> peers;
    for (const std::uint32_t rank : ranks) {
      const auto peer = partners_.partner(message.partner, at_.at(rank));
      if (!peer) {
        at_.refuse(fmt::format("{} ranks have no {}, the partner of {}", at_.target().ranks(),
                               partners_.words(message.partner), message.function));
        return made;
      }
      peers.push_back(*peer);
      made.others += *peer == rank ? 0U : 1U;
    }
    write(ranks, peers, made);
    return made;
  }

  /// Takes the form that needs fewest numbers.
  void write(const std::vector<std::uint32_t>& ranks, const std::vector<std::uint32_t>& peers, Peers& made) const {
    made.field.listed = true;
    const std::uint32_t total = at_.target().ranks();
    for (std::size_t at = 0; at < structure::peer_forms.size(); ++at) {
      structure::OverRanks all;
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        const std::int64_t number = structure::forms_of(peers[i], ranks[i], total)[at];
        all.add({}, {&number, 1});
      }
      structure::Field field = all.field();
      if (structure::cost(field) >= structure::cost(made.field)) continue;
      made.field = std::move(field);
      made.form = structure::peer_forms[at];
      if (structure::cost(made.field) == structure::cost(constant_field(0))) break;
    }
  }

  const PartnerForms& partners_;
  Evaluation& at_;
  std::map<std::array<std::uint64_t, 4>, Peers> known_;  ///< by set, form of the partner, rung and rungs
};

}  // namespace trgen::extrapolation
