// SPDX-License-Identifier: Apache-2.0
// How a number depends on the loops around it: not at all, by a multiple of the loop variable, or in some other way,
// for which a table over the loop variable is needed. Executions are counted as an odometer counts: the variable of the
// innermost loop is its last digit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trgen::structure {

enum class Law : std::uint8_t { none, affine, table };

class LoopLaws {
 public:
  /// `values`: by execution; a single one where all are equal. `counts`: iterations of the loops, from the outermost
  /// one. Differences are taken modulo 2^64.
  LoopLaws(std::span<const std::int64_t> values, std::span<const std::uint64_t> counts);

  Law of(std::size_t loop) const { return laws_[loop]; }
  /// The first execution in which the variable of a loop is 1, and those of all others are 0.
  std::uint64_t second_iteration(std::size_t loop) const { return within_[loop]; }

  /// Executions that stand for the entries of a table over the variables of all loops with the law `table`, the
  /// innermost one fastest. Only the first execution where no loop has that law.
  std::uint64_t entries() const { return entries_; }
  std::uint64_t run_of_entry(std::uint64_t entry) const;

 private:
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> within_;  ///< by loop: executions in one iteration
  std::vector<Law> laws_;
  std::uint64_t entries_ = 1;
};

/// A table that has more entries, or more pieces, is no short expression.
inline constexpr std::uint64_t most_table_entries = 4096;
inline constexpr std::size_t most_table_pieces = 48;

/// The entries in [from, to) of a table: all equal, or with the same difference from one to the next.
struct TablePiece {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

/// Cuts a table into pieces, from its first entry on. Entries that differ are one piece only from three entries on.
std::vector<TablePiece> pieces_of_table(std::span<const std::int64_t> values);

}  // namespace trgen::structure
