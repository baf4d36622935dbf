// SPDX-License-Identifier: Apache-2.0
// An open trace: the records of every rank in file order, ranks interleaved in any way.
//
// Contract
//  * A TraceSource is immutable. Any number of runs and threads can share one; each opens its own cursors.
//  * A TraceCursor belongs to one thread. When opened, it stands before the first record of every rank.
//  * The memory of a source and its cursors is bounded by the number of ranks, whatever the length of the trace.
//  * All text was checked when the source was opened: a peer is below ranks(), a state below state_names().size().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/record/census.hpp"
#include "trgen/record/notes.hpp"
#include "trgen/record/record.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::record {

class TraceCursor {
 public:
  TraceCursor() = default;
  TraceCursor(const TraceCursor&) = delete;
  TraceCursor& operator=(const TraceCursor&) = delete;
  virtual ~TraceCursor() = default;

  /// Writes the next record of `rank` (below ranks()) to `out`. False when the rank has no more records, or when
  /// failure() says why they cannot be read.
  virtual bool next(std::uint32_t rank, Record& out) = 0;

  /// Empty while all is well; otherwise the reason why a block of the trace could not be read. next() then returns
  /// false.
  virtual std::string failure() const = 0;
};

/// Numbers of messages that a part of a trace leaves out although they lie inside, since their partners do not.
struct LeftOut {
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;

  bool operator==(const LeftOut&) const = default;
};

class TraceSource {
 public:
  TraceSource() = default;
  TraceSource(const TraceSource&) = delete;
  TraceSource& operator=(const TraceSource&) = delete;
  virtual ~TraceSource() = default;

  /// The name by which the trace was opened ("<stdin>" for standard input); messages give places as name():line.
  virtual const std::string& name() const = 0;

  /// Number of ranks: the number in the header, or else the largest rank or peer seen plus one; at least 1.
  virtual std::uint32_t ranks() const = 0;

  /// Number of records, of all ranks and of one.
  virtual std::uint64_t records() const = 0;
  virtual std::uint64_t records(std::uint32_t rank) const = 0;

  /// Names of the states, by Record::state, in order of first appearance.
  virtual const std::vector<std::string>& state_names() const = 0;

  /// Digest of the uncompressed content, e.g. "xxh64:8f3b...": equal for equal content, whatever the compression.
  virtual const std::string& digest() const = 0;

  /// Oddities that are no faults, e.g. time that goes backwards: one line each, only a few.
  virtual const std::vector<std::string>& warnings() const = 0;

  /// Clock, communicators, missing parts, comments. Empty by default.
  virtual const TraceNotes& notes() const;

  /// Content of the file that the records cannot express.
  virtual const Losses& losses() const;

  /// The counts of calls. By default, reads the trace through; a source that has counted before returns its counts.
  /// Throws TraceError when the trace cannot be read.
  virtual CallCensus census() const;

  /// Memory in bytes of a cursor of which at most `ranks_read` ranks are read; 0 where that is negligible.
  virtual std::uint64_t cursor_bytes(std::uint64_t /*ranks_read*/) const { return 0; }

  /// Records that a part of a trace leaves out; empty for a whole trace.
  virtual std::optional<LeftOut> left_out() const { return std::nullopt; }

  /// The number in the file, among the records of `rank`, of the record that cursors return as number `number`. The two
  /// differ in a part of a trace. Reads the rank again in that case, so it is for messages only.
  virtual std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t number) const;

  /// Opens a cursor. Throws TraceError when the spool cannot be opened again.
  virtual std::unique_ptr<TraceCursor> open() const = 0;
};

/// Throws TraceError where a cursor of the trace could not read on.
void stop_at_failure(const TraceSource& trace, const TraceCursor& cursor);

/// The fields of a record as the text format writes them, e.g. "MS 1 14 1 1032", for messages.
std::string describe(const Record& record, std::span<const std::string> state_names);

/// The place from which a record came: "cg.txt:17".
std::string place(std::string_view trace_name, const Record& record);

}  // namespace trgen::record
