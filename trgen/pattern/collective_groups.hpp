// SPDX-License-Identifier: Apache-2.0
// The groups of ranks that call a collective together.
//
// MPI gives communicators that share no rank the same number, and others different ones. So the groups of a
// communicator are the sets of ranks that its messages connect, and communicators of disjoint groups of equal size,
// such as all rows of a grid, are told as one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/pattern/layers.hpp"

namespace trgen::pattern {

struct CallGroups {
  std::string function;
  std::uint64_t calls = 0;                         ///< of all ranks
  std::vector<std::vector<std::uint32_t>> groups;  ///< each ascending; by first rank
  std::vector<Edge> edges;                         ///< messages inside
  std::uint64_t contributed = 0;                   ///< bytes, of calls without messages whose facts are known
  bool has_messages() const { return !edges.empty(); }

  std::size_t members() const;
  /// The distance of neighbours within each group where that is one number for all of them; else 0.
  std::uint32_t stride() const;
};

/// The calls of each function by groups, in the order of `calls`.
std::vector<CallGroups> groups_of(std::vector<Calls> calls, std::uint32_t ranks);

}  // namespace trgen::pattern
