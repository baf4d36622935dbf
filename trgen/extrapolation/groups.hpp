// SPDX-License-Identifier: Apache-2.0
// The catalogue of groups of ranks that call a collective together: all ranks, or a line or plane of a grid.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "trgen/extrapolation/grids.hpp"

namespace trgen::extrapolation {

inline constexpr std::size_t most_groups = 128;
using GroupSet = std::bitset<most_groups>;

class GroupForms {
 public:
  explicit GroupForms(const std::vector<GridRule>& rules);

  std::size_t size() const { return forms_.size(); }
  /// The members of the group of a rank, ascending; empty where the form does not apply.
  std::vector<std::uint32_t> members(std::size_t form, const Place& at) const;
  /// All forms that give these members.
  GroupSet that_give(const Place& at, const std::vector<std::uint32_t>& members) const;
  std::size_t simplest(const GroupSet& of) const;
  /// The forms that need no grid but an admitted one.
  GroupSet admitted(const Admitted& rules) const;
  const std::string& words(std::size_t form) const { return forms_[form].words; }

 private:
  struct Form {
    std::size_t rule = 0;
    unsigned along = 0;  ///< bits: the dimensions in which members differ; 0: all ranks
    std::string words;
  };
  std::vector<Form> forms_;
};

}  // namespace trgen::extrapolation
