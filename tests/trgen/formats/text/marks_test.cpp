// SPDX-License-Identifier: Apache-2.0
// What the text format says beyond the four plain records.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/trgen/trace_tools.hpp"

namespace marks_test {

using namespace trgen;

TEST_CASE("marks of receives, facts of collectives and headers of the trace go through text unchanged") {
  const std::string text =
      "#insee-trace 1\n#ranks 8\n#clock cpu\n#communicator 0 0-7\n#communicator 2 1-7:2\n#communicator 4 5,2-3\n"
      "#incomplete 3 the rank was killed\n#not-captured MPI_Put 12 4096\n#what a test\n"
      "0 0 SS MPI_Bcast communicator=3 root=5 sent=8 received=0\n0 1 SE MPI_Bcast\n"
      "0 2 SS MPI_Allreduce communicator=1 sent=8 received=8\n0 3 SE MPI_Allreduce\n"
      "0 4 SS MPI_Wait ANY_SOURCE\n0 5 MR 1 2 0 9 any=source match=7\n0 5 MR 1 2 0 9 any=tag\n"
      "0 6 MR 1 2 0 9 any=both\n0 6 MR 1 2 0 9 match=1\n0 7 SE MPI_Wait\n";
  const auto trace = test::read_text(text);
  const record::TraceNotes& notes = trace->notes();
  CHECK(notes.clock == "cpu");
  REQUIRE(notes.communicators.size() == 3);
  CHECK(notes.communicators[1].members == std::vector<std::uint32_t>{1, 3, 5, 7});
  CHECK(notes.communicators[2].members == std::vector<std::uint32_t>{5, 2, 3});
  CHECK(notes.incomplete == std::vector<record::Incomplete>{{3, "the rank was killed"}});
  CHECK(notes.not_captured == std::vector<record::NotCaptured>{{"MPI_Put", 12, 4096}});
  const auto records = test::all_records(*trace)[0];
  CHECK(records[0].collective);
  CHECK(records[0].peer == 5);
  CHECK(records[2].peer == record::no_rank);
  CHECK(records[5].match == 7);
  CHECK((!records[6].any_source && records[6].any_tag));
  const test::Folder folder;
  CHECK(formats::write_trace(*trace, folder / "again.txt").empty());
  CHECK(test::read_file(folder / "again.txt") == text);
}

TEST_CASE("a mark that does not exist is said with those that do") {
  CHECK(test::fault_of("0 0 MR 1 2 0 9 any=rank\n") ==
        "t.txt:1: \"any=rank\" is not a mark of MR; known marks: any=source|tag|both, match=<number from 1>");
  CHECK(test::fault_of("0 0 SS MPI_Bcast root=x\n") ==
        "t.txt:1: \"root=x\" is not a mark of SS; known marks: communicator=<number>, root=<rank>, sent=<bytes>, "
        "received=<bytes>");
  CHECK(test::fault_of("#ranks 4\n0 0 SS MPI_Bcast root=4\n") ==
        "t.txt:2: root 4 does not exist: the header says '#ranks 4' (ranks 0 to 3)");
  CHECK(test::fault_of("#communicator 0 3-1\n0 0 SS MPI_Init\n") ==
        "t.txt:1: \"#communicator\": the line reads '#communicator <number> <ranks, e.g. 0-7,9,16-56:8>'");
}

}  // namespace marks_test
