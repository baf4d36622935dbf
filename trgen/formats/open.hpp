// SPDX-License-Identifier: Apache-2.0
// Opens a trace by its file name, as a source that runs can share, or as a sequence of records.
//
// A file may contain the records of rank 0, then those of rank 1, and so on, and may be compressed, so ranks cannot be
// read side by side from it. open_trace() parses it once into a spool of small chunks for each rank, in memory while it
// is small and else in an unlinked temporary file; cursors then read all ranks side by side, in memory bounded by the
// number of ranks. scan_trace() is for uses that need each record once: it stores nothing.
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
  /// Bytes of the spool that are kept in memory; a larger spool moves to a temporary file in $TMPDIR (or /tmp). 0:
  /// always a file.
  std::uint64_t memory_limit = std::uint64_t{64} << 20;
};

/// Opens a trace in any format and compression of the catalogues; "-" is standard input. Throws record::TraceError.
std::shared_ptr<const record::TraceSource> open_trace(const fsin::InputPath& path, const OpenOptions& options = {});
/// The same of a name on the command line, which no experiment reads.
std::shared_ptr<const record::TraceSource> open_trace(const std::string& path, const OpenOptions& options = {});

/// Opens a trace from an input, e.g. from text in memory. Throws record::TraceError.
std::shared_ptr<const record::TraceSource> open_trace(io::Input& in, const OpenOptions& options = {});

/// Passes every record of the input to the sink, in the order of the file. Throws record::TraceError.
record::TraceFacts scan_trace(io::Input& in, record::RecordSink& sink, const ReadOptions& options = {});

/// Writes a trace, completely or not at all. The end of the name selects the compression. The format is the one named;
/// for "", it is selected by the end of the name, and is text if that names none. Returns the losses of the format.
/// Throws record::TraceError.
record::Losses write_trace(const record::TraceSource& trace, const std::string& path, std::string_view format = {});

/// Waits until a trace written by write_trace() is on the disk; only then may the files it was made from be removed.
/// Throws record::TraceError.
void settle(const std::string& path, std::string_view format = {});

}  // namespace trgen::formats
