// SPDX-License-Identifier: Apache-2.0
// From a file name to a trace that runs can share.
//
// A file may hold rank 0's records, then rank 1's, and so on, and may be compressed, so ranks cannot be read side by
// side from it. One pass parses it into a spool of small per-rank chunks, kept in memory while it is small and in an
// unlinked temporary file beyond that; cursors then walk all ranks at once in memory bounded by the number of ranks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "trgen/record/source.hpp"

namespace trgen::formats {

struct OpenOptions {
  /// Bytes of spool kept in memory; beyond, it moves to a temporary file in $TMPDIR (or /tmp). 0: always a file.
  std::uint64_t memory_limit = std::uint64_t{64} << 20;
  /// A rank of this size or more is an error unless a header announces so many ranks.
  std::uint32_t most_ranks = std::uint32_t{4} << 20;
};

/// Opens a trace in any format and compression of the catalogue; "-" is standard input. Throws record::TraceError.
std::shared_ptr<const record::TraceSource> open_trace(const std::filesystem::path& path,
                                                      const OpenOptions& options = {});

}  // namespace trgen::formats
