// SPDX-License-Identifier: Apache-2.0
// The first reading of the file of a rank: is it sound, what does it define, what does it lack.
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

/// What a cursor must know of a rank to read it.
struct RankIndex {
  std::uint32_t rank = 0;
  RankBytes bytes;
  std::uint64_t records = 0;
  std::vector<std::uint16_t> states{};                             ///< number in the trace, by that in the file
  std::vector<std::uint32_t> communicators{};                      ///< the same
  std::vector<std::pair<std::uint64_t, std::uint64_t>> matches{};  ///< number of the record, Record::match; by record
};

/// Collects what the files of all ranks say, one after the other.
struct Facts {
  record::TraceFacts trace;
  Communicators communicators;
  std::vector<std::string> digests;  ///< of each file
  record::CensusTaker census;
  bool hooks = true;  ///< every rank had the hooks
};

/// The header, or nothing with `why` in words: the rank died before it could write it. Throws record::TraceError for a
/// file that is no rank file.
std::optional<trgen_rank_header> read_rank_header(const RankBytes& bytes, std::string& why);

/// "cpu", "wall" or "instructions", of a header that read_rank_header() gave.
std::string_view clock_name(const trgen_rank_header& header);

/// Whether an entry becomes a record: messages with processes outside MPI_COMM_WORLD (MPI_Comm_spawn) do not.
inline bool is_record(const trgen_rank_entry& entry, std::uint32_t ranks) {
  if (entry.kind == TRGEN_MS || entry.kind == TRGEN_MR) return entry.peer < ranks;
  return entry.kind == TRGEN_SS || entry.kind == TRGEN_SE;
}

/// Why the records of a rank end before its program did; empty when they do not. `cut`: its file ends within an entry.
/// `state`: the MPI call in which they end, "" for none.
std::string why_incomplete(const trgen_rank_header& header, bool cut, std::uint64_t records, std::string_view state);

/// Reads all entries, fills in the index and adds to the facts. Throws record::TraceError for a damaged file.
void scan_rank(RankIndex& index, const trgen_rank_header& header, Facts& facts);

}  // namespace trgen::formats::capture
