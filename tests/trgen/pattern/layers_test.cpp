// SPDX-License-Identifier: Apache-2.0
// Messages on their own and messages inside collectives are told apart; groups of ranks that call together are found.
#include <doctest/doctest.h>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/pattern/collective_groups.hpp"
#include "trgen/pattern/words.hpp"

namespace layers_test {

using namespace trgen;

namespace {

/// Ranks 0 and 1, and 2 and 3, reduce within their row, on communicators of one number; 0 and 2, and 1 and 3, within
/// their column; rank 0 sends to rank 3 outside.
constexpr std::string_view rows_and_columns =
    "#ranks 4\n"
    "0 0 SS MPI_Reduce\n0 1 MR 1 1 5 8\n0 2 SE MPI_Reduce\n1 0 SS MPI_Reduce\n1 1 MS 0 1 5 8\n1 2 SE MPI_Reduce\n"
    "2 0 SS MPI_Reduce\n2 1 MR 3 1 5 8\n2 2 SE MPI_Reduce\n3 0 SS MPI_Reduce\n3 1 MS 2 1 5 8\n3 2 SE MPI_Reduce\n"
    "0 3 SS MPI_Reduce\n0 4 MR 2 1 6 8\n0 5 SE MPI_Reduce\n2 3 SS MPI_Reduce\n2 4 MS 0 1 6 8\n2 5 SE MPI_Reduce\n"
    "1 3 SS MPI_Reduce\n1 4 MR 3 1 7 8\n1 5 SE MPI_Reduce\n3 3 SS MPI_Reduce\n3 4 MS 1 1 7 8\n3 5 SE MPI_Reduce\n"
    "0 6 SS step\n0 7 SS MPI_Send\n0 8 MS 3 2 0 100\n0 9 SE MPI_Send\n0 9 SE step\n0 10 MS 0 2 0 4\n"
    "3 6 SS MPI_Recv\n3 7 MR 0 2 0 100\n3 8 SE MPI_Recv\n";

}  // namespace

TEST_CASE("messages are told apart by the outermost MPI function around them") {
  const auto trace = test::read_text(std::string(rows_and_columns));
  const pattern::Traffic apart = pattern::read_traffic(*trace);
  REQUIRE(apart.messages.size() == 1);
  CHECK(apart.messages[0].destination == 3);
  CHECK(apart.messages[0].amount == pattern::Amount{1, 100});
  CHECK(apart.to_self == pattern::Amount{1, 4});
  const pattern::Traffic together = pattern::read_traffic(*trace, true);
  CHECK(together.messages.size() == 5);
}

TEST_CASE("communicators of disjoint groups of equal size are told as one, others apart") {
  const auto trace = test::read_text(std::string(rows_and_columns));
  const auto found = pattern::groups_of(pattern::read_traffic(*trace).calls, 4);
  REQUIRE(found.size() == 2);
  CHECK(found[0].groups == std::vector<std::vector<std::uint32_t>>{{0, 1}, {2, 3}});
  CHECK(found[1].groups == std::vector<std::vector<std::uint32_t>>{{0, 2}, {1, 3}});
  CHECK(pattern::groups_text(found[0], 4) == "2 groups of 2 consecutive ranks");
  CHECK(pattern::groups_text(found[1], 4) == "2 groups of 2 ranks, each 2 apart");
  CHECK(found[0].calls == 4);
  CHECK(found[0].edges.size() == 2);
}

TEST_CASE("calls of which only the facts are known have their callers and the bytes that they contribute") {
  const auto trace = test::read_text(
      "#ranks 3\n0 0 SS MPI_Allreduce communicator=1 sent=8 received=8\n0 1 SE MPI_Allreduce\n"
      "1 0 SS MPI_Allreduce communicator=1 sent=8 received=8\n1 1 SE MPI_Allreduce\n2 0 SS MPI_Init\n2 1 SE "
      "MPI_Init\n");
  const auto found = pattern::groups_of(pattern::read_traffic(*trace).calls, 3);
  REQUIRE(found.size() == 2);
  CHECK(found[0].function == "MPI_Allreduce");
  CHECK(found[0].contributed == 16);
  CHECK(!found[0].has_messages());
  CHECK(pattern::groups_text(found[0], 3) == "2 of 3 ranks");
}

}  // namespace layers_test
