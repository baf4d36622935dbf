// SPDX-License-Identifier: Apache-2.0
// Slices are sound traces, and hold what was asked for.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/commands/causal_check.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/record/slice_trace.hpp"

namespace slice_test {

using namespace trgen;

namespace {

std::vector<std::uint32_t> ranks_upto(std::uint32_t count) {
  std::vector<std::uint32_t> ranks(count);
  std::iota(ranks.begin(), ranks.end(), 0U);
  return ranks;
}

record::Region records(std::uint64_t from, std::uint64_t to) {
  return {record::Place{record::Place::Kind::record, from}, record::Place{record::Place::Kind::record, to}};
}

record::Region times(std::uint64_t from, std::uint64_t to) {
  return {record::Place{record::Place::Kind::time, from}, record::Place{record::Place::Kind::time, to}};
}

std::uint64_t last_time_of(const record::TraceSource& trace) {
  std::uint64_t last = 0;
  for (const auto& rank : test::all_records(trace)) last = std::max(last, rank.empty() ? 0 : rank.back().time_ns);
  return last;
}

const std::string exchange =
    "#insee-trace 1\n#ranks 3\n"
    "0 10 SS MPI_Send\n0 11 MS 1 0 0 8\n0 12 SE MPI_Send\n0 20 SS MPI_Send\n0 21 MS 2 0 0 8\n0 22 SE MPI_Send\n"
    "0 30 SS MPI_Send\n0 31 MS 1 0 0 8\n0 32 SE MPI_Send\n"
    "1 20 SS MPI_Recv\n1 21 MR 0 0 0 8\n1 22 SE MPI_Recv\n1 40 SS MPI_Recv\n1 41 MR 0 0 0 8\n1 42 SE MPI_Recv\n"
    "2 10 SS MPI_Recv\n2 11 MR 0 0 0 8\n2 12 SE MPI_Recv\n";

}  // namespace

TEST_CASE("messages of ranks that are cut are dropped and the ranks renumbered") {
  const record::SliceTrace slice(test::read_text(exchange), {.ranks = {0, 2}});
  CHECK(test::as_text(slice) ==
        "#insee-trace 1\n#ranks 2\n"
        "0 10 SS MPI_Send\n0 12 SE MPI_Send\n0 20 SS MPI_Send\n0 21 MS 1 0 0 8\n0 22 SE MPI_Send\n"
        "0 30 SS MPI_Send\n0 32 SE MPI_Send\n"
        "1 10 SS MPI_Recv\n1 11 MR 0 0 0 8\n1 12 SE MPI_Recv\n");
  CHECK(slice.dropped_by_rank() == 2);
  CHECK(slice.dropped_by_window() == 0);
}

TEST_CASE("a window of time finishes the state it ends in and drops what crosses it") {
  // Rank 0 keeps its second and third send; the third is received after the window, the first before it was sent here.
  const record::SliceTrace slice(test::read_text(exchange), {.ranks = {0, 1, 2}, .region = times(15, 31)});
  CHECK(test::as_text(slice) ==
        "#insee-trace 1\n#ranks 3\n"
        "0 20 SS MPI_Send\n0 22 SE MPI_Send\n0 30 SS MPI_Send\n0 32 SE MPI_Send\n"
        "1 20 SS MPI_Recv\n1 22 SE MPI_Recv\n");
  CHECK(slice.dropped_by_window() == 3);
}

TEST_CASE("a window of records counts from one on every rank") {
  const record::SliceTrace slice(test::read_text(exchange), {.ranks = {0, 1, 2}, .region = records(4, 7)});
  CHECK(test::as_text(slice) ==
        "#insee-trace 1\n#ranks 3\n0 20 SS MPI_Send\n0 22 SE MPI_Send\n1 40 SS MPI_Recv\n1 42 SE MPI_Recv\n");
}

TEST_CASE("the whole window is the whole trace") {
  const auto whole = test::read_text(exchange);
  const record::SliceTrace slice(whole, {.ranks = {0, 1, 2}});
  CHECK(test::as_text(slice) == exchange);
  CHECK(slice.records() == whole->records());
  CHECK(slice.records(1) == 6);
}

TEST_CASE("slices of every kernel by rank, time and record are sound") {
  for (const kernels::KernelEntry& entry : kernels::kernels) {
    int slices = 0;
    const auto whole = kernels::make_kernel_trace(entry, {.ranks = 16, .iterations = 6, .compute_ns = 300});
    for (std::uint64_t at = 0; at < 12; ++at) {
      CAPTURE(entry.name);
      CAPTURE(at);
      const std::uint32_t ranks = at % 2 == 0 ? 16 : 5 + static_cast<std::uint32_t>(at);
      record::SliceRule rule{.ranks = ranks_upto(ranks), .region = times(at * 500, at * 500 + 2500)};
      if (at % 3 == 0) rule.region = records(at * 4 + 1, at * 4 + 22);
      if (at * 500 + 1000 > last_time_of(*whole)) continue;  // nothing would be left
      const record::SliceTrace slice(whole, rule);
      const commands::CheckResult result = commands::CausalCheck(slice, 5).run();
      CHECK(result.problems.empty());
      CHECK(result.received == result.messages);
      slices += 1;
    }
    CHECK(slices >= 6);
  }
}

}  // namespace slice_test
