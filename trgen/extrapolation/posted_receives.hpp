// SPDX-License-Identifier: Apache-2.0
// For whom a rank posts a receive: a trace says it only of the call that completes it.
//
// The receives that complete in calls other than MPI_Recv and MPI_Sendrecv are taken for those that were posted, in
// order. A program that waits for them in another order gets other partners, the same ones on all its ranks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::extrapolation {

inline constexpr std::string_view posting_call = "MPI_Irecv";

struct Posted {
  std::uint32_t peer = 0;
  std::int32_t tag = 0;
};

/// By rank, for each call that posts a receive, in order; those at the end that nothing completes are missing. Throws
/// as cut() does (record_cut.hpp).
std::vector<std::vector<Posted>> posted_receives(const record::TraceSource& trace);

}  // namespace trgen::extrapolation
