// SPDX-License-Identifier: Apache-2.0
// Sets of ranks, as ScalaTrace writes them: "<number of parts>", and of each part "-<dimensions> <first>" and for each
// dimension "<number> <stride>". "1 -2 5 3 4 2 1" is one part of two dimensions: 5, 9, 13 and from each of these the
// next one too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trgen::formats::scalatrace {

class RankLists {
 public:
  /// Members of all different lists together, beyond which the file is refused.
  static constexpr std::uint64_t most_members = std::uint64_t{1} << 25;

  explicit RankLists(std::uint64_t most_ranks) : most_ranks_(most_ranks) {}

  /// The number of the set that `text` lists; equal texts have equal numbers. Empty on failure, with the reason in
  /// why().
  std::optional<std::uint32_t> add(std::string_view text);
  const std::string& why() const { return why_; }

  /// The members, ascending and each once.
  const std::vector<std::uint32_t>& members(std::uint32_t set) const { return sets_[set]; }
  bool has(std::uint32_t set, std::uint32_t rank) const;
  /// The largest rank of any set, plus one.
  std::uint32_t ranks() const { return ranks_; }

 private:
  bool add_part(class NumbersOfList& numbers, std::vector<std::uint32_t>& members);
  bool fail(std::string why);

  std::uint64_t most_ranks_;
  std::uint64_t in_all_ = 0;
  std::uint32_t ranks_ = 0;
  std::vector<std::vector<std::uint32_t>> sets_;
  std::unordered_map<std::string, std::uint32_t> by_text_;
  std::string why_;
};

}  // namespace trgen::formats::scalatrace
