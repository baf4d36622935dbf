// SPDX-License-Identifier: Apache-2.0
// What becomes of the values that are set for collectives: whether the calls of a program or a trace follow them.
//
// A Heed is told every call once. Then it knows the operations that are never called, the algorithms that cannot do
// some calls or any, for which the library's choice stands in, and the tuning that changes no message.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/programs/collectives/choice.hpp"

namespace trgen::programs::collectives {

/// A value that is not followed. `key` is one below `collectives`; `why` continues it to a sentence.
struct NotHeeded {
  std::string key;
  std::string why;
  bool replaced = false;    ///< the library's choice does some of the calls, or all
  bool impossible = false;  ///< the algorithm can do none of the calls
};

class Heed {
 public:
  /// Refers to the choice.
  explicit Heed(const Choice& choice) : choice_(choice) {}

  /// True where anything is set that calls may not follow.
  bool asks() const;
  /// True where further calls cannot change the verdict: only a library is set, which can do all calls, and a
  /// collective was called.
  bool knows_all() const;
  /// Takes one call, whose kind, size, root, bytes or blocks are set.
  void take(Call call);

  /// `what` has made the calls: "the program". `whole`: all of its calls were taken.
  std::vector<NotHeeded> verdict(std::string_view what, bool whole) const;

 private:
  /// The calls of a kind that move data.
  struct Calls {
    std::uint64_t all = 0;
    std::uint64_t misfits = 0;
    std::string_view reason;      ///< of the first misfit
    std::string others;           ///< algorithms that can do that call
    std::uint64_t untimed = 0;    ///< on which the library itself ends in an error; see smpi_error()
    std::string why_untimed;      ///< of the first of these
    std::vector<Call> looked_at;  ///< some that fit, with the tuning that was set; none with blocks
  };

  void judge_algorithm(Kind kind, std::string_view what, bool whole, std::vector<NotHeeded>& found) const;
  void judge_tuning(std::vector<NotHeeded>& found) const;
  void note_untimed(const Call& call);
  void judge_untimed(std::vector<NotHeeded>& found) const;
  template <class Differs>
  void note_tuning(const Tuning& tuning, const Differs& differs);
  std::string called() const;
  bool sets_algorithms() const;
  bool any_call() const;
  bool tuning_counts(const Tuning& without) const;

  const Choice& choice_;
  std::array<Calls, kinds> calls_{};
  /// By key of the tuning: a call with blocks depends on it, or a call cannot be done because of it.
  std::array<bool, 5> counts_{};
};

}  // namespace trgen::programs::collectives
