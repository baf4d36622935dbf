// SPDX-License-Identifier: Apache-2.0
// Numbers of statements on the ranks that are wanted, as fields of events.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "trgen/extrapolation/drawn_field.hpp"
#include "trgen/extrapolation/evaluation.hpp"
#include "trgen/extrapolation/grown_fields.hpp"
#include "trgen/extrapolation/known_values.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

/// A field, and the sum of its numbers over all executions.
struct Numbers {
  structure::Field field;
  std::uint64_t sum = 0;
};

/// The loops around a statement.
struct Around {
  std::uint64_t runs = 1;   ///< executions on each rank
  std::uint64_t turns = 0;  ///< iterations of the innermost loop; 0 outside of any
};

class NumberMaker {
 public:
  using Ranks = std::vector<std::uint32_t>;

  explicit NumberMaker(Evaluation& at) : at_(at), steady_(at) {}

  structure::Field field(const ValueModel& model, const Ranks& ranks, const Statement& of, std::string_view quantity);
  structure::Field field(const SeriesModel& model, const Ranks& ranks, const Statement& of, std::string_view quantity,
                         std::int64_t least);
  structure::Field field(const TimeLaw& law, const Ranks& ranks, const Around& around, const Statement& of);
  /// The times of the messages of an exchange, which is executed `runs` times, with one of them in `each` executions
  /// within one exchange. `begins`: by rank, whether the first one is the first message of the exchange.
  structure::Field of_exchange(const Statement& exchange, record::Kind way, const Ranks& ranks,
                               const std::vector<bool>& begins, std::uint64_t each, std::uint64_t runs);
  /// The time before the first message of an exchange on a rank, which has a law.
  std::int64_t exact_start(const Statement& exchange, std::uint32_t rank);
  /// The same in all executions. `set`: the number of the ranks' set; what a law gives on a set is found once.
  Numbers steady(const ValueModel& model, const Ranks& ranks, std::uint32_t set, const Around& around,
                 const Statement& of, std::string_view quantity);
  /// The same in each pass of the loop around. A refusal if a number is below `least`.
  Numbers by_turn(const TurnModel& model, const Ranks& ranks, const Around& around, const Statement& of,
                  std::string_view quantity, std::int64_t least);

 private:
  using Values = std::vector<std::int64_t>;
  Values values(const ValueModel& model, const Ranks& ranks, const Statement& of, std::string_view quantity);
  static structure::Field of_numbers(const Values& numbers);

  Evaluation& at_;
  KnownValues<Numbers> steady_;  ///< of one execution
};

}  // namespace trgen::extrapolation
