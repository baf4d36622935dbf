// SPDX-License-Identifier: Apache-2.0
// Reads the header of a rank's file: checks that it is one, and finds how the rank ended.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "trgen/formats/capture/exit_words.hpp"
#include "trgen/formats/capture/scan.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::capture {
namespace {

constexpr std::array<std::string_view, 3> clocks{"cpu", "wall", "instructions"};

std::string_view why_stopped(const trgen_rank_header& header) {
  switch (header.stop_error) {
    case EFBIG:
      return "the limit on the size of its file was reached";
    case EDQUOT:
      return "the disk quota was used up";
    default:
      return "no room in the file system";
  }
}

}  // namespace

std::string_view clock_name(const trgen_rank_header& header) { return clocks[header.clock]; }

std::string why_incomplete(const trgen_rank_header& header, bool cut, std::uint64_t records, std::string_view state) {
  const std::string after = fmt::format("after {} records", records);
  if ((header.flags & TRGEN_STOPPED_EARLY) != 0) {
    return fmt::format("{} {}; what follows was not recorded{}", why_stopped(header), after,
                       header.lost_records == 0 ? "" : fmt::format(" ({} records)", header.lost_records));
  }
  if ((header.flags & TRGEN_ABORTED) != 0) return fmt::format("called MPI_Abort {}", after);
  if (cut) return fmt::format("its file is truncated {}", after);
  if ((header.flags & TRGEN_FINALIZED) == 0) {
    return fmt::format("ended {} without MPI_Finalize {}{}",
                       state.empty() ? "outside MPI" : fmt::format("in {}", state), after,
                       (header.flags & TRGEN_EXITED) != 0 ? exit_words(header.exit_code) : "; was it killed?");
  }
  return {};
}

std::optional<trgen_rank_header> read_rank_header(const RankBytes& bytes, std::string& why) {
  trgen_rank_header header{};
  std::array<char, sizeof header> raw{};
  const std::size_t got = bytes.read(0, raw);
  std::memcpy(&header, raw.data(), sizeof header);
  if (std::all_of(raw.begin(), raw.end(), [](char c) { return c == '\0'; })) {
    why = got == 0 ? "its file is empty: there was no room for a record"
                   : "its file has no record yet: the rank ended within MPI_Init";
    return std::nullopt;
  }
  const std::string_view magic(header.magic, sizeof header.magic);
  if (magic != TRGEN_RANK_MAGIC) {
    throw record::TraceError(
        fmt::format("{}: does not begin like a file of the tracing library ({}); is it another kind of file, or of "
                    "another version?",
                    bytes.name(), TRGEN_RANK_MAGIC));
  }
  if (got < sizeof header) {
    why = "its file is truncated within the header";
    return std::nullopt;
  }
  if (header.clock >= clocks.size()) {
    throw record::TraceError(
        fmt::format("{}: clock {} is not known; the file is damaged, or of another version of "
                    "the library",
                    bytes.name(), header.clock));
  }
  return header;
}

}  // namespace trgen::formats::capture
