// SPDX-License-Identifier: Apache-2.0
// FSIN's traces: read as they are meant, and written so that nothing but names and times within functions is lost.
#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"

namespace trc_test {

using namespace trgen;

TEST_CASE("the three events of a .trc become records with times that count computing") {
  const auto trace =
      test::read_text("c 1 500\ns 1 0 7 4096\n\n# a comment\nc 1 20\nc 1 30\nr 0 1 8 0\r\nc 1 9\nr 1 0 7 4096\n");
  CHECK(trace->ranks() == 2);
  CHECK(trace->warnings().empty());
  CHECK(test::as_text(*trace) ==
        "#insee-trace 1\n#ranks 2\n"
        "0 0 SS MPI_Recv\n0 0 MR 1 7 0 4096\n0 0 SE MPI_Recv\n"
        "1 0 SS MPI_Init\n1 0 SE MPI_Init\n"
        "1 500 SS MPI_Send\n1 500 MS 0 7 0 4096\n1 500 SE MPI_Send\n"
        "1 550 SS MPI_Recv\n1 550 MR 0 8 0 0\n1 550 SE MPI_Recv\n"
        "1 559 SS MPI_Finalize\n1 559 SE MPI_Finalize\n");
}

TEST_CASE("text to .trc and back keeps every message, its order, every burst and the number of ranks") {
  const auto before = test::read_text(test::ring_text());
  const test::Folder folder;
  CHECK(!formats::write_trace(*before, folder / "t.trc").empty());
  const auto after = formats::open_trace(folder / "t.trc");
  CHECK(after->ranks() == before->ranks());
  CHECK(test::messages_of(*after) == test::messages_of(*before));
  CHECK(test::bursts_of(*after) == test::bursts_of(*before));
  CHECK(test::written_as(*after, "t.trc") == test::read_file(folder / "t.trc"));
}

TEST_CASE("any message of a text survives a .trc") {
  const auto before = test::read_text(test::random_text(5, 20000));
  const test::Folder folder;
  formats::write_trace(*before, folder / "t.trc.zst");
  const bool equal = test::messages_of(*formats::open_trace(folder / "t.trc.zst")) == test::messages_of(*before);
  CHECK(equal);
}

TEST_CASE("what a .trc cannot carry is named and counted") {
  const auto trace = test::read_text(
      "#ranks 3\n#clock instructions\n#communicator 0 0-2\n#incomplete 1 killed\n#not-captured MPI_Put 3 99\n#what\n"
      "0 0 SS MPI_Bcast communicator=0 root=1 sent=8 received=0\n0 1 SE MPI_Bcast\n"
      "0 2 SS MPI_Recv\n0 3 MR 1 2 4 9 any=both match=2\n0 3 MR 1 2 4 9 match=1\n0 3 MR 1 2 0 9 match=1\n0 4 SE "
      "MPI_Recv\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "t.trc")) ==
        std::vector<std::string>{"2 MPI function names and the time within the functions",
                                 "1 MPI_Bcast whose messages the trace does not show",
                                 "2 messages taken out of the order in which they were sent",
                                 "2 communicators other than 0 of messages", "1 marks of ANY_SOURCE and ANY_TAG",
                                 "1 tables of communicators", "1 the note that times count instructions",
                                 "1 notes of incomplete ranks", "1 notes of calls that were not captured",
                                 "1 comments"});
  CHECK(test::read_file(folder / "t.trc") == "c 0 1\nr 1 0 2 9\nr 1 0 2 9\nr 1 0 2 9\nc 2 0\n");
}

TEST_CASE("a collective whose messages are shown is not lost") {
  const auto trace = test::read_text(
      "0 0 SS MPI_Bcast communicator=0 root=0 sent=8 received=0\n0 0 MS 1 2 0 8\n0 1 SE MPI_Bcast\n"
      "1 0 SS MPI_Bcast communicator=0 root=0 sent=0 received=8\n1 0 MR 0 2 0 8\n1 1 SE MPI_Bcast\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "t.trc")) ==
        std::vector<std::string>{"2 MPI function names and the time within the functions"});
}

TEST_CASE("a trace of nothing but functions is still a trace") {
  const test::Folder folder;
  formats::write_trace(*test::read_text("2 5 SS MPI_Init\n"), folder / "t.trc");
  CHECK(test::read_file(folder / "t.trc") == "c 2 0\n");
  CHECK(formats::open_trace(folder / "t.trc")->ranks() == 3);
  CHECK(test::fault_of("# c 0 0\n# s\n").starts_with("t.txt: no records in "));
}

TEST_CASE("faults of a .trc are told with the line and the form that is wanted") {
  const std::string forms = "; an event reads 's|r <from> <to> <tag> <bytes>' or 'c <node> <ns>'";
  const std::string good = "s 0 1 2 3\n";
  CHECK(test::fault_of(good + "x 1 2\n") == "t.txt:2: unknown event \"x\"" + forms);
  CHECK(test::fault_of(good + "s 0 1 2\n") == "t.txt:2: not a message" + forms);
  CHECK(test::fault_of(good + "r 0 1 2 -1\n") == "t.txt:2: not a message" + forms);
  CHECK(test::fault_of(good + "s 0 1 2 3 4\n") == "t.txt:2: not a message" + forms);
  CHECK(test::fault_of(good + "c 0 1.5\n") == "t.txt:2: not a burst" + forms);
  CHECK(test::fault_of(good + "c 0") == "t.txt:2: not a burst" + forms + "; the file seems to be cut short");
  CHECK(test::fault_of(good + "c 4194304 1\n") ==
        "t.txt:2: node 4194304 would take much memory: from a format that does not announce its ranks, at most 4194304 "
        "are read");
  CHECK(test::fault_of("c 0 9223372036854775808\nc 0 1\n") ==
        "t.txt:2: with this burst rank 0 would compute for more than 292 years");
  CHECK(test::fault_of(good + std::string(2000000, '1')) ==
        "t.txt:2: the line is longer than 1048576 bytes; is this a trace?");
}

}  // namespace trc_test
