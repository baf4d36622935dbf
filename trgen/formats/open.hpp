// SPDX-License-Identifier: Apache-2.0
// From a file name to a trace that runs can share, or to its records one by one.
//
// A file may hold rank 0's records, then rank 1's, and so on, and may be compressed, so ranks cannot be read side by
// side from it. open_trace() parses it in one pass into a spool of small per-rank chunks, in memory while it is small,
// else in an unlinked temporary file; cursors then walk all ranks at once in memory bounded by the number of ranks.
// scan_trace() is for what needs each record once: it keeps nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "trgen/formats/catalogue.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

struct OpenOptions : ReadOptions {
  /// Bytes of spool kept in memory; beyond, it moves to a temporary file in $TMPDIR (or /tmp). 0: always a file.
  std::uint64_t memory_limit = std::uint64_t{64} << 20;
};

/// Opens a trace in any format and compression of the catalogues; "-" is standard input. Throws record::TraceError.
std::shared_ptr<const record::TraceSource> open_trace(const std::string& path, const OpenOptions& options = {});

/// The same from an input that was made already, e.g. from text in memory.
std::shared_ptr<const record::TraceSource> open_trace(io::Input& in, const OpenOptions& options = {});

/// Hands every record of the input to the sink in the order of the file. Throws record::TraceError.
record::TraceFacts scan_trace(io::Input& in, record::RecordSink& sink, const ReadOptions& options = {});

/// Writes a trace; all or nothing. Compression by the end of the name; the format is the one of that name in the
/// catalogue, or, for "", by the end of the file's name, text when that says nothing. Returns what the format could not
/// carry. Throws record::TraceError.
record::Losses write_trace(const record::TraceSource& trace, const std::string& path, std::string_view format = {});

/// Waits until a trace that write_trace() wrote is on the disk: only then may what it was made of be removed. Throws
/// record::TraceError.
void settle(const std::string& path, std::string_view format = {});

}  // namespace trgen::formats
