// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/spread_loop.hpp"

#include <algorithm>

namespace trgen::extrapolation {
namespace {

using Iterations = std::vector<const RankNode*>;  ///< the same node in each iteration
using structure::SeriesBuilder;

/// The series of the iterations in turn: the first number of each, the second number of each, and so on.
template <class Of>
SeriesBuilder in_turn(const Iterations& all, std::size_t most, Of of) {
  SeriesBuilder made;
  const SeriesBuilder& first = of(*all.front());
  const auto same_constant = [&](const RankNode* each) {
    return of(*each).is_constant() && of(*each).first() == first.first();
  };
  if (std::all_of(all.begin(), all.end(), same_constant)) {
    if (first.length() > 0) made.add(first.first(), first.length() * all.size(), most);
    return made;
  }
  if (std::any_of(all.begin(), all.end(), [&](const RankNode* each) { return of(*each).listed(); })) {
    for (const RankNode* each : all) made.append(of(*each), most);  // keeps the count, and gives up the numbers
    return made;
  }
  std::vector<structure::Series> series;
  for (const RankNode* each : all) series.push_back(of(*each).series());
  std::vector<structure::SeriesWalk> walks(series.begin(), series.end());
  for (std::uint64_t pass = 0; pass < first.length() && !made.listed(); ++pass) {
    for (structure::SeriesWalk& walk : walks) made.add(walk.next(), most);
  }
  if (made.listed()) made.add(0, first.length() * all.size() - made.length(), most);
  return made;
}

template <class Of>
Times times_in_turn(const Iterations& all, Of of) {
  Times made;
  for (const RankNode* each : all) made.append(of(*each));  // sums, and those of the first iteration
  made.series =
      in_turn(all, most_time_steps, [&](const RankNode& node) -> const SeriesBuilder& { return of(node).series; });
  return made;
}

template <class Of>
Sizes sizes_in_turn(const Iterations& all, Of of) {
  Sizes made;
  for (const RankNode* each : all) made.sum += of(*each).sum;
  made.series = in_turn(all, most_steps, [&](const RankNode& node) -> const SeriesBuilder& { return of(node).series; });
  return made;
}

RankNode node_in_turn(const Iterations& all) {
  const RankNode& first = *all.front();
  RankNode made;
  made.is = first.is;
  made.count = first.count;
  made.tag = in_turn(all, most_steps, [](const RankNode& node) -> const SeriesBuilder& { return node.tag; });
  made.bytes = sizes_in_turn(all, [](const RankNode& node) -> const Sizes& { return node.bytes; });
  made.received = sizes_in_turn(all, [](const RankNode& node) -> const Sizes& { return node.received; });
  made.gap = times_in_turn(all, [](const RankNode& node) -> const Times& { return node.gap; });
  made.end = times_in_turn(all, [](const RankNode& node) -> const Times& { return node.end; });
  for (std::size_t way = 0; way < made.inner.size(); ++way)
    made.inner[way] = times_in_turn(all, [way](const RankNode& node) -> const Times& { return node.inner[way]; });
  made.regular = std::all_of(all.begin(), all.end(), [](const RankNode* each) { return each->regular; });
  for (std::size_t i = 0; i < first.body.size(); ++i) {
    Iterations inner;
    for (const RankNode* each : all) inner.push_back(&each->body[i]);
    made.body.push_back(node_in_turn(inner));
  }
  return made;
}

constexpr std::size_t longest_of_pair = 8;

/// Every other number of a series of two iterations in turn.
SeriesBuilder half_of(const SeriesBuilder& both, std::size_t iteration, std::size_t most) {
  SeriesBuilder made;
  if (both.listed() || both.is_constant()) {
    made.add(both.first(), both.length() / 2, most);
    if (both.listed()) made.give_up();
    return made;
  }
  const structure::Series series = both.series();
  structure::SeriesWalk walk(series);
  for (std::uint64_t i = 0; i < both.length() && !made.listed(); ++i) {
    const std::int64_t number = walk.next();
    if (i % 2 == iteration) made.add(number, most);
  }
  if (made.listed()) made.add(0, both.length() / 2 - made.length(), most);
  return made;
}

/// Of times without structure only the means are known: of the first iteration, and of both.
Times half_of(const Times& both, std::size_t iteration) {
  Times made;
  made.series = half_of(both.series, iteration, most_time_steps);
  made.count = both.count / 2;
  const bool known = 2 * both.first_count == both.count;
  const double first = known ? both.first_sum : both.sum / 2;
  made.sum = iteration == 0 ? first : both.sum - first;
  made.rest = known && iteration == 0 ? both.first : both.rest;
  return made;
}

Sizes half_of(const Sizes& both, std::size_t iteration) {
  Sizes made;
  made.series = half_of(both.series, iteration, most_steps);
  made.sum = both.sum / 2;
  if (both.series.listed() || both.series.is_constant()) return made;
  const structure::Series series = made.series.series();
  structure::SeriesWalk walk(series);
  made.sum = 0;
  for (std::uint64_t i = 0; i < made.series.length(); ++i) made.sum += static_cast<double>(walk.next());
  return made;
}

RankNode half_of(const RankNode& both, std::size_t iteration) {
  RankNode made;
  made.is = both.is;
  made.count = both.count;
  made.tag = half_of(both.tag, iteration, most_steps);
  made.bytes = half_of(both.bytes, iteration);
  made.received = half_of(both.received, iteration);
  made.gap = half_of(both.gap, iteration);
  made.end = half_of(both.end, iteration);
  for (std::size_t way = 0; way < made.inner.size(); ++way) made.inner[way] = half_of(both.inner[way], iteration);
  made.regular = both.regular;
  for (const RankNode& each : both.body) made.body.push_back(half_of(each, iteration));
  return made;
}

bool is_plain(const RankNode& node) {
  return node.is.part != Part::loop && node.is.part != Part::ladder &&
         std::all_of(node.body.begin(), node.body.end(), is_plain);
}

/// A tag of the second iteration is another one than that of the first.
bool tags_differ(const RankNode& node) {
  if (node.is.part == Part::message && !node.tag.listed() && node.tag.length() > 1) {
    const structure::Series tags = node.tag.series();
    if (tags.at(0) != tags.at(1)) return true;
  }
  return std::any_of(node.body.begin(), node.body.end(), tags_differ);
}

}  // namespace

void spread_pairs(std::vector<RankNode>& nodes) {
  std::vector<RankNode> made;
  for (RankNode& each : nodes) {
    if (each.is.part == Part::loop) spread_pairs(each.body);
    const std::vector<RankNode>& body = each.body;
    if (each.is.part != Part::loop || each.count != 2 || body.size() > longest_of_pair ||
        !std::all_of(body.begin(), body.end(), is_plain) || !std::any_of(body.begin(), body.end(), tags_differ)) {
      made.push_back(std::move(each));
      continue;
    }
    for (std::size_t iteration = 0; iteration < 2; ++iteration) {
      for (const RankNode& node : body) made.push_back(half_of(node, iteration));
    }
  }
  nodes = std::move(made);
}

std::vector<RankNode> body_of(std::span<const RankNode> sequence, std::size_t length, std::size_t times) {
  std::vector<RankNode> made;
  for (std::size_t i = 0; i < length; ++i) {
    Iterations all;
    for (std::size_t iteration = 0; iteration < times; ++iteration) all.push_back(&sequence[iteration * length + i]);
    made.push_back(node_in_turn(all));
  }
  return made;
}

}  // namespace trgen::extrapolation
