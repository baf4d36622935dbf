// SPDX-License-Identifier: Apache-2.0
// The best alignment of two levels of a program, by dynamic programming (alignment.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "trgen/extrapolation/alignment.hpp"
#include "trgen/extrapolation/ladder.hpp"

namespace trgen::extrapolation {

/// The longest iteration of a loop that is looked for in a sequence.
inline constexpr std::size_t longest_span = 64;

inline bool is_loop(const RankNode& node) { return node.is.part == Part::loop; }
inline bool is_loop(const Joint& joint) { return joint.is.part == Part::loop; }

/// Equal, but for the number of equal calls before it.
inline bool alike(const RankNode& a, const RankNode& b) {
  Identity left = a.is;
  left.again = b.is.again;
  return left == b.is && a.count == b.count && a.body.size() == b.body.size() &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), alike);
}

/// What the best alignment does at a place of two levels.
struct Alignment::Choice {
  enum class Step : std::uint8_t { joint_alone, node_alone, pair, span_of_nodes, span_of_joints, rungs };
  Step step = Step::joint_alone;
  std::uint32_t length = 1;  ///< of a span
  std::uint32_t times = 1;   ///< iterations that a span of nodes has
};

class Alignment::Level {
 public:
  Level(Alignment& all, std::span<const Joint> joints, std::span<const RankNode> nodes)
      : all_(all),
        joints_(joints),
        nodes_(nodes),
        score_((joints.size() + 1) * (nodes.size() + 1)),
        matched_(score_.size()),
        choices_(score_.size()) {
    for (std::size_t i = joints.size() + 1; i-- > 0;) {
      for (std::size_t j = nodes.size() + 1; j-- > 0;) {
        if (i < joints.size() || j < nodes.size()) choose(i, j);
      }
    }
  }

  std::uint32_t score() const { return score_.front(); }
  /// Nodes that the best alignment matches.
  std::uint32_t matched() const { return matched_.front(); }
  const Choice& at(std::size_t i, std::size_t j) const { return choices_[index(i, j)]; }

 private:
  using Step = Choice::Step;
  std::size_t index(std::size_t i, std::size_t j) const { return i * (nodes_.size() + 1) + j; }

  void choose(std::size_t i, std::size_t j) {
    bool found = false;
    const auto offer = [&](std::uint32_t gain, std::size_t to_i, std::size_t to_j, Choice choice) {
      const std::size_t from = index(to_i, to_j);
      const std::uint32_t total = gain + score_[from];
      if (found && total <= score_[index(i, j)]) return;
      found = true;
      score_[index(i, j)] = total;
      const bool matches = choice.step >= Step::pair;
      matched_[index(i, j)] = matched_[from] + static_cast<std::uint32_t>(matches ? to_j - j : 0);
      choices_[index(i, j)] = choice;
    };
    if (i < joints_.size() && j < nodes_.size()) {
      if (const std::uint32_t gain = all_.score(joints_[i], nodes_[j])) offer(gain, i + 1, j + 1, {Step::pair, 1, 1});
      if (is_loop(joints_[i]) && !is_loop(nodes_[j])) offer_nodes(i, j, offer);
      if (joints_[i].is.part == Part::ladder && nodes_[j].is.part == Part::call) offer_rungs(i, j, offer);
      if (!is_loop(joints_[i]) && is_loop(nodes_[j])) offer_joints(i, j, offer);
    }
    if (i < joints_.size()) offer(0, i + 1, j, {Step::joint_alone, 1, 1});
    if (j < nodes_.size()) offer(0, i, j + 1, {Step::node_alone, 1, 1});
  }

  /// False where nothing in the body of a loop matches a node, which saves most alignments.
  bool may_be_in(const Joint& loop, const RankNode& node) {
    return !is_loop(node) && std::any_of(loop.body.begin(), loop.body.end(), [&](const Joint& each) {
      return is_loop(each) || each.is.part == Part::ladder || all_.score(each, node) > 0;
    });
  }

  /// The loop is there as a sequence of a few iterations.
  template <class Offer>
  void offer_nodes(std::size_t i, std::size_t j, Offer offer) {
    const Joint& loop = joints_[i];
    const std::size_t most = std::min({loop.body.size(), nodes_.size() - j, longest_span});
    std::size_t possible = 0;
    while (possible < most && may_be_in(loop, nodes_[j + possible])) ++possible;
    for (std::size_t length = possible; length > 0 && 2 * length >= loop.body.size(); --length) {
      const std::span<const RankNode> span = nodes_.subspan(j, length);
      const Level body(all_, loop.body, span);
      if (body.matched() != length) continue;
      std::uint32_t times = 1;
      while (j + (times + 1) * length <= nodes_.size() &&
             std::equal(span.begin(), span.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(j + times * length),
                        alike)) {
        ++times;
      }
      offer(times * body.score(), i + 1, j + times * length,
            Choice{Step::span_of_nodes, static_cast<std::uint32_t>(length), times});
      return;
    }
  }

  /// The ladder is there as a sequence of rungs.
  template <class Offer>
  void offer_rungs(std::size_t i, std::size_t j, Offer offer) {
    const std::size_t length = joints_[i].length;
    const std::span<const RankNode> rest = nodes_.subspan(j);
    const std::size_t count = rungs_at(rest, length, all_.rank_);
    if (count == 0) return;
    const std::uint32_t gain = all_.score_ladder(joints_[i], rest.first(count * length), count);
    if (gain == 0) return;
    offer(gain, i + 1, j + count * length,
          Choice{Step::rungs, static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(count)});
  }

  /// What is a loop here was a sequence of one iteration so far.
  template <class Offer>
  void offer_joints(std::size_t i, std::size_t j, Offer offer) {
    const RankNode& loop = nodes_[j];
    const std::size_t length = loop.body.size();
    if (length > longest_span || i + length > joints_.size()) return;
    const std::span<const Joint> span = joints_.subspan(i, length);
    if (std::any_of(span.begin(), span.end(), [](const Joint& joint) { return is_loop(joint); })) return;
    const Level body(all_, span, loop.body);
    if (body.matched() != length) return;
    offer(body.score(), i + length, j + 1, Choice{Step::span_of_joints, static_cast<std::uint32_t>(length), 1});
  }

  Alignment& all_;
  std::span<const Joint> joints_;
  std::span<const RankNode> nodes_;
  std::vector<std::uint32_t> score_;
  std::vector<std::uint32_t> matched_;
  std::vector<Choice> choices_;
};

}  // namespace trgen::extrapolation
