// SPDX-License-Identifier: Apache-2.0
// What a trace says about itself besides its records: clock, communicators, what is missing, comments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trgen::record {

/// A communicator number of the records and the ranks of MPI_COMM_WORLD in it, in the order of its own ranks.
struct Communicator {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> members;

  bool operator==(const Communicator&) const = default;
};

/// A rank whose records end before its program did.
struct Incomplete {
  std::uint32_t rank = 0;
  std::string why;  ///< one line

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
  /// "cpu" or "wall": times are ns of that clock; "instructions" or "flops": times count these, see is_volume(); "":
  /// not said.
  std::string clock;
  std::vector<Communicator> communicators;  ///< by number; those that the trace describes
  std::vector<Incomplete> incomplete;       ///< by rank
  std::vector<NotCaptured> not_captured;
  std::vector<std::string> comments;  ///< without line ends, '#' first; the first few of them

  bool operator==(const TraceNotes&) const = default;
};

/// The clocks that a trace can name.
inline constexpr std::array<std::string_view, 4> clock_names{"cpu", "wall", "instructions", "flops"};
inline bool is_clock(std::string_view name) {
  return std::find(clock_names.begin(), clock_names.end(), name) != clock_names.end();
}
/// Times of this clock are volumes of work: how long they take depends on the machine.
inline bool is_volume(std::string_view clock) { return clock == "instructions" || clock == "flops"; }

/// Members of the communicator with this number of a record; 0 when the trace does not say. A capture describes 2k for
/// 2k and 2k+1.
std::size_t communicator_size(const TraceNotes& notes, std::uint32_t number);

/// Counts of what could not be carried over, by what it is, in order of first appearance. In the losses of a reader,
/// "MPI_Put" and "traffic of MPI_Put" are calls of that function.
class Losses {
 public:
  void add(std::string_view what, std::uint64_t count = 1);
  const std::vector<std::pair<std::string, std::uint64_t>>& counts() const { return counts_; }
  bool empty() const { return counts_.empty(); }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> counts_;
};

/// Ranks as short text: "0-7,9,16-56:8" (the last: 16 to 56 in steps of 8).
std::string ranks_text(const std::vector<std::uint32_t>& ranks);
/// The reverse; false when it is no such text, or names more than `most` ranks or one of `most` and beyond.
bool parse_ranks(std::string_view text, std::uint32_t most, std::vector<std::uint32_t>& ranks);

}  // namespace trgen::record
