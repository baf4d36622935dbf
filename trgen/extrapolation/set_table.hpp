// SPDX-License-Identifier: Apache-2.0
// The sets of ranks of a structure that is made: each is there once.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fsin/core/hash.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

class SetTable {
 public:
  explicit SetTable(structure::Structure& of) : of_(of) {}

  /// The number of a set, which is added if it is new. `ranks` ascend.
  std::uint32_t number(const std::vector<std::uint32_t>& ranks) {
    if (!members_.empty() && members_[last_] == ranks) return last_;  // as for most events in a row
    std::uint64_t hash = ranks.size();
    for (const std::uint32_t rank : ranks) hash = fsin::hash_of(hash, rank);
    std::vector<std::uint32_t>& same = by_hash_[hash];
    for (const std::uint32_t number : same) {
      if (members_[number] == ranks) return last_ = number;
    }
    const auto number = static_cast<std::uint32_t>(members_.size());
    same.push_back(last_ = number);
    members_.push_back(ranks);
    structure::SeriesBuilder members;
    for (const std::uint32_t rank : ranks) members.add(rank, static_cast<std::size_t>(-1));
    of_.sets.push_back({static_cast<std::uint32_t>(ranks.size()), members.series()});
    return number;
  }

 private:
  structure::Structure& of_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::uint32_t last_ = 0;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
};

}  // namespace trgen::extrapolation
