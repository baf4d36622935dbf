// SPDX-License-Identifier: Apache-2.0
// Critical paths whose length and way are known: a packet of 16 phits needs 16 cycles over one hop of the ideal
// network, and a message that is there in cycle t is taken in t + 1.
#include <doctest/doctest.h>

#include "tests/profile/path_fixture.hpp"

namespace critical_path_test {

using namespace profile_test;
namespace collectives = trgen::programs::collectives;

TEST_CASE("the path of a ping-pong alternates between its ranks, and has all of its messages") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (int i = 0; i < 5; ++i) {
    (*program)[0].send(1, 64);
    (*program)[0].receive(1, 64);
    (*program)[1].receive(0, 64);
    (*program)[1].send(0, 64);
  }
  ReplaySettings settings = on_nodes(*program);
  settings.costs.send_overhead = 30;
  settings.costs.receive_overhead = 40;
  const Profiled run = profiled(program, settings);
  CHECK(gap_in(run.path) == "");
  std::vector<std::uint32_t> senders;
  for (const PathStep& step : run.path.steps) {
    if (step.kind == PathStep::Kind::message) senders.push_back(step.rank);
  }
  CHECK(senders == std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
  CHECK(run.of(PathPart::network) == 10 * 16);
  CHECK(run.of(PathPart::send) == 10 * (30 + 1 + 40));  // overheads, and the cycle in which the packet enters
  CHECK(run.of(PathPart::delay) == 0);
  CHECK(run.of(PathPart::wait) == 0);
}

TEST_CASE("the path of a barrier goes through the rank that comes late") {
  const auto program = std::make_shared<WrittenProgram>(8);
  for (std::uint32_t rank = 0; rank < 8; ++rank) {
    (*program)[rank].compute(rank == 5 ? 10'000 : 100);
    (*program)[rank].collective(collectives::Kind::barrier, 0, 0);
  }
  const Profiled run = profiled(program, on_nodes(*program));
  CHECK(gap_in(run.path) == "");
  REQUIRE_FALSE(run.path.steps.empty());
  CHECK(run.path.steps.front().rank == 5);
  CHECK(run.of(PathPart::compute) == 10'000);
  CHECK(run.of(PathPart::wait) == 0);
  const auto summary = fsin::profile::summary_of(run.path);
  CHECK(summary.by_rank.begin()->first <= 5);
  CHECK(fsin::profile::total(summary.by_rank.at(5)) >= 10'000);
}

TEST_CASE("a ring of n ranks has n - 1 messages on its path, whoever waits") {
  constexpr std::uint32_t n = 6;
  const auto program = std::make_shared<WrittenProgram>(n);
  for (std::uint32_t rank = 0; rank + 1 < n; ++rank) {
    (*program)[rank].send(rank + 1, 640);
    (*program)[rank + 1].receive(rank, 640);
  }
  // A rank passes on what it has received: put the receive first.
  const auto ring = std::make_shared<WrittenProgram>(n);
  for (std::uint32_t rank = 0; rank < n; ++rank) {
    if (rank > 0) (*ring)[rank].receive(rank - 1, 640);
    if (rank + 1 < n) (*ring)[rank].send(rank + 1, 640);
  }
  const Profiled run = profiled(ring, on_nodes(*ring));
  CHECK(gap_in(run.path) == "");
  const auto summary = fsin::profile::summary_of(run.path);
  CHECK(summary.messages == n - 1);
  CHECK(summary.by_rank.size() == n);
  // Ten packets enter one a cycle, and leave one after the other: the last one waits for nine others.
  CHECK(run.of(PathPart::network) == (n - 1) * 16);
  CHECK(run.of(PathPart::delay) == (n - 1) * (9 * 16 - 9));
}

TEST_CASE("what a rank starts is sent behind it, and the path goes that way where the rank waits for it") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send_start(0, 1, 6400);
  (*program)[0].wait(0, 1);
  (*program)[0].compute(1000);
  (*program)[1].receive(0, 6400);
  const Profiled run = profiled(program, on_nodes(*program), {.tight = true});
  CHECK(gap_in(run.path) == "");
  CHECK(run.of(PathPart::wait) == 0);
  CHECK(run.of(PathPart::wait_room) > 0);
  bool behind = false;
  for (const PathStep& step : run.path.steps) behind = behind || step.background;
  CHECK(behind);
}

TEST_CASE("a long message has its request and its answer on the path") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send(1, 640);
  (*program)[1].receive(0, 640);
  ReplaySettings settings = on_nodes(*program);
  settings.costs.eager = 100;
  const Profiled run = profiled(program, settings);
  CHECK(gap_in(run.path) == "");
  CHECK(run.of(PathPart::wait) == 0);
  CHECK(fsin::profile::summary_of(run.path).messages == 3);
}

TEST_CASE("a copy within a node is part of the path, and no message under way") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].compute(50);
  (*program)[0].send(1, 640);
  (*program)[1].receive(0, 640);
  ReplaySettings settings = on_nodes(*program, {0, 0});
  settings.costs.copy_latency = 200;
  const Profiled run = profiled(program, settings);
  CHECK(gap_in(run.path) == "");
  CHECK(run.of(PathPart::compute) == 50);
  CHECK(run.of(PathPart::send) >= 200);
  CHECK(run.of(PathPart::network) == 0);
  CHECK(run.of(PathPart::wait) == 0);
}

TEST_CASE("steps are attributed to the calls of their ranks") {
  const auto program = std::make_shared<WrittenProgram>(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    (*program)[rank].compute(100);
    (*program)[rank].collective(collectives::Kind::all_reduce, 0, 4096);
    (*program)[rank].compute(100);
  }
  const Profiled run = profiled(program, on_nodes(*program));
  REQUIRE(run.path.names.size() == 1);
  CHECK(run.path.names[0].function == "MPI_Allreduce");
  CHECK_FALSE(run.path.names[0].algorithm.empty());
  const auto summary = fsin::profile::summary_of(run.path);
  CHECK(fsin::profile::total(summary.by_call.at(fsin::profile::no_call)) == 200 + 1);  // and the end of the run
  CHECK(fsin::profile::total(summary.by_call.at(0)) == run.cycles - 201);
}

}  // namespace critical_path_test
