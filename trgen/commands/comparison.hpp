// SPDX-License-Identifier: Apache-2.0
// Two traces side by side: whether they are the same, record by record, and by how much they differ in volume. Shared
// by `trgen compare` and `trgen extrapolate --check`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trgen/commands/tally.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

class Comparison {
 public:
  /// `timed`: times count too. `most`: records that differ which are kept in words.
  Comparison(const record::TraceSource& a, const record::TraceSource& b, bool timed, std::size_t most);

  /// Reads both. Throws record::TraceError where one cannot be read.
  void run();

  bool equal() const { return records_ == 0 && a_.ranks() == b_.ranks(); }
  /// Records that differ, and ranks that have any.
  std::uint64_t records() const { return records_; }
  std::uint32_t ranks() const { return ranks_; }
  const std::vector<std::string>& first() const { return first_; }
  const Tally& tally_a() const { return tally_a_; }
  const Tally& tally_b() const { return tally_b_; }

  /// The volumes of both, whether they are equal, and the first records that differ, on standard output.
  void print_result() const;
  nlohmann::ordered_json result_json() const;

 private:
  record::Record in_terms_of_a(record::Record record, const record::Record& other) const;
  void compare_rank(record::TraceCursor& left, record::TraceCursor& right, std::uint32_t rank);
  std::string in_words(const record::TraceSource& trace, const record::Record* record) const;

  const record::TraceSource& a_;
  const record::TraceSource& b_;
  bool timed_;
  std::size_t most_;
  std::vector<std::uint16_t> states_;  ///< by state of B: that of A with the same name
  Tally tally_a_;
  Tally tally_b_;
  std::uint64_t records_ = 0;  ///< that differ
  std::uint32_t ranks_ = 0;    ///< that differ
  std::vector<std::string> first_;
};

}  // namespace trgen::commands
