// SPDX-License-Identifier: Apache-2.0
// The messages of a collective on the ranks that are wanted: one call on each group, put together as those of a trace
// are.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "trgen/extrapolation/evaluation.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

/// The time before the first message of a rank in loops whose times are not functions of the messages; all others are
/// 0.
inline constexpr std::int64_t first_message = 1;

struct Messages {
  /// Ranks are numbered among those that call. Of an exchange that is not regular, times are marks (first_message).
  structure::Structure loops;
  std::uint64_t sends = 0, receives = 0, sent = 0, received = 0, to_others = 0;
};

/// The messages of exchanges. Those that several statements have are made once.
class MessageTable {
 public:
  MessageTable(const GroupForms& groups, Evaluation& at) : groups_(groups), at_(at) {}

  /// The messages of an exchange that these ranks execute, whose set has this number. They stay where they are, and so
  /// must the exchange.
  const Messages& of(const Statement& exchange, const std::vector<std::uint32_t>& ranks, std::uint32_t set);

 private:
  struct Known {
    const Statement* exchange = nullptr;
    std::uint32_t set = 0;
    Evaluation::Rung rung;
    Messages messages;
  };
  const GroupForms& groups_;
  Evaluation& at_;
  std::deque<Known> known_;
};

}  // namespace trgen::extrapolation
