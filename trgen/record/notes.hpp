// SPDX-License-Identifier: Apache-2.0
// Statements of a trace about itself, besides its records: clock, communicators, missing parts, comments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trgen::record {

/// A communicator by its number in the records, with its members as ranks of MPI_COMM_WORLD, in the order of the
/// communicator's own ranks.
struct Communicator {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> members;

  bool operator==(const Communicator&) const = default;
};

/// A rank whose records end before its program did.
struct Incomplete {
  std::uint32_t rank = 0;
  std::string why;  ///< the reason, in one line

  bool operator==(const Incomplete&) const = default;
};

/// Calls whose traffic is not among the records: one-sided communication, files, ...
struct NotCaptured {
  std::string function;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;

  bool operator==(const NotCaptured&) const = default;
};

struct TraceNotes {
  /// Meaning of times: "cpu" or "wall" for ns of that clock; "instructions" or "flops" for counts of these, see
  /// is_volume(); "" when the trace does not say.
  std::string clock;
  std::vector<Communicator> communicators;  ///< the communicators that the trace describes, by number
  std::vector<Incomplete> incomplete;       ///< by rank
  std::vector<NotCaptured> not_captured;
  std::vector<std::string> comments;  ///< without line ends, beginning with '#'; only the first few

  bool operator==(const TraceNotes&) const = default;
};

/// The clocks that a trace can name.
inline constexpr std::array<std::string_view, 4> clock_names{"cpu", "wall", "instructions", "flops"};
inline bool is_clock(std::string_view name) {
  return std::find(clock_names.begin(), clock_names.end(), name) != clock_names.end();
}
/// True when times of this clock are amounts of work, whose duration depends on the machine.
inline bool is_volume(std::string_view clock) { return clock == "instructions" || clock == "flops"; }

/// Number of members of the communicator with this number; 0 when the trace does not say. In a capture, the description
/// of 2k is valid for 2k and 2k+1.
std::size_t communicator_size(const TraceNotes& notes, std::uint32_t number);

/// Counts of losses by kind, in order of first appearance: parts that could not be carried over. In the losses of a
/// reader, "MPI_Put" and "traffic of MPI_Put" count calls of that function.
class Losses {
 public:
  void add(std::string_view what, std::uint64_t count = 1);
  const std::vector<std::pair<std::string, std::uint64_t>>& counts() const { return counts_; }
  bool empty() const { return counts_.empty(); }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> counts_;
};

/// Ranks as short text: "0-7,9,16-56:8", where 16-56:8 is 16 to 56 in steps of 8.
std::string ranks_text(const std::vector<std::uint32_t>& ranks);
/// Parses the text that ranks_text() makes; false when it is no such text, names more than `most` ranks, or names a
/// rank of `most` or more.
bool parse_ranks(std::string_view text, std::uint32_t most, std::vector<std::uint32_t>& ranks);

}  // namespace trgen::record
