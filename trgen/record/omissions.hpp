// SPDX-License-Identifier: Apache-2.0
// Counts of the parts that a replay leaves out: traffic that a trace contains, or says that its program had, and that
// the replay does not simulate.
//
// Left out are calls whose messages the trace does not have (collectives of a regular trace, one-sided communication,
// files: both calls that a reader or the tracing library has counted and calls that contain no message), content that a
// reader could not turn into records, and the rest of ranks whose records end before their program did.
//
// No message is expected in a call that only creates or frees something (MPI_Init, MPI_Comm_split, MPI_File_open), in a
// program of one rank, in a communicator of one rank, or in a call of 0 bytes where that is known, unless it is a
// barrier. A function is judged by all its calls on all ranks: in an extended trace, calls of a root, of a leaf or of a
// rank without data may be empty, and nothing is missing. Nonblocking collectives have their messages in the calls that
// complete them, so they count only in a trace without any message in a collective.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::record {

struct Omission {
  enum class Kind : std::uint8_t {
    collectives,  ///< calls of collectives
    one_sided,    ///< calls of MPI_Put and the like
    files,        ///< calls of MPI-IO
    other_calls,  ///< other calls that were not captured
    lost,         ///< parts of the file that were lost in reading it
    incomplete    ///< ranks whose records end early
  };
  static constexpr std::array<std::string_view, 6> kind_names{"collectives", "one_sided",    "files",
                                                              "other_calls", "lost_records", "incomplete_ranks"};

  Kind kind = Kind::collectives;
  std::string what;  ///< the function, or the lost part, in the words of the reader
  std::uint64_t count = 0;

  std::string_view kind_name() const { return kind_names[static_cast<std::size_t>(kind)]; }
  bool operator==(const Omission&) const = default;
};

class Omissions {
 public:
  /// Uses the counts that the source has made, and reads it through only where it has none (TraceSource::census()).
  explicit Omissions(const TraceSource& trace);
  Omissions(const TraceFacts& facts, const CallCensus& census);
  Omissions() = default;

  const std::vector<Omission>& list() const { return list_; }
  bool none() const { return list_.empty(); }
  std::uint64_t count(Omission::Kind kind) const;

  /// True when the program had messages, or may have had some, and none is left to replay.
  bool nothing_left() const { return messages_ == 0 && !list_.empty(); }

  /// "64 calls whose messages the trace does not have (64 MPI_Alltoall); the rest of 2 of 64 ranks, whose records end
  /// before their program did". Empty when nothing is left out.
  std::string text() const;
  /// "2 of 64 ranks end before their program did (rank 3: ...)"; empty when none does.
  std::string incomplete_text() const;

 private:
  /// The counts from which the omissions are derived.
  struct Basis {
    std::uint32_t ranks;
    const std::vector<std::string>& names;
    const TraceNotes& notes;
    const Losses& losses;
    const CallCensus& census;
  };

  explicit Omissions(const Basis& basis);
  void add(Omission::Kind kind, std::string_view what, std::uint64_t count);
  void add_losses(const Losses& losses);
  void add_silent(const Basis& basis);
  bool has_call(std::string_view function) const;
  std::string part_text(std::string_view form, std::initializer_list<Omission::Kind> kinds) const;

  std::vector<Omission> list_;
  std::uint64_t messages_ = 0;
  std::uint32_t ranks_ = 0;
  std::string why_incomplete_;
};

}  // namespace trgen::record
