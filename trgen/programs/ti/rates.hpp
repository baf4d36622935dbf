// SPDX-License-Identifier: Apache-2.0
// Duration of amounts of work: at one rate, at a rate of each rank, or at a rate by the size of the burst.
//
// ns = amount / rate. The fraction of a nanosecond is carried to the next burst of the rank, so that the total of a
// rank is right to a nanosecond for any number of bursts. Source of rates by size: F. Desprez, G. S. Markomanolis, M.
// Quinson, F. Suter, PSTI 2011, which names the single rate as the largest of its errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::programs::ti {

class Rates {
 public:
  /// A burst of at least `from` units, and of less than the beginning of the next row, is computed at `per_second`.
  struct Row {
    std::uint64_t from = 0;
    std::uint64_t per_second = 1;
    bool operator==(const Row&) const = default;
  };

  /// Amounts are nanoseconds already.
  Rates() : rows_{{0, 1'000'000'000}} {}
  /// Rates by size: the first row begins at 0, each at more than the one before.
  explicit Rates(std::vector<Row> rows) : rows_(std::move(rows)) {}
  /// Rates by rank; ranks beyond the end have the last rate.
  static Rates by_rank(std::vector<std::uint64_t> per_second);

  /// Duration of a burst. `carry` belongs to the rank and starts at 0. Amounts are below 2^63; longer times than 2^63
  /// ns are cut off there.
  std::uint64_t nanoseconds(std::uint32_t rank, std::uint64_t amount, std::uint64_t& carry) const;

  /// Number of ranks that have a rate of their own; 0: all have the same.
  std::size_t ranks() const { return of_rank_.size(); }

  bool operator==(const Rates&) const = default;
  std::string text() const;

 private:
  std::vector<Row> rows_;
  std::vector<std::uint64_t> of_rank_;
};

/// Parses a burst-size table, `0: 1.2 Gf/s, 1e6: 2.5 Gf/s`. Empty with a reason in `why`; sets `clock` to the unit of
/// work.
std::optional<Rates> parse_rate_table(const std::vector<std::string>& rows, std::string& clock, std::string& why);
/// Parses rates such as `2 Gf/s`, one for each rank, or one for all.
std::optional<Rates> parse_rates(const std::vector<std::string>& rates, std::string& clock, std::string& why);

}  // namespace trgen::programs::ti
