// SPDX-License-Identifier: Apache-2.0
// The first reading of a rank's file: its soundness, its definitions, and its missing parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trgen/formats/capture/communicators.hpp"
#include "trgen/formats/capture/rank_file.hpp"
#include "trgen/record/census.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats::capture {

/// Everything a cursor needs in order to read a rank.
struct RankIndex {
  std::uint32_t rank = 0;
  RankBytes bytes;
  std::uint64_t records = 0;
  std::vector<std::uint16_t> states{};         ///< number in the trace, by number in the file
  std::vector<std::uint32_t> communicators{};  ///< number in the trace, by number in the file
  std::vector<std::pair<std::uint64_t, std::uint64_t>>
      matches{};  ///< number of the record and Record::match, in the order of records
};

/// Facts collected from the files of all ranks, one after the other.
struct Facts {
  record::TraceFacts trace;
  Communicators communicators;
  std::vector<std::string> digests;  ///< of each file
  record::CensusTaker census;
  bool hooks = true;  ///< true when every rank had the hooks
};

/// The header; empty, with the reason in `why`, when the rank died before it could write it. Throws record::TraceError
/// for a file that is no rank file.
std::optional<trgen_rank_header> read_rank_header(const RankBytes& bytes, std::string& why);

/// The clock, "cpu", "wall" or "instructions", from a header that read_rank_header() returned.
std::string_view clock_name(const trgen_rank_header& header);

/// True when an entry becomes a record. Messages with processes outside MPI_COMM_WORLD (MPI_Comm_spawn) do not.
inline bool is_record(const trgen_rank_entry& entry, std::uint32_t ranks) {
  if (entry.kind == TRGEN_MS || entry.kind == TRGEN_MR) return entry.peer < ranks;
  return entry.kind == TRGEN_SS || entry.kind == TRGEN_SE;
}

/// The reason why the records of a rank end before its program did; empty when they do not. `cut`: its file ends within
/// an entry. `state`: the MPI call in which the records end, "" for none.
std::string why_incomplete(const trgen_rank_header& header, bool cut, std::uint64_t records, std::string_view state);

/// Reads all entries, fills the index and adds to the facts. Throws record::TraceError for a damaged file.
void scan_rank(RankIndex& index, const trgen_rank_header& header, Facts& facts);

}  // namespace trgen::formats::capture
