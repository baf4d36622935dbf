// SPDX-License-Identifier: Apache-2.0
// Fields of events as expressions of a script: of the rank, and of the variables of the loops around the event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/structure/columns.hpp"
#include "trgen/structure/loop_laws.hpp"
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
  /// The values of a field over the executions of an event in these loops; empty after a failure.
  std::optional<Columns> columns(const Event& event, FieldName name, std::uint32_t set,
                                 const std::vector<Around>& around);
  /// The expression of values over the executions of an event, none of which may be below `least`; empty after a
  /// failure.
  std::string value(const Columns& columns, std::uint32_t set, const std::vector<Around>& around,
                    std::int64_t least = 0);

  /// The expression of the other rank of a message; empty after a failure.
  std::string partner(const Event& event, std::uint32_t set, const std::vector<Around>& around);

  /// What has no expression, in words; empty while there is nothing.
  const std::string& failure() const { return why_; }
  void forget_failure() { why_.clear(); }

 private:
  using Numbers = Columns::Numbers;

  void fail(std::string why);
  std::string over_ranks(const Numbers& numbers, std::uint32_t set);
  std::string table(const Columns& columns, std::uint32_t set, const LoopLaws& laws, const std::vector<Around>& around);

  std::int64_t ranks_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::string why_;
};

}  // namespace trgen::structure
