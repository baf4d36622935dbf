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

  /// The members of the group of a rank, ascending; empty where the form does not apply.
  std::vector<std::uint32_t> members(std::size_t form, const Place& at) const;
  /// All forms that give these members.
  GroupSet that_give(const Place& at, const std::vector<std::uint32_t>& members) const;
  GroupSet admitted(const Admitted& rules) const { return admitted_forms<most_groups>(forms_, rules); }
  std::size_t size() const { return forms_.size(); }
  const std::string& words(std::size_t form) const { return forms_[form].words; }

 private:
  struct Form {
    std::size_t rule = 0;
    unsigned along = 0;  ///< bits: the dimensions in which members differ; 0: all ranks
    std::string words;

    bool needs_grid() const { return along != 0; }
  };
  std::vector<Form> forms_;
};

}  // namespace trgen::extrapolation
