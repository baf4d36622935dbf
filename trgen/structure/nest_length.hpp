// SPDX-License-Identifier: Apache-2.0
// How long a tree of loops is as a text, to compare two ways of saying the same. Counted are messages (a line each),
// loops (two lines and a half), and the numbers in the expressions of fields: none for a constant, one for a multiple
// of a loop variable, one for each piece of a table. A number that is not the same on all ranks is an expression
// itself, and counts for more than a line.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/structure/nest.hpp"

namespace trgen::structure {

class NestLength {
 public:
  explicit NestLength(const EventColumns& columns) : columns_(columns) {}

  static constexpr std::uint64_t of_loop = 30;

  /// `around`: iterations of the loops around the nodes, from the outermost one.
  std::uint64_t of(const std::vector<Nest>& nodes, std::vector<std::uint64_t>& around);

  /// Executions that were looked at so far.
  std::uint64_t work() const { return work_; }

 private:
  std::uint64_t of_event(const Nest& event, const std::vector<std::uint64_t>& around);
  std::uint64_t of_field(const Columns& columns, const Nest::Sequence& sequence,
                         const std::vector<std::uint64_t>& around);

  const EventColumns& columns_;
  std::uint64_t work_ = 0;
};

}  // namespace trgen::structure
