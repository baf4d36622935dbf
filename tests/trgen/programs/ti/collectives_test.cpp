// SPDX-License-Identifier: Apache-2.0
// Collectives of time-independent traces: their volumes, the blocks of each rank, communicators, and the streams of
// non-blocking ones.
#include <doctest/doctest.h>

#include "tests/trgen/programs/ti/ti_text.hpp"

namespace collectives_test {

using namespace trgen::test;

namespace {

/// All of `ranks` ranks do the same.
std::string all(const std::string& action, int ranks = 3) {
  std::string text;
  for (int rank = 0; rank < ranks; ++rank) text += fmt::format("{} {}\n", rank, action);
  return text;
}

Operation collective_of(const Program& program, std::uint32_t rank) {
  Operations operations;
  program.step(rank, 0, operations);
  for (const Operation& each : operations) {
    if (each.kind == OperationKind::collective) return each;
  }
  return {};
}

/// The blocks of rank `rank`'s first collective: from one rank to another.
std::uint64_t block(const Program& program, std::uint32_t rank, std::uint32_t from, std::uint32_t to) {
  return program.block_bytes(collective_of(program, rank), rank, from, to);
}

}  // namespace

TEST_CASE("collectives with equal shares") {
  CHECK(operations_in(all("barrier")) == Words{"barrier 0 B root 0"});
  CHECK(operations_in(all("bcast 100")) == Words{"bcast 100 B root 0"});
  CHECK(operations_in(all("bcast 100 2 0")) == Words{"bcast 800 B root 2"});
  CHECK(operations_in(all("reduce 100 5 1 1")) == Words{"reduce 400 B root 1", "compute 5"});
  CHECK(operations_in(all("allreduce 8 2 0")) == Words{"allreduce 64 B root 0", "compute 2"});
  CHECK(operations_in(all("scan 8 2")) == Words{"scan 8 B root 0", "compute 2"});
  CHECK(operations_in(all("exscan 8 0 1")) == Words{"exscan 32 B root 0"});
  CHECK(operations_in(all("alltoall 5 5 1 1")) == Words{"alltoall 20 B root 0"});
  CHECK(operations_in(all("allgather 0 6 1 1")) == Words{"allgather 24 B root 0"});
}

TEST_CASE("of a gather or a scatter only what is significant on a rank counts") {
  CHECK(operations_in("0 gather 0 2 0 1 1\n1 gather 2 0 0 1 1\n") == Words{"gather 8 B root 0"});
  CHECK(operations_in("0 scatter 2 0 0 1 1\n1 scatter 0 2 0 1 1\n") == Words{"scatter 8 B root 0"});
}

TEST_CASE("an element of a reduction is as large as its type") {
  const auto made = make_ti(all("allreduce 8 0 1"));
  REQUIRE(made.program);
  CHECK(collective_of(*made.program, 0).call == 4);
}

TEST_CASE("a count for each rank") {
  const auto gather = make_ti("0 gatherv 1 1 2 3 0 1 1\n1 gatherv 2 0 0 0 0 1 1\n2 gatherv 3 0 0 0 0 1 1\n").program;
  REQUIRE(gather);
  CHECK(block(*gather, 0, 2, 0) == 12);
  CHECK(block(*gather, 1, 1, 0) == 8);
  const auto scatter =
      make_ti("0 scatterv 1 2 3 1 0 1 1\n1 scatterv 0 0 0 2 0 1 1\n2 scatterv 0 0 0 3 0 1 1\n").program;
  REQUIRE(scatter);
  CHECK(block(*scatter, 0, 0, 2) == 12);
  CHECK(block(*scatter, 2, 0, 2) == 12);
  const auto all_gather =
      make_ti("0 allgatherv 1 1 2 3 1 1\n1 allgatherv 2 1 2 3 1 1\n2 allgatherv 3 1 2 3 1 1\n").program;
  REQUIRE(all_gather);
  CHECK(block(*all_gather, 1, 2, 2) == 12);
  const auto to_all =
      make_ti("0 alltoallv 6 1 2 3 9 1 4 7\n1 alltoallv 9 4 5 6 9 2 5 8\n2 alltoallv 9 7 8 9 9 3 6 9\n").program;
  REQUIRE(to_all);
  CHECK(block(*to_all, 0, 0, 2) == 3);
  CHECK(block(*to_all, 0, 2, 0) == 7);
  CHECK(block(*to_all, 2, 0, 2) == 3);
  const auto reduced = make_ti(all("reducescatter 1 2 3 0 1")).program;
  REQUIRE(reduced);
  CHECK(collective_of(*reduced, 0).collective == collectives::Kind::reduce_scatter);
  CHECK(block(*reduced, 0, 2, 2) == 12);
}

TEST_CASE("MPI_Reduce_scatter_block is written by SMPI with a zero for each element, and their type") {
  CHECK(operations_in(all("reducescatter 0 0 0 0 0 1")) == Words{"reduce-scatter-block 20 B root 0"});
  CHECK(operations_in(all("reducescatter 7 7 7 0 6 block=1")) == Words{"reduce-scatter-block 7 B root 0"});
}

TEST_CASE("a communicator has the ranks that a line before its first use names") {
  const std::string text =
      "#comm 2 0,2\n#comm 2 1\n0 allreduce 8 0 0 comm=2\n2 allreduce 8 0 0 comm=2\n1 bcast 9 0 comm=2\n0 barrier\n1 "
      "barrier\n2 "
      "barrier\n";
  const auto made = make_ti(text);
  REQUIRE(made.program);
  CHECK(operations_of(*made.program, 0) == Words{"allreduce 64 B root 0 on 32", "barrier 0 B root 0"});
  CHECK(made.program->group(32, 2)[1] == 2);
  CHECK(made.program->group(32, 1).size == 1);
  CHECK(made.program->group(0, 1).size == 3);
}

TEST_CASE("a non-blocking collective runs in a stream of its rank, which its wait waits for") {
  const auto made = make_ti(all("iallreduce 8 5 0", 2) + "0 compute 9\n" + all("wait 0 0 -4446", 2));
  REQUIRE(made.program);
  CHECK(made.program->ranks() == 4);
  CHECK(made.program->seats() == 2);
  CHECK(made.program->seat(3) == 1);
  CHECK(operations_of(*made.program, 0) ==
        Words{"send to 2 tag 0 0 B on 1", "0: receive from 2 tag 1 0 B on 1", "compute 9", "wait 0+1"});
  CHECK(operations_of(*made.program, 2) ==
        Words{"receive from 0 tag 0 0 B on 1", "allreduce 64 B root 0 on 1", "compute 5", "send to 0 tag 1 0 B on 1"});
  CHECK(made.program->group(1, 2)[1] == 3);
}

TEST_CASE("non-blocking collectives are told apart by the tags of their waits, and run side by side") {
  const auto made =
      make_ti(all("ibarrier", 2) + all("ibcast 8 1 1", 2) + all("wait 0 0 -3335", 2) + all("waitall 1", 2));
  REQUIRE(made.program);
  CHECK(made.program->ranks() == 6);
  CHECK(operations_of(*made.program, 0) == Words{"send to 2 tag 0 0 B on 1", "0: receive from 2 tag 1 0 B on 1",
                                                 "send to 4 tag 0 0 B on 2", "1: receive from 4 tag 1 0 B on 2",
                                                 "wait 1+1", "wait 0+1"});
}

}  // namespace collectives_test
