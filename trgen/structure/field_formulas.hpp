// SPDX-License-Identifier: Apache-2.0
// Fields of events as expressions of a script: of the rank, and of the variables of the loops around the event.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// A loop around an event.
struct Around {
  std::string variable;
  std::uint64_t count = 0;
};

class FieldFormulas {
 public:
  explicit FieldFormulas(const Structure& structure);

  /// The ranks of a set.
  const std::vector<std::uint32_t>& members(std::uint32_t set) const { return members_[set]; }

  /// A condition that is true for the ranks of one set among those of another; empty after a failure.
  std::string condition(std::uint32_t own, std::uint32_t among);
  /// The expression of a field, whose values must not be below `least`; empty after a failure.
  std::string value(const Event& event, FieldName name, std::uint32_t set, const std::vector<Around>& around,
                    std::int64_t least = 0);

  /// What has no expression, in words; empty while there is nothing.
  const std::string& failure() const { return why_; }
  void forget_failure() { why_.clear(); }

 private:
  using Values = std::vector<std::int64_t>;

  void fail(std::string why);
  std::string over_ranks(const Values& numbers, std::uint32_t set);
  std::vector<Values> values_of(const Field& field, std::uint32_t set, std::uint64_t runs);
  std::string affine(const std::vector<Values>& all, std::uint32_t set, const std::vector<Around>& around);
  std::string table(const std::vector<Values>& all, std::uint32_t set, const std::vector<Around>& around);
  std::string entries(const std::vector<Values>& all, std::uint32_t set, const std::string& variable,
                      std::uint64_t from, std::uint64_t to);

  std::vector<std::vector<std::uint32_t>> members_;
  std::string why_;
};

}  // namespace trgen::structure
