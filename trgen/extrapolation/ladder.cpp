// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/ladder.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace trgen::extrapolation {
namespace {

constexpr std::size_t longest_rung = 8;

using Nodes = std::vector<RankNode>;

/// Equal but for partners, tags and bytes of messages.
bool same_kind(const RankNode& a, const RankNode& b) {
  if (a.is.part != b.is.part || a.body.size() != b.body.size()) return false;
  Identity left = a.is;
  left.again = b.is.again;
  if (a.is.part == Part::message) {
    left.peer = b.is.peer;
    left.bytes = b.is.bytes;
  }
  return left == b.is && std::equal(a.body.begin(), a.body.end(), b.body.begin(), same_kind);
}

/// Adds the partners of the messages within. False where something else is there: a loop, a collective, facts.
bool add_partners(const RankNode& node, std::vector<std::uint32_t>& partners) {
  if (node.is.part == Part::message) {
    partners.push_back(node.is.peer);
    return true;
  }
  return node.is.part == Part::call && !node.is.facts &&
         std::all_of(node.body.begin(), node.body.end(),
                     [&](const RankNode& each) { return add_partners(each, partners); });
}

/// The bit in which the rank differs from the only partner of a rung.
std::optional<int> bit_of(std::span<const RankNode> rung, std::uint32_t rank) {
  std::vector<std::uint32_t> partners;
  for (const RankNode& each : rung) {
    if (!add_partners(each, partners)) return std::nullopt;
  }
  if (partners.empty() || std::adjacent_find(partners.begin(), partners.end(), std::not_equal_to<>()) != partners.end())
    return std::nullopt;
  const std::uint32_t difference = partners.front() ^ rank;
  return std::has_single_bit(difference) ? std::optional(std::countr_zero(difference)) : std::nullopt;
}

}  // namespace

std::size_t rungs_at(std::span<const RankNode> nodes, std::size_t length, std::uint32_t rank) {
  const auto rung = [&](std::size_t number) { return nodes.subspan(number * length, length); };
  if (length == 0 || length > nodes.size()) return 0;
  std::optional<int> last = bit_of(rung(0), rank);
  if (!last) return 0;
  int step = 0;
  std::size_t count = 1;
  while ((count + 1) * length <= nodes.size()) {
    const std::span<const RankNode> next = rung(count);
    if (!std::equal(next.begin(), next.end(), nodes.begin(), same_kind)) break;
    const std::optional<int> bit = bit_of(next, rank);
    if (!bit || std::abs(*bit - *last) != 1 || (step != 0 && *bit - *last != step)) break;
    step = *bit - *last;
    last = bit;
    ++count;
  }
  return count;
}

void find_ladders(Nodes& nodes, std::uint32_t rank, std::size_t least_rungs) {
  Nodes made;
  for (std::size_t i = 0; i < nodes.size();) {
    if (nodes[i].is.part == Part::loop) find_ladders(nodes[i].body, rank, least_rungs);
    std::size_t length = 1;
    std::size_t rungs = 0;
    for (; length <= longest_rung; ++length) {
      rungs = rungs_at(std::span<const RankNode>(nodes).subspan(i), length, rank);
      if (rungs >= least_rungs) break;
    }
    if (rungs < least_rungs) {
      made.push_back(std::move(nodes[i++]));
      continue;
    }
    RankNode& ladder = made.emplace_back();
    ladder.is.part = Part::ladder;
    ladder.count = rungs;
    const auto from = nodes.begin() + static_cast<std::ptrdiff_t>(i);
    const auto size = static_cast<std::ptrdiff_t>(rungs * length);
    ladder.body.assign(std::make_move_iterator(from), std::make_move_iterator(from + size));
    i += rungs * length;
  }
  nodes = std::move(made);
}

}  // namespace trgen::extrapolation
