// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/formats/common/values.hpp"

namespace trgen::formats {

using record::Kind;
using record::Record;

void Steps::announce(std::uint32_t ranks) {
  facts_.header_ranks = ranks;
  most_ = ranks;
}

bool Steps::exists(std::uint64_t rank, std::string_view what, Place place) {
  if (rank < most_) {
    seen_ = std::max(seen_, static_cast<std::uint32_t>(rank) + 1);
    return true;
  }
  if (facts_.header_ranks) {
    place.problems.add(place.line, fmt::format("{} {} does not exist: the header announces {} ranks (0 to {})", what,
                                               rank, *facts_.header_ranks, *facts_.header_ranks - 1));
  } else {
    place.problems.add(
        place.line,
        fmt::format("{} {} would take much memory: from a format that does not announce its ranks, at most {} are read",
                    what, rank, most_));
  }
  return false;
}

Steps::Progress& Steps::progress(std::uint32_t rank) {
  if (rank >= ranks_.size()) ranks_.resize(std::size_t{rank} + 1);
  return ranks_[rank];
}

void Steps::compute(std::uint32_t rank, std::uint64_t ns, Place place) {
  if (ns == 0) return;  // a burst of 0 ns only tells that the rank exists
  if (!progress(rank).begun) call(rank, "MPI_Init", place.line);
  Progress& at = progress(rank);
  if (ns > latest_time_ns - at.clock_ns) {
    place.problems.add(place.line, fmt::format("with this burst rank {} would compute for more than 292 years", rank));
    return;
  }
  at.clock_ns += ns;
  at.computing = true;
}

std::uint16_t Steps::state_number(std::string_view state) { return facts_.states.number(state).value_or(0); }

void Steps::add(std::uint32_t rank, Record record) {
  Progress& at = progress(rank);
  at.begun = true;
  at.computing = false;
  record.time_ns = at.clock_ns;
  seen_ = std::max(seen_, rank + 1);
  sink_.add(rank, record);
  ++facts_.records;
}

void Steps::enter(std::uint32_t rank, std::string_view state, std::uint64_t line) {
  enter(rank, state, Record{.line = line});
}

void Steps::enter(std::uint32_t rank, std::string_view state, Record start) {
  start.kind = Kind::state_start;
  start.state = state_number(state);
  add(rank, start);
}

void Steps::message(std::uint32_t rank, Record record) { add(rank, record); }

void Steps::leave(std::uint32_t rank, std::string_view state, std::uint64_t line) {
  add(rank, {.kind = Kind::state_end, .state = state_number(state), .line = line});
}

void Steps::call(std::uint32_t rank, std::string_view state, const Record& message) {
  enter(rank, state, message.line);
  add(rank, message);
  leave(rank, state, message.line);
}

void Steps::call(std::uint32_t rank, std::string_view state, std::uint64_t line) {
  enter(rank, state, line);
  leave(rank, state, line);
}

void Steps::finish(io::Problems& problems, std::uint64_t content_bytes) {
  problems.throw_if_any();
  if (content_bytes == 0) problems.stop(0, "the file is empty; was it written to the end?");
  if (seen_ == 0) problems.stop(0, "no records in the trace");
  if (facts_.header_ranks && seen_ > *facts_.header_ranks) {
    problems.stop(0, fmt::format("rank {} appears before the header, which announces {} ranks (0 to {})", seen_ - 1,
                                 *facts_.header_ranks, *facts_.header_ranks - 1));
  }
  if (facts_.records == 0) call(0, "MPI_Init", std::uint64_t{0});
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    if (ranks_[rank].computing) call(rank, "MPI_Finalize", std::uint64_t{0});
  }
  facts_.ranks = facts_.header_ranks.value_or(seen_);
}

}  // namespace trgen::formats
