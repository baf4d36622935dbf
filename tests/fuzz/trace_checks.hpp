// SPDX-License-Identifier: Apache-2.0
// What holds for any trace that could be opened, and for any message about one that could not. Else the program aborts.
#pragma once

#include <string_view>

#include "trgen/formats/open.hpp"

namespace fuzz {

using Trace = trgen::record::TraceSource;

/// More silent ranks than this, which a header may announce, are not walked.
inline constexpr unsigned most_walked = 1 << 14;
/// More records than this, which a few bytes of loops can make, are not read.
inline constexpr std::uint64_t most_records = 1 << 20;

/// Few ranks, so that a run explores the text and not the allocation of a million of them.
inline trgen::formats::OpenOptions options(std::uint64_t memory_limit) {
  trgen::formats::OpenOptions made;
  made.memory_limit = memory_limit;
  made.most_ranks = 4096;
  made.most_calls = most_records;
  return made;
}

/// A message has words, and prints.
void check_text(std::string_view text);

/// Both give the same records, or fail alike.
void compare(const Trace& in_memory, const Trace& in_file);

/// A check ends, and what it says of messages adds up.
void check(const Trace& trace);

}  // namespace fuzz
