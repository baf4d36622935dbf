// SPDX-License-Identifier: Apache-2.0
// Dimemas traces: three versions read, the current one written.
#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"

namespace dim_test {

using namespace trgen;

namespace {

const std::string head = "#DIMEMAS:\"a.dim\":0:2(1,1),1,0\n";

std::string text_of(const std::string& content) { return test::as_text(*test::read_text(content)); }

}  // namespace

TEST_CASE("records outside of events stand in calls of their own, with times that count bursts") {
  CHECK(text_of(head + "d:1:1:2:0:1\n1:0:0:0.000001500\n2:0:0:1:-1:4096:7:1:0\n3:1:0:0:-1:4096:7:1:1\n1:1:0:1\n"
                       "3:1:0:0:-1:4096:7:1:2\n2:1:0:0:-1:1:8:2:2\n2:1:0:0:-1:1:8:1:1\n0:1:0\ns:0:40\ns:1:50\n") ==
        "#insee-trace 1\n#ranks 2\n#communicator 0 0-1\n"
        "0 0 SS MPI_Init\n0 0 SE MPI_Init\n0 1500 SS MPI_Send\n0 1500 MS 1 7 0 4096\n0 1500 SE MPI_Send\n"
        "1 0 SS MPI_Irecv\n1 0 SE MPI_Irecv\n1 1000000000 SS MPI_Wait\n1 1000000000 MR 0 7 0 4096\n"
        "1 1000000000 SE MPI_Wait\n1 1000000000 SS MPI_Isend\n1 1000000000 MS 0 8 1 1\n1 1000000000 SE MPI_Isend\n"
        "1 1000000000 SS MPI_Ssend\n1 1000000000 MS 0 8 0 1\n1 1000000000 SE MPI_Ssend\n");
}

TEST_CASE("version 1, which has no threads of peers, and SDDF read alike") {
  const std::string version_1 =
      "#DIMEMAS:butterfly_2_64:0:2(1,1),0\n1:0:0:0.25\n2:0:0:1:64:3:0:0\n3:1:0:0:64:3:0:0\n10:1:0:1:0:0:0:5:6\n";
  const std::string sddf =
      "SDDFA;;\n\n#1:\n\"CPU burst\" {\n\tint      \"taskid\";\n\tdouble   \"time\";\n};;\n\n"
      "\"global OP definition\" { 1, \"MPI_Bcast\" };;\n\"CPU burst\" { 0, 0, 0.250000 };;\n"
      "\"NX send\" { 0, 0, 1, 64, 3, 0, 0 };;\n\"NX recv\" { 1, 0, 0, 64, 3, 0, 0 };;\n"
      "\"global OP\" { 1, 0, 1, 0, 0, 0, 5, 6 };;\n";
  const std::string records =
      "#insee-trace 1\n#ranks 2\n0 0 SS MPI_Init\n0 0 SE MPI_Init\n0 250000000 SS MPI_Send\n0 250000000 MS 1 3 0 64\n"
      "0 250000000 SE MPI_Send\n1 0 SS MPI_Recv\n1 0 MR 0 3 0 64\n1 0 SE MPI_Recv\n"
      "1 0 SS MPI_Bcast communicator=0 root=0 sent=5 received=6\n1 0 SE MPI_Bcast\n";
  CHECK(text_of(version_1) == records);
  CHECK(text_of(sddf) == records);
  CHECK(text_of(
            "SDDFA;;\n\"communicator definition\" { 2, 3, [3] { 2,0, 1 }};;\n\"block definition\" { 83, \"MPI_Send\", "
            "\"MPI\", 0, 0 };;\n\"block begin\" { 0, 0, 83 };;\n\"NX send\" { 0, 0, 1, 64, 3, 2, 0 };;\n"
            "\"block end\" { 0, 0, 83 };;\n") ==
        "#insee-trace 1\n#ranks 3\n#communicator 1 2,0-1\n0 0 SS MPI_Send\n0 0 MS 1 3 1 64\n0 0 SE MPI_Send\n");
}

TEST_CASE("events name the functions, before their records and behind them, and a collective gets its facts") {
  const std::string records =
      "#insee-trace 1\n#ranks 2\n0 0 SS MPI_Init\n0 0 SE MPI_Init\n"
      "0 5 SS MPI_Bcast communicator=0 root=1 sent=0 received=64\n0 5 SE MPI_Bcast\n"
      "0 5 SS MPI_Sendrecv\n0 5 MS 1 3 0 8\n0 5 MR 1 3 0 8\n0 5 SE MPI_Sendrecv\n";
  CHECK(text_of(head + "1:0:0:0.000000005\n20:0:0:50000002:7\n10:0:0:1:1:1:0:0:64:1\n20:0:0:50000002:0\n"
                       "20:0:0:50000001:41\n2:0:0:1:-1:8:3:1:0\n3:0:0:1:-1:8:3:1:0\n20:0:0:50000001:0\n") == records);
  // As Extrae orders them.
  CHECK(text_of(head + "1:0:0:0.000000005\n10:0:0:1:1:1:0:0:64\n20:0:0:50000002:7\n1:0:0:0\n20:0:0:50000002:0\n"
                       "20:0:0:50000001:41\n2:0:0:1:-1:8:3:1:0\n3:0:0:1:-1:8:3:1:0\n20:0:0:50000001:0\n") == records);
}

TEST_CASE("what a record does not hold is counted") {
  const auto trace = test::read_text(
      head +
      "d:2:1:x\n1:0:1:0.5\n2:0:0:1:-1:8:3:-5:0\n3:0:0:-1:-1:8:3:1:0\n10:0:0:99:1:0:0:0:0\n20:0:0:60000019:4\n"
      "20:0:0:50000003:999\n1:0:0:0.1\n20:0:0:50000003:0\n20:0:0:50000001:0\n20:0:0:50000001:1\n11:0:0:0.5\n");
  CHECK(test::lost(trace->losses()) ==
        std::vector<std::string>{"1 definitions of files and windows", "1 bursts of accelerators",
                                 "1 records of threads other than the first",
                                 "1 messages and operations of accelerators",
                                 "1 receives from any task: the trace does not say which message they took",
                                 "1 collective operations of unknown kinds", "1 user events",
                                 "1 names of MPI functions that are not known, called MPI_other",
                                 "1 ends of MPI functions that did not begin", "1 MPI functions that do not end",
                                 "1 CPU bursts within MPI functions"});
}

TEST_CASE("text to .dim and back keeps messages, order, bursts, functions, communicators and collectives") {
  std::string text = test::ring_text();
  text.insert(text.find("0 0 SS"), "#communicator 0 0-4\n#communicator 3 1,3\n");
  const std::string call = "1 9000 SS MPI_Reduce communicator=3 root=3 sent=8 received=0\n1 9000 SE MPI_Reduce\n";
  text.insert(text.find("2 0 SS"), call + "1 9000 SS MPI_Scan communicator=0 sent=4 received=4\n1 9000 SE MPI_Scan\n");
  text.insert(text.find("0 100 SE") + 18, "0 100 SS MPI_Send\n0 100 MS 4 -1 3 0\n0 100 SE MPI_Send\n");
  const auto before = test::read_text(text);
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*before, folder / "t.dim")) ==
        std::vector<std::string>{"35 times within MPI functions"});
  const auto after = formats::open_trace(folder / "t.dim");
  CHECK(after->ranks() == before->ranks());
  CHECK(after->losses().empty());
  CHECK(after->notes().communicators == before->notes().communicators);
  CHECK(test::messages_of(*after) == test::messages_of(*before));
  CHECK(test::bursts_of(*after) == test::bursts_of(*before));
  CHECK(test::written_as(*after, "t.dim") == test::read_file(folder / "t.dim"));
  CHECK(test::as_text(*after).find(" SS MPI_Reduce communicator=3 root=3 sent=8 received=0\n") != std::string::npos);
  CHECK(test::as_text(*after).find(" MS 4 -1 3 0\n") != std::string::npos);
}

TEST_CASE("any message of a text survives a .dim, and its places are where tasks begin") {
  const auto before = test::read_text(test::random_text(5, 20000));
  const test::Folder folder;
  formats::write_trace(*before, folder / "t.dim");
  const bool equal = test::messages_of(*formats::open_trace(folder / "t.dim")) == test::messages_of(*before);
  CHECK(equal);
  const std::string written = test::read_file(folder / "t.dim");
  CHECK(written.starts_with("#DIMEMAS:\"t.dim\":1,"));
  const std::size_t places = std::stoul(written.substr(19, 18));
  CHECK(written.substr(places, 4) == "s:0:");
  for (unsigned task = 0; task < 5; ++task) {
    const std::string mark = fmt::format("\ns:{}:", task);
    const std::size_t place = std::stoul(written.substr(written.find(mark, places - 1) + mark.size()));
    const std::string record = written.substr(place, 10);
    CHECK(written[place - 1] == '\n');
    CHECK(record.substr(record.find(':') + 1).starts_with(fmt::format("{}:0:", task)));
  }
}

TEST_CASE("a collective that Dimemas does not have is counted") {
  const auto trace = test::read_text(
      "0 0 SS MPI_Ibcast communicator=0 root=0 sent=8 received=0\n0 1 SE MPI_Ibcast\n"
      "0 1 SS MPI_Bcast communicator=9 root=0 sent=8 received=0\n0 2 SE MPI_Bcast\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "t.dim")) ==
        std::vector<std::string>{"1 MPI function names and the time within the functions",
                                 "1 times within MPI functions", "1 MPI_Ibcast whose messages the trace does not show",
                                 "1 MPI_Bcast whose messages the trace does not show"});
}

TEST_CASE("faults of a .dim are told with the form of the record") {
  CHECK(test::fault_of(head + "2:0:0:1:-1:4096:7:1\n1:0:0:1") ==
        "t.txt:2: not a record; a record reads "
        "'2:<task>:<thread>:<to>[:<thread>]:<bytes>:<tag>:<communicator>:<synchronism>'");
  CHECK(test::fault_of(head + "1:0:0:-1\n") == "t.txt:2: not a record; a record reads '1:<task>:<thread>:<seconds>'");
  CHECK(test::fault_of(head + "1:2:0:1\n") == "t.txt:2: task 2 does not exist: the header announces 2 ranks (0 to 1)");
  CHECK(test::fault_of(head + "x:0:0:1") ==
        "t.txt:2: not a record; a record reads '<kind>:<task>:<thread>:...', with kinds 1, 2, 3, 10 and 20; the file "
        "seems to be "
        "cut short");
  CHECK(test::fault_of(head + "d:1:1:3:0:1\n") ==
        "t.txt:2: not a record; a record reads 'd:1:<communicator>:<size>:<task>:...', with as many tasks as its size");
  CHECK(test::fault_of("#DIMEMAS:x:0:16000000(1,1),0\n1:0:0:1\n") ==
        "t.txt:1: the header must give the number of tasks and the threads of each; it gives them for 2 of 16000000 "
        "tasks");
  CHECK(test::fault_of("#DIMEMAS:x:0\n1:0:0:1\n") ==
        "t.txt:1: not a record; a record reads '#DIMEMAS:name:<offsets>:<tasks>(<threads>,...),<n>'");
}

}  // namespace dim_test
