// SPDX-License-Identifier: Apache-2.0
// A trace as loops: the program that its records follow, found and not written (trgen/structure), in a few kilobytes
// that hardly grow with ranks and iterations. It is replayed, printed and converted without being expanded.
// docs/loops.md describes the file to the byte.
//
//   skippable frame 0x184D2A54    "trgen-loops <v> ranks=<n> records=<n>\n"
//   zstd frame                    the head: header lines of the text format, names of states, counts, the structure
//   zstd frames of rank 0, 1 ...  values that have no structure, in the order of the rank's records; often none
//   skippable frame 0x184D2A54    the index: digest, and where the frames of each rank are; ends with "trgenlpx"
//
// A pipe, and a file whose index is damaged, are read from the first byte to the last.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/loops/drawn_times.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::formats::loops {

struct Format {
  static constexpr std::string_view name = "loops";
  static constexpr std::string_view doc =
      "nested loops of records as functions of rank and iteration, found in the trace";
  static constexpr std::string_view suffix = ".loops";
  static constexpr bool compressed_itself = true;

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
  static std::shared_ptr<const record::TraceSource> open(io::Input& in, const ReadOptions& options);
};

/// What becomes of the times of a trace. Rounded ones keep some leading bits of each time between two records of a
/// rank, so that any time from one record of a rank to another is off by no more than most_error(). Of histograms, the
/// distribution of the times of each event is kept (drawn_times.hpp).
class Times {
 public:
  static constexpr Times exact() { return Times(all_bits); }
  static constexpr Times none() { return Times(0); }
  static constexpr Times histograms() { return Times(all_bits + 1); }
  /// `bits`: 1 to 63 leading bits.
  static constexpr Times rounded(unsigned bits) { return Times(bits); }

  constexpr bool are_kept() const { return bits_ > 0; }
  constexpr bool are_exact() const { return bits_ == all_bits; }
  constexpr bool are_histograms() const { return bits_ > all_bits; }
  /// Bound of the relative error of rounded times: 2^-bits.
  double most_error() const;
  /// What becomes of a time between two records, in ns.
  std::int64_t of(std::int64_t gap) const;

  bool operator==(const Times&) const = default;

 private:
  static constexpr unsigned all_bits = 64;
  constexpr explicit Times(unsigned bits) : bits_(bits) {}

  unsigned bits_;
};

/// What a file that was written holds.
struct Summary {
  std::uint64_t head_bytes = 0;    ///< of the file: the structure
  std::uint64_t values_bytes = 0;  ///< of the file: values without structure
  std::uint64_t gaps = 0;          ///< times among those values
  std::uint64_t numbers = 0;       ///< other numbers among them
  std::size_t loops = 0;
  std::size_t events = 0;
  std::size_t sets = 0;
  DrawnTimes drawn;
  double most_off = 0;  ///< of the end of a rank, where times are drawn: its difference as a share of it
  std::shared_ptr<const structure::Structure> structure;
};

/// Finds the loops of a trace, writes them, and checks every record that they give against the trace. Throws
/// record::TraceError where the trace cannot be read or the file not be written.
Summary write_loops(const record::TraceSource& trace, io::Output& out, Times times);

/// Writes loops that were made, not found: those of `trace`, which has no values outside them and times that never go
/// backwards. No record is read. Throws record::TraceError where the file cannot be written.
Summary write_structure(const record::TraceSource& trace, std::shared_ptr<const structure::Structure> loops,
                        io::Output& out);

/// Finds the loops of a trace. Throws record::TraceError where it cannot be read.
structure::Structure structure_of(const record::TraceSource& trace, Times times);

}  // namespace trgen::formats::loops
