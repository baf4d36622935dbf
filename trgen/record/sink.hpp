// SPDX-License-Identifier: Apache-2.0
// The interface through which the reader of a trace format delivers records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/record/notes.hpp"
#include "trgen/record/record.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::record {

/// Takes records in the order of the file. May throw TraceError.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void add(std::uint32_t rank, const Record& record) = 0;
};

/// Facts that a reader finds out about a trace besides its records.
struct TraceFacts {
  std::string name;                           ///< as given by the user; "<stdin>" for standard input
  std::string format;                         ///< name of the format in the catalogue
  std::string compression;                    ///< "none", "gzip" or "zstd"
  std::string digest;                         ///< "xxh64:" and 16 hexadecimal digits, of the uncompressed bytes
  std::optional<std::uint32_t> header_ranks;  ///< number of ranks that the trace announces
  std::uint32_t ranks = 0;                    ///< announced, or largest rank or peer seen plus one
  std::uint64_t records = 0;
  std::uint64_t file_bytes = 0;     ///< read from the file
  std::uint64_t content_bytes = 0;  ///< after decompression
  StateTable states;
  TraceNotes notes;
  Losses losses;                      ///< content of the file that a Record cannot express
  std::vector<std::string> warnings;  ///< one line each, only the first few
};

}  // namespace trgen::record
