// SPDX-License-Identifier: Apache-2.0
// DUMPI traces as they are read: calls to records, requests, wildcards, communicators, types, and what is not carried.
#include <doctest/doctest.h>

#include <array>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/samples.hpp"

namespace dumpi_read_test {

using namespace trgen;

namespace {

/// One call, from `start` to `stop` ns.
std::string call(const std::string& name, unsigned start, unsigned stop, const std::string& arguments,
                 unsigned thread = 0) {
  return fmt::format(
      "{0} entering at walltime 5.{1:09}, cputime 0.000000001 seconds in thread {4}.\n{3}"
      "{0} returning at walltime 5.{2:09}, cputime 0.000000002 seconds in thread {4}.\n",
      name, start, stop, arguments, thread);
}

std::string message(int count, const std::string& type, const std::string& peer, const std::string& tag, int comm) {
  return fmt::format(
      "int count={}\nMPI_Datatype datatype={}\nint {}\nint tag={}\nMPI_Comm comm={} (user-defined-comm)\n", count, type,
      peer, tag, comm);
}

std::string request(int number) { return fmt::format("MPI_Request request=[{}]\n", number); }

std::string status(const std::string& name, const std::vector<std::array<int, 3>>& bytes_source_tag) {
  std::string text;
  for (const auto& each : bytes_source_tag) {
    text += fmt::format("{}{{bytes={}, cancelled=0, source={}, tag={}, error=96}}", text.empty() ? "" : ", ", each[0],
                        each[1], each[2]);
  }
  return fmt::format("MPI_Status {}=[{}]\n", name, text);
}

const std::string size_4 = call("MPI_Comm_size", 0, 0, "MPI_Comm comm=2 (MPI_COMM_WORLD)\nint size=4\n");

/// The records of one file as text, without headers and the call of size_4.
std::string records_of(const std::string& calls, std::vector<std::string>* lost = nullptr) {
  const auto trace = test::read_text(size_4 + calls);
  CHECK(trace->ranks() == 4);
  if (lost != nullptr) *lost = test::lost(trace->losses());
  std::string text = test::as_text(*trace);
  const std::string end = "SE MPI_Comm_size\n";
  return text.substr(text.find(end) + end.size());
}

}  // namespace

TEST_CASE("a receive completes in the call that awaits its request, and says which message it took") {
  const std::string posts = call("MPI_Irecv", 1, 2, message(8, "9 (MPI_INT)", "source=1", "5", 2) + request(2)) +
                            call("MPI_Irecv", 3, 4, message(8, "9 (MPI_INT)", "source=1", "5", 2) + request(3)) +
                            call("MPI_Isend", 5, 6, message(3, "14 (MPI_DOUBLE)", "dest=2", "7", 2) + request(4));
  const std::string posted =
      "0 1 SS MPI_Irecv\n0 2 SE MPI_Irecv\n0 3 SS MPI_Irecv\n0 4 SE MPI_Irecv\n0 5 SS MPI_Isend\n"
      "0 5 MS 2 7 0 24\n0 6 SE MPI_Isend\n";
  SUBCASE("in the order in which they were posted") {
    CHECK(records_of(posts + call("MPI_Waitall", 7, 9,
                                  "int count=3\nMPI_Request requests[3]=[2, 3, 4]\n" +
                                      status("statuses[3]", {{32, 1, 5}, {20, 1, 5}, {-9, 77, 1606419960}}))) ==
          posted + "0 7 SS MPI_Waitall\n0 9 MR 1 5 0 32\n0 9 MR 1 5 0 20\n0 9 SE MPI_Waitall\n");
  }
  SUBCASE("in another order, one by one") {
    CHECK(records_of(posts + call("MPI_Wait", 7, 8, request(3) + "MPI_Status status=<IGNORED>\n") +
                     call("MPI_Test", 9, 9, request(2) + "int flag=0\nMPI_Status status=<IGNORED>\n") +
                     call("MPI_Testany", 10, 11,
                          "int count=2\nMPI_Request requests[2]=[4, 2]\nint index=1\nint flag=1\n" +
                              status("status", {{32, 1, 5}}))) ==
          posted +
              "0 7 SS MPI_Wait\n0 8 MR 1 5 0 32 match=2\n0 8 SE MPI_Wait\n0 9 SS MPI_Test\n0 9 SE MPI_Test\n"
              "0 10 SS MPI_Testany\n0 11 MR 1 5 0 32 match=1\n0 11 SE MPI_Testany\n");
  }
  SUBCASE("some of them") {
    CHECK(records_of(posts + call("MPI_Waitsome", 7, 8,
                                  "int count=2\nMPI_Request requests[2]=[2, 3]\nint outcount=1\nint indices[1]=[0]\n"
                                  "MPI_Status statuses[1]=<IGNORED>\n")) ==
          posted + "0 7 SS MPI_Waitsome\n0 8 MR 1 5 0 32\n0 8 SE MPI_Waitsome\n");
  }
}

TEST_CASE("wildcards take source and tag from the status, and are marked") {
  std::vector<std::string> lost;
  const std::string any = message(8, "5 (MPI_BYTE)", "source=-1 (MPI_ANY_SOURCE)", "-1 (MPI_ANY_TAG)", 2);
  CHECK(records_of(call("MPI_Recv", 1, 2, any + status("status", {{6, 3, 11}})) +
                       call("MPI_Recv", 3, 4, any + "MPI_Status status=<IGNORED>\n") +
                       call("MPI_Irecv", 5, 6, any + request(2)) +
                       call("MPI_Wait", 7, 8, request(2) + status("status", {{8, 0, 12}})),
                   &lost) ==
        "0 1 SS MPI_Recv ANY_SOURCE\n0 2 MR 3 11 0 6 any=both\n0 2 SE MPI_Recv\n"
        "0 3 SS MPI_Recv ANY_SOURCE\n0 4 SE MPI_Recv\n0 5 SS MPI_Irecv ANY_SOURCE\n0 6 SE MPI_Irecv\n"
        "0 7 SS MPI_Wait ANY_SOURCE\n0 8 MR 0 12 0 8 any=both\n0 8 SE MPI_Wait\n");
  CHECK(lost == std::vector<std::string>{"1 messages from any source whose status was not recorded"});
}

TEST_CASE("persistent requests send and receive at each start; what is cancelled or sent to nobody is no message") {
  const std::string send = message(1, "5 (MPI_BYTE)", "dest=1", "0", 2);
  const std::string receive = message(2, "5 (MPI_BYTE)", "source=1", "0", 2);
  std::string round;
  for (unsigned time = 10; time < 30; time += 10) {
    round += call("MPI_Startall", time, time + 1, "int count=2\nMPI_Request requests[2]=[2, 3]\n") +
             call("MPI_Waitall", time + 2, time + 3,
                  "int count=2\nMPI_Request requests[2]=[2, 3]\nMPI_Status statuses[2]=<IGNORED>\n");
  }
  CHECK(records_of(call("MPI_Send_init", 1, 1, send + request(2)) + call("MPI_Recv_init", 2, 2, receive + request(3)) +
                   round + call("MPI_Irecv", 30, 31, receive + request(4)) + call("MPI_Cancel", 32, 33, request(4)) +
                   call("MPI_Wait", 34, 35, request(4) + "MPI_Status status=<IGNORED>\n") +
                   call("MPI_Send", 36, 37, message(1, "5 (MPI_BYTE)", "dest=-3", "0", 2))) ==
        "0 1 SS MPI_Send_init\n0 1 SE MPI_Send_init\n0 2 SS MPI_Recv_init\n0 2 SE MPI_Recv_init\n"
        "0 10 SS MPI_Startall\n0 10 MS 1 0 0 1\n0 11 SE MPI_Startall\n"
        "0 12 SS MPI_Waitall\n0 13 MR 1 0 0 2\n0 13 SE MPI_Waitall\n"
        "0 20 SS MPI_Startall\n0 20 MS 1 0 0 1\n0 21 SE MPI_Startall\n"
        "0 22 SS MPI_Waitall\n0 23 MR 1 0 0 2\n0 23 SE MPI_Waitall\n"
        "0 30 SS MPI_Irecv\n0 31 SE MPI_Irecv\n0 32 SS MPI_Cancel\n0 33 SE MPI_Cancel\n"
        "0 34 SS MPI_Wait\n0 35 SE MPI_Wait\n0 36 SS MPI_Send\n0 37 SE MPI_Send\n");
}

TEST_CASE("sizes of derived types come from their construction") {
  const auto send = [](const std::string& type) { return call("MPI_Send", 1, 1, message(2, type, "dest=1", "0", 2)); };
  const auto vector = call("MPI_Type_vector", 0, 0,
                           "int count=3\nint blocklength=2\nint stride=9\nMPI_Datatype oldtype=14 (MPI_DOUBLE)\n"
                           "MPI_Datatype newtype=28 (user-defined-datatype)\n");
  const auto structure = call("MPI_Type_struct", 0, 0,
                              "int count=2\nint lengths[2]=[1, 3]\nint indices[2]=[0, 8]\n"
                              "MPI_Datatype oldtypes[2]=[28, 9]\nMPI_Datatype newtype=29 (user-defined-datatype)\n");
  std::vector<std::string> lost;
  const std::string text = records_of(vector + structure + send("28") + send("29") + send("40") +
                                          "Datatype 9 (MPI_INT) has size 2\nDatatype 28 (x) has size 0\n",
                                      &lost);
  CHECK(text.find("MS 1 0 0 96\n") != std::string::npos);
  CHECK(text.find("MS 1 0 0 108\n") != std::string::npos);
  CHECK(text.find("MS 1 0 0 2\n") != std::string::npos);
  CHECK(lost == std::vector<std::string>{"1 sizes of derived types (an element counts as one byte)"});
}

TEST_CASE("collectives keep their facts, over all peers") {
  const std::string comm = "MPI_Comm comm=2 (MPI_COMM_WORLD)\n";
  const std::string type = "MPI_Datatype datatype=9 (MPI_INT)\nMPI_Op op=3 (MPI_SUM)\n";
  const std::string both = "MPI_Datatype sendtype=5 (MPI_BYTE)\nMPI_Datatype recvtype=5 (MPI_BYTE)\n" + comm;
  CHECK(records_of(call("MPI_Bcast", 1, 1, "int count=3\nint root=0\n" + type + comm) +
                   call("MPI_Reduce", 2, 2, "int count=3\nint root=2\n" + type + comm) +
                   call("MPI_Gather", 3, 3, "int commrank=0\nint sendcount=3\nint recvcount=3\nint root=0\n" + both) +
                   call("MPI_Scatterv", 4, 4,
                        "int commrank=0\nint sendcounts[4]=<IGNORED>\nint recvcount=5\nint root=1\n" + both) +
                   call("MPI_Alltoallv", 5, 5,
                        "int commsize=4\nint sendcounts[4]=[1, 2, 3, 4]\nint recvcounts[4]=[0, 0, 0, 9]\n" + both) +
                   call("MPI_Reduce_scatter", 6, 6, "int recvcounts[4]=[7, 1, 1, 1]\n" + type + comm)) ==
        "0 1 SS MPI_Bcast communicator=0 root=0 sent=12 received=0\n0 1 SE MPI_Bcast\n"
        "0 2 SS MPI_Reduce communicator=0 root=2 sent=12 received=0\n0 2 SE MPI_Reduce\n"
        "0 3 SS MPI_Gather communicator=0 root=0 sent=3 received=12\n0 3 SE MPI_Gather\n"
        "0 4 SS MPI_Scatterv communicator=0 root=1 sent=0 received=5\n0 4 SE MPI_Scatterv\n"
        "0 5 SS MPI_Alltoallv communicator=0 sent=10 received=9\n0 5 SE MPI_Alltoallv\n"
        "0 6 SS MPI_Reduce_scatter communicator=0 sent=40 received=28\n0 6 SE MPI_Reduce_scatter\n");
}

TEST_CASE("communicators are found by what all ranks did to make them") {
  const test::Folder folder;
  const auto write = [&](unsigned rank, const std::string& calls) {
    test::write_file(folder / fmt::format("run-{:04}.txt", rank), calls);
  };
  test::write_file(folder / "run.meta", "hostname=here\nnumprocs=4\nfileprefix=/tmp/elsewhere/run\n");
  for (unsigned rank = 0; rank < 4; ++rank) {
    // Odd and even ranks, in reverse order; a copy; a grid of 2 by 2 and its rows; the last three by a group.
    std::string text = call("MPI_Comm_split", 1, 1,
                            fmt::format("MPI_Comm oldcomm=2 (w)\nint color={}\nint key={}\nMPI_Comm newcomm=4 (u)\n",
                                        rank % 2, -static_cast<int>(rank)));
    text += call("MPI_Comm_dup", 2, 2, "MPI_Comm oldcomm=4 (u)\nMPI_Comm newcomm=5 (u)\n");
    text += call("MPI_Cart_create", 3, 3,
                 "MPI_Comm oldcomm=2 (w)\nint ndim=2\nint dims[2]=[2, 2]\nint periods[2]=[0, 0]\nint reorder=0\n"
                 "MPI_Comm newcomm=6 (u)\n");
    text += call("MPI_Cart_sub", 4, 4,
                 "int ndim=2\nMPI_Comm oldcomm=6 (u)\nint remain_dims[2]=[0, 1]\nMPI_Comm newcomm=7 (u)\n");
    text += call("MPI_Comm_group", 5, 5, "MPI_Comm comm=2 (w)\nMPI_Group group=3 (g)\n");
    text += call("MPI_Group_excl", 6, 6,
                 "MPI_Group group=3 (g)\nint count=1\nint ranks[1]=[0]\nMPI_Group newgroup=4 (g)\n");
    text +=
        call("MPI_Comm_create", 7, 7,
             fmt::format("MPI_Comm oldcomm=2 (w)\nMPI_Group group=4 (g)\nMPI_Comm newcomm={} (u)\n", rank > 0 ? 8 : 1));
    if (rank == 3) {
      for (const int comm : {4, 5, 6, 7, 8}) {
        text += call("MPI_Send", 10, 10, message(1, "5 (MPI_BYTE)", "dest=0", std::to_string(comm), comm));
      }
      text += call("MPI_Intercomm_create", 11, 11, "MPI_Comm localcomm=2 (w)\nMPI_Comm newcomm=9 (u)\n");
      text += call("MPI_Send", 12, 12, message(1, "5 (MPI_BYTE)", "dest=0", "0", 9));
    }
    write(rank, text);
  }
  const auto trace = formats::open_trace(folder / "run.meta");
  const std::vector<record::Communicator> expected{{0, {0, 1, 2, 3}}, {2, {2, 0}}, {3, {3, 1}},
                                                   {4, {2, 0}},       {5, {3, 1}}, {6, {0, 1, 2, 3}},
                                                   {7, {0, 1}},       {8, {2, 3}}, {9, {1, 2, 3}}};
  auto members = trace->notes().communicators;
  CHECK(members.size() == expected.size());
  std::vector<std::uint32_t> destinations;
  const auto records = test::all_records(*trace);
  for (const record::Record& each : records[3]) {
    if (each.kind == record::Kind::send) destinations.push_back(each.peer);
  }
  CHECK(destinations == std::vector<std::uint32_t>{3, 3, 0, 2, 1});
  for (const auto& each : expected) {
    CAPTURE(each.number);
    const bool found =
        std::any_of(members.begin(), members.end(), [&](const auto& made) { return made.members == each.members; });
    CHECK(found);
  }
  CHECK(test::lost(trace->losses()) ==
        std::vector<std::string>{"1 messages in communicators whose members are not known"});
  SUBCASE("a file that is missing is named") {
    std::filesystem::remove(folder / "run-0002.txt");
    CHECK_THROWS_WITH_AS(formats::open_trace(folder / "run.meta"),
                         doctest::Contains("the file of rank 2 is missing: neither run-0002.txt nor .bin is in"),
                         record::TraceError);
  }
  SUBCASE("the folder stands for its index") { CHECK(formats::open_trace(folder / ".")->ranks() == 4); }
}

TEST_CASE("what is not carried is counted by name") {
  std::vector<std::string> lost;
  records_of(call("MPI_Put", 1, 1, "int origincount=3\n") + call("MPI_File_write", 2, 2, "int count=3\n") +
                 call("MPI_Ibarrier", 3, 3, "") + call("MPI_Get_count", 4, 4, "int count=1\n") +
                 call("MPI_Send", 5, 5, "", 1) +
                 "MPI_Send called 5 times and ignored 2 times\nMPI_ALL_FUNCTIONS called 9 times and ignored 2 times\n",
             &lost);
  CHECK(lost == std::vector<std::string>{"2 calls of MPI_Send (not recorded)", "1 calls of MPI_Send by other threads",
                                         "1 traffic of MPI_File_write", "1 traffic of MPI_Ibarrier",
                                         "1 traffic of MPI_Put"});
}

TEST_CASE("faults of a DUMPI text are said with their line") {
  const std::string good = message(8, "9 (MPI_INT)", "dest=1", "5", 2);
  const auto fault = [](const std::string& calls) {
    const std::string text = test::fault_of(size_4 + calls);
    return text.substr(0, text.find(';'));
  };
  CHECK(fault(call("MPI_Send", 1, 2, message(8, "9 (MPI_INT)", "dest=4", "5", 2))) ==
        "t.txt:5: MPI_Send: communicator 2 has no rank 4");
  CHECK(fault(call("MPI_Send", 1, 2, "int count=1\n")) == "t.txt:5: MPI_Send: it has no argument 'dest'");
  CHECK(fault(call("MPI_Send", 1, 2, good + "nonsense\n")) ==
        "t.txt:11: \"nonsense\" within MPI_Send is not an argument");
  CHECK(fault(call("MPI_Send", 1, 2, message(-1, "9 (MPI_INT)", "dest=1", "5", 2))) ==
        "t.txt:5: MPI_Send: -1 elements of type 9 are not a message");
  CHECK(fault("MPI_Send entering at walltime x\n") ==
        "t.txt:5: \"x\": the line reads 'MPI_X entering at walltime "
        "1.000000000, cputime 0.000000000 seconds in thread 0.'");
  CHECK(fault("MPI_Wait entering at walltime 1.000000000, cputime 0.000000000 seconds in thread 0.\n") ==
        "t.txt:5: the file ends within MPI_Wait of line 5");
  CHECK(fault("MPI_Send returning at walltime 1.000000000, cputime 0.000000000 seconds in thread 0.\n")
            .starts_with("t.txt:5: a call returns that was not entered"));
  CHECK(test::fault_of("hostname=a\nnumprocs=0\nfileprefix=x\n") ==
        "t.txt:2: 'numprocs=0': the number of ranks must be a whole number from 1 to 16777216");
}

TEST_CASE("the sample of sst-dumpi reads alike as text and binary, and whole") {
  const std::string folder = test::sample("dumpi-testtrace/");
  if (folder.empty()) return;
  const auto text = formats::open_trace(folder + "testtrace-0000.txt");
  const auto binary = formats::open_trace(folder + "testtrace-0000.bin");
  CHECK(test::as_text(*text) == test::as_text(*binary));
  const auto whole = formats::open_trace(folder + "testtrace.meta");
  CHECK(whole->ranks() == 4);
  CHECK(whole->records() == 80);
  CHECK(whole->losses().empty());
  const auto records = test::all_records(*whole);
  CHECK(records[3][9].kind == record::Kind::send);
  CHECK(records[3][9].peer == 0);
  CHECK(records[3][9].bytes == 4);
}

}  // namespace dumpi_read_test
