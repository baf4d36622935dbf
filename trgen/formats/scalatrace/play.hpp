// SPDX-License-Identifier: Apache-2.0
// Executes the calls of all ranks once, to learn what the file does not say: which communicators come of MPI_Comm_dup
// and MPI_Comm_split, which message a receive from any source or with any tag takes, and how long a message is that a
// larger buffer receives.
//
// Sends are buffered, messages take no time, and of all ranks that can go on the one whose clock is earliest does. So
// each receive takes a message that it could have taken, in an order that the program could have had. Collectives wait
// for the ranks for which they must. Memory: messages in flight, and what is found.
//
// Files without tags (ScalaTrace drops them unless RETAIN_TAGS is set) can confuse messages that the program kept
// apart, so that ranks wait for ever, or large buffers take small messages. Where that happens, the calls are executed
// again with sizes in place of tags, and that is kept if all ranks then come to their ends.
#pragma once

#include <cstdint>
#include <string>

#include "trgen/formats/scalatrace/rank_calls.hpp"

namespace trgen::formats::scalatrace {

struct Played {
  Order order;
  /// Empty when all ranks came to their ends; else who waited for what, in words.
  std::string stalled;
  bool other_sizes = false;  ///< a receive took a message that is not of its size
};

/// Throws record::TraceError for a faulty file, and for one that makes more than `most_calls` calls in all.
Played play(const Script& script, std::uint64_t most_calls);

}  // namespace trgen::formats::scalatrace
