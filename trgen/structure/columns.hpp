// SPDX-License-Identifier: Apache-2.0
// The values of a field as columns: a column has the number of each rank of the event in one execution. Executions with
// equal numbers on all ranks share a column, so that what varies over iterations is a short sequence of columns,
// however many ranks there are.
//
// Each column has a fingerprint, a sum over ranks of number times weight, modulo 2^64. Fingerprints are linear: two
// pairs of columns differ by the same numbers on every rank when their fingerprints differ by the same number. Laws of
// iterations are found in the fingerprints alone. Weights are pseudo-random, so that two different columns share a
// fingerprint once in 2^64 cases; what is written from a wrong law does not pass the check of its reader.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

class Columns {
 public:
  using Numbers = std::vector<std::int64_t>;  ///< by rank of the event

  /// The values of a field that `ranks` ranks have in `runs` executions each. Empty where the field is listed, and
  /// where they are more than most_runs executions, or more than most_numbers different numbers.
  static std::optional<Columns> of(const Field& field, std::uint32_t ranks, std::uint64_t runs);

  static constexpr std::uint64_t most_runs = std::uint64_t{1} << 22;
  static constexpr std::uint64_t most_numbers = std::uint64_t{1} << 23;

  /// The column of each execution; a single one where all are equal.
  const std::vector<std::uint32_t>& sequence() const { return sequence_; }

  const Numbers& numbers(std::uint32_t column) const { return columns_[column]; }
  std::int64_t fingerprint(std::uint32_t column) const { return fingerprints_[column]; }
  /// True when all ranks have the same number.
  bool is_uniform(std::uint32_t column) const { return uniform_[column]; }
  /// True when two columns differ by the same number on all ranks.
  bool differ_alike(std::uint32_t a, std::uint32_t b) const;
  std::size_t size() const { return columns_.size(); }

  /// Changes each number. `change` gets the place of the rank in the event and the number, and must be one to one for
  /// each rank.
  template <class Change>
  Columns changed(Change change) const {
    Columns made;
    made.sequence_ = sequence_;
    for (const Numbers& from : columns_) {
      Numbers numbers(from.size());
      for (std::size_t i = 0; i < from.size(); ++i) numbers[i] = change(i, from[i]);
      made.add(std::move(numbers));
    }
    return made;
  }

  /// The columns of a number that is made from those of two fields of the same event.
  template <class Combine>
  static Columns combined(const Columns& a, const Columns& b, Combine combine) {
    Columns made;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    const std::size_t runs = std::max(a.sequence_.size(), b.sequence_.size());
    for (std::size_t run = 0; run < runs; ++run) {
      const std::pair pair{a.column_at(run), b.column_at(run)};
      const auto [at, fresh] = known.emplace(pair, static_cast<std::uint32_t>(made.size()));
      made.sequence_.push_back(at->second);
      if (!fresh) continue;
      Numbers numbers(a.columns_.front().size());
      for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = combine(a.columns_[pair.first][i], b.columns_[pair.second][i]);
      made.add(std::move(numbers));
    }
    if (made.size() == 1) made.sequence_.resize(1);
    return made;
  }

  /// The column of an execution.
  std::uint32_t column_at(std::uint64_t run) const {
    return sequence_.size() == 1 ? sequence_.front() : sequence_[run];
  }

  /// The field whose executions have these columns. Listed where it would need more than `most` steps.
  Field field(std::span<const std::uint32_t> sequence, std::size_t most) const;

 private:
  void add(Numbers numbers);

  std::vector<std::uint32_t> sequence_;
  std::vector<Numbers> columns_;
  std::vector<std::int64_t> fingerprints_;
  std::vector<bool> uniform_;
};

}  // namespace trgen::structure
