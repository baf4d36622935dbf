// SPDX-License-Identifier: Apache-2.0
// A trace that has been opened: every rank's records in file order, ranks in any interleaving.
//
// Contract
//  * A TraceSource is immutable. Any number of runs and threads share one; each opens cursors of its own.
//  * A TraceCursor belongs to one thread. It stands before the first record of every rank when it is opened.
//  * Memory of source and cursors together is bounded by the number of ranks, whatever the length of the trace.
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

  /// The next record of `rank` (below ranks()) into `out`. False: that rank has no more, or failure() says why not.
  virtual bool next(std::uint32_t rank, Record& out) = 0;

  /// Empty while all is well; otherwise why a block of the trace could not be read. From then on next() is false.
  virtual std::string failure() const = 0;
};

/// Records of messages that a part of a trace leaves out although they lie in it, as their partners do not.
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

  /// The name the trace was opened under ("<stdin>" for standard input): place of a message is name():line.
  virtual const std::string& name() const = 0;

  /// As the header says, or else the largest rank or peer seen plus one; at least 1.
  virtual std::uint32_t ranks() const = 0;

  /// Number of records of all ranks, and of one.
  virtual std::uint64_t records() const = 0;
  virtual std::uint64_t records(std::uint32_t rank) const = 0;

  /// Names of the states, by Record::state, in order of first appearance.
  virtual const std::vector<std::string>& state_names() const = 0;

  /// Digest of the uncompressed content, e.g. "xxh64:8f3b...": equal content, equal digest, whatever the compression.
  virtual const std::string& digest() const = 0;

  /// Oddities that do not stop anybody, e.g. time that goes backwards: one line each, and there are few.
  virtual const std::vector<std::string>& warnings() const = 0;

  /// Clock, communicators, what is missing, comments. Nothing unless a source says otherwise.
  virtual const TraceNotes& notes() const;

  /// What the file held and the records lack.
  virtual const Losses& losses() const;

  /// What its calls hold. The default reads the trace through; a source that has counted before gives its counts.
  /// Throws TraceError when it cannot be read.
  virtual CallCensus census() const;

  /// Memory that a cursor takes at most of which so many ranks are read; 0 where it is not worth counting.
  virtual std::uint64_t cursor_bytes(std::uint64_t /*ranks_read*/) const { return 0; }

  /// Of a part of a trace; nothing for a whole one.
  virtual std::optional<LeftOut> left_out() const { return std::nullopt; }

  /// The number, among the records that the file has of `rank`, of the one that cursors give as its `number`-th:
  /// another one in a part of a trace. Reads the rank again there, so it is for messages only.
  virtual std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t number) const;

  /// Throws TraceError when the spool cannot be opened again.
  virtual std::unique_ptr<TraceCursor> open() const = 0;
};

/// The text-format fields of a record, e.g. "MS 1 14 1 1032", for messages.
std::string describe(const Record& record, std::span<const std::string> state_names);

/// The place a record came from: "cg.txt:17".
std::string place(std::string_view trace_name, const Record& record);

}  // namespace trgen::record
