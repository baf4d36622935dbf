// SPDX-License-Identifier: Apache-2.0
// Phases and traffic of programs whose times are known.
#include <doctest/doctest.h>

#include "tests/profile/path_fixture.hpp"

namespace call_profile_test {

using namespace profile_test;
using fsin::workload::Activity;
namespace collectives = trgen::programs::collectives;

namespace {

double cycles(const fsin::profile::CallProfile::Row& row, Activity activity) {
  return row.cycles[static_cast<std::size_t>(activity)];
}

}  // namespace

TEST_CASE("the cycles of a rank up to its end are shared out among calls and activities") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    (*program)[rank].compute(rank == 0 ? 1000 : 200);
    (*program)[rank].collective(collectives::Kind::barrier, 0, 0);
    (*program)[rank].compute(50);
    (*program)[rank].collective(collectives::Kind::barrier, 0, 0);
  }
  const Profiled run = profiled(program, on_nodes(*program));
  const auto rows = run.profile.calls.rows();
  REQUIRE(rows.size() == 2);
  CHECK(run.profile.calls.names()[rows[0].call].function == "MPI_Barrier");
  CHECK(rows[0].calls == 4);
  CHECK(rows[0].messages == 4);
  CHECK(rows[0].most_rank == 1);  // it waits for the other in the first barrier
  CHECK(cycles(rows[0], Activity::compute) == 0);
  CHECK(rows[1].call == fsin::profile::no_call);
  CHECK(cycles(rows[1], Activity::compute) == (1050 + 250) / 2.0);
  CHECK(rows[1].most == 1050);
  CHECK(rows[0].mean + rows[1].mean == static_cast<double>(run.ranks[0].finished + run.ranks[1].finished) / 2);
}

TEST_CASE("the traffic of ranks has what a program sends, also within a node, and nothing else") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send(1, 640);  // the same node
  (*program)[1].receive(0, 640);
  (*program)[1].send_start(0, 2, 6400);  // it asks first
  (*program)[1].send(1, 5);              // to itself
  (*program)[1].receive(1, 5);
  (*program)[1].wait(0, 1);
  (*program)[2].receive(1, 6400);
  ReplaySettings settings = on_nodes(*program, {0, 0, 1});
  settings.costs.eager = 1000;
  const Profiled run = profiled(program, settings);
  REQUIRE(run.finished);
  const auto& traffic = run.profile.traffic;
  using Cell = fsin::profile::RankTraffic::Cell;
  for (std::size_t from = 0; from < 3; ++from) {
    for (std::size_t to = 0; to < 3; ++to) {
      const Cell expected = from == 0 && to == 1 ? Cell{1, 640} : from == 1 && to == 2 ? Cell{1, 6400} : Cell{};
      CHECK(traffic.cell(from, to) == expected);
    }
  }
}

TEST_CASE("of many ranks, neighbours are one block of the traffic") {
  fsin::profile::RankTraffic traffic(1000);
  CHECK(traffic.ranks_per_block() == 4);
  CHECK(traffic.blocks() == 250);
  traffic.starts(7, 999, 10);
  traffic.starts(4, 998, 20);
  CHECK(traffic.cell(1, 249) == fsin::profile::RankTraffic::Cell{2, 30});
}

TEST_CASE("a stream counts as its rank: its calls and messages are added to those of the rank") {
  // Ranks 0 and 1, and streams of both, each of which is in a call meanwhile.
  const fsin::workload::RankNames names(std::vector<std::uint32_t>{0, 1, 0, 1});
  CHECK(names.ranks(4) == 2);
  CHECK(names.text(1) == "1");
  CHECK(names.text(3) == "1, stream 1");
  fsin::profile::RunProfile profile(4, names);
  for (const std::uint32_t number : {0U, 1U}) profile.calls.span(number, Activity::compute, 1, 100);
  for (const std::uint32_t number : {2U, 3U}) {
    profile.calls.enter(number, {"MPI_Allreduce", ""}, 1);
    profile.calls.span(number, Activity::send, 1, number == 2 ? 30 : 50);
    profile.calls.starts(number, number == 2 ? 3 : 2, 8);
    profile.calls.leave(number, number == 2 ? 30 : 50);
    profile.traffic.starts(number, number == 2 ? 3 : 2, 8);
  }
  const auto rows = profile.calls.rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].calls == 2);
  CHECK(rows[0].mean == 40);
  CHECK(rows[0].most == 50);
  CHECK(rows[0].most_rank == 1);
  CHECK(rows[1].mean == 100);
  CHECK(profile.traffic.blocks() == 2);
  CHECK(profile.traffic.cell(0, 1) == fsin::profile::RankTraffic::Cell{1, 8});
  CHECK(profile.traffic.cell(1, 0) == fsin::profile::RankTraffic::Cell{1, 8});
}

}  // namespace call_profile_test
