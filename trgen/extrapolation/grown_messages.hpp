// SPDX-License-Identifier: Apache-2.0
// The messages of a collective on the ranks that are wanted: one call on each group, put together as those of a trace
// are.
#pragma once

#include <cstdint>
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

/// The messages of an exchange that these ranks execute.
Messages messages_of(const Statement& exchange, const std::vector<std::uint32_t>& ranks, const GroupForms& groups,
                     Evaluation& at);

/// True for exchanges that have the same messages on the same ranks of the same rung.
bool same_messages(const Statement& a, const Statement& b, const Run& target);

}  // namespace trgen::extrapolation
