// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/collective_groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace trgen::pattern {
namespace {

using Groups = std::vector<std::vector<std::uint32_t>>;

/// Sets of ranks that messages connect; the callers, where there is none.
Groups connected(const Calls& calls, std::uint32_t ranks) {
  if (calls.edges.empty()) return {calls.callers};
  std::vector<std::uint32_t> root(ranks);
  std::iota(root.begin(), root.end(), 0U);
  const auto find = [&](std::uint32_t rank) {
    while (root[rank] != rank) rank = root[rank] = root[root[rank]];
    return rank;
  };
  std::vector<char> touched(ranks);
  for (const Edge& edge : calls.edges) {
    touched[edge.source] = 1;
    touched[edge.destination] = 1;
    const std::uint32_t a = find(edge.source);
    const std::uint32_t b = find(edge.destination);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> sets;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (touched[rank] != 0) sets[find(rank)].push_back(rank);
  }
  Groups groups;
  for (auto& [first, members] : sets) groups.push_back(std::move(members));
  return groups;
}

/// Communicators of one function whose groups are told together.
class Families {
 public:
  explicit Families(std::uint32_t ranks) : ranks_(ranks) {}

  void add(Calls calls) {
    Groups groups = connected(calls, ranks_);
    std::size_t alike = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].function != calls.function || all_[i].has_messages() != !calls.edges.empty()) continue;
      ++alike;
      if (alike == most_families || all_[i].groups == groups || joins(i, groups))
        return merge(i, std::move(calls), std::move(groups));
    }
    all_.push_back({.function = calls.function, .groups = {}, .edges = {}});
    taken_.emplace_back(ranks_);
    merge(all_.size() - 1, std::move(calls), std::move(groups));
  }

  std::vector<CallGroups> finish() {
    for (CallGroups& each : all_) std::sort(each.groups.begin(), each.groups.end());
    return std::move(all_);
  }

 private:
  static constexpr std::size_t most_families = 32;  ///< of a function; the last one takes all further groups

  /// True where no rank of these groups is in one of the family's, and all are of its size.
  bool joins(std::size_t family, const Groups& groups) const {
    const std::size_t size = all_[family].groups.front().size();
    return std::all_of(groups.begin(), groups.end(), [&](const std::vector<std::uint32_t>& group) {
      return group.size() == size &&
             std::all_of(group.begin(), group.end(), [&](std::uint32_t rank) { return taken_[family][rank] == 0; });
    });
  }

  void merge(std::size_t family, Calls calls, Groups groups) {
    CallGroups& into = all_[family];
    into.calls += calls.calls;
    into.contributed += calls.contributed;
    into.edges.insert(into.edges.end(), calls.edges.begin(), calls.edges.end());
    if (into.groups == groups) return;
    for (const std::vector<std::uint32_t>& group : groups) {
      for (const std::uint32_t rank : group) taken_[family][rank] = 1;
    }
    std::move(groups.begin(), groups.end(), std::back_inserter(into.groups));
  }

  std::uint32_t ranks_;
  std::vector<CallGroups> all_;
  std::vector<std::vector<char>> taken_;  ///< by family and rank
};

}  // namespace

std::size_t CallGroups::members() const {
  std::size_t sum = 0;
  for (const std::vector<std::uint32_t>& group : groups) sum += group.size();
  return sum;
}

std::uint32_t CallGroups::stride() const {
  std::uint32_t found = 0;
  for (const std::vector<std::uint32_t>& group : groups) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      if (found == 0) found = group[1] - group[0];
      if (group[i] - group[i - 1] != found) return 0;
    }
  }
  return found;
}

std::vector<CallGroups> groups_of(std::vector<Calls> calls, std::uint32_t ranks) {
  Families families(ranks);
  for (Calls& each : calls) families.add(std::move(each));
  return families.finish();
}

}  // namespace trgen::pattern
