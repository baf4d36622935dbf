// SPDX-License-Identifier: Apache-2.0
// OTF2 archives: what this program writes comes back unchanged and is sound to otf2-print; what others write is read as
// it is meant; damage is one clear line.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/otf2/otf2_archive.hpp"
#include "tests/trgen/formats/samples.hpp"

namespace otf2_test {

using namespace trgen;
using test::read_foreign;

// The library does not free what it holds of an archive whose anchor turns out to be damaged; leak checkers ask here.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the name is theirs
extern "C" const char* __lsan_default_suppressions() { return "leak:otf2_archive_open\nleak:otf2_file_posix_open\n"; }

namespace {

/// How often each kind of event stands in what otf2-print says of an archive.
std::map<std::string, std::size_t> printed_events(const std::string& anchor) {
  const std::string command = "otf2-print '" + anchor + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  REQUIRE(pipe);
  std::map<std::string, std::size_t> counts;
  std::array<char, 4096> line{};
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    const std::string text(line.data());
    ++counts[text.substr(0, text.find(' '))];
  }
  return counts;
}

std::string fault_of_file(const std::string& path) {
  try {
    formats::open_trace(path);
  } catch (const record::TraceError& error) {
    return error.what();
  }
  return {};
}

const std::string marks =
    "#insee-trace 1\n#ranks 8\n#clock cpu\n#communicator 0 0-7\n#communicator 2 0-6:2\n#communicator 2 1-7:2\n"
    "#communicator 4 5,2-3\n#incomplete 3 the rank was killed\n#not-captured MPI_Put 12 4096\n#what a test\n"
    "0 0 SS MPI_Bcast communicator=3 root=5 sent=8 received=0\n0 1 SE MPI_Bcast\n"
    "0 2 SS MPI_Allreduce communicator=1 sent=8 received=8\n0 3 MS 4 7 1 8\n0 3 SE MPI_Allreduce\n"
    "0 4 SS MPI_Wait ANY_SOURCE\n0 5 MR 1 2 0 9 any=source match=7\n0 5 MR 1 -2 2 9 any=tag\n"
    "0 6 MR 1 2 0 9 any=both\n0 6 MR 2 2 2 9 match=1\n0 7 SE MPI_Wait\n"
    "0 8 SS MPI_Ibcast communicator=0 root=3 sent=0 received=77\n0 123456789012345 SE MPI_Ibcast\n"
    "3 0 SS MPI_Comm_split communicator=0 sent=0 received=0\n"
    "3 9223372036854775808 MS 1 2147483647 2 281474976710656\n";

}  // namespace

TEST_CASE("text to OTF2 and back is the same text, to the ns and the last mark") {
  const auto trace = test::read_text(marks);
  const test::Folder folder;
  CHECK(formats::write_trace(*trace, folder / "t.otf2").empty());
  const auto again = formats::open_trace(folder / "t.otf2");
  CHECK(again->losses().empty());
  CHECK(test::as_text(*again) == marks);
  CHECK(again->digest().starts_with("xxh64:"));
}

TEST_CASE("any records go through OTF2 unchanged, and an archive replaces the one that was there") {
  const test::Folder folder;
  for (const std::uint32_t ranks : {3U, 17U}) {
    const auto before = test::read_text(test::random_text(ranks, 20000));
    CHECK(formats::write_trace(*before, folder / "t.otf2").empty());
    const auto after = formats::open_trace(folder / "t.otf2");
    const bool equal =
        test::without_lines(test::all_records(*after)) == test::without_lines(test::all_records(*before));
    CHECK(equal);
    CHECK(after->state_names().size() == before->state_names().size());
    CHECK(folder.files() == 3);
  }
}

TEST_CASE("otf2-print finds the events that were written") {
  const auto trace = test::read_text(marks);
  const test::Folder folder;
  formats::write_trace(*trace, folder / "t.otf2");
  auto events = printed_events(folder / "t.otf2");
  CHECK(events["ENTER"] == 5);
  CHECK(events["LEAVE"] == 4);
  CHECK(events["MPI_SEND"] == 2);
  CHECK(events["MPI_RECV"] == 4);
  CHECK(events["MPI_COLLECTIVE_BEGIN"] == 3);
  CHECK(events["MPI_COLLECTIVE_END"] == 3);
  CHECK(events["NON_BLOCKING_COLLECTIVE_COMPLETE"] == 1);
}

TEST_CASE("what OTF2 cannot carry is named and counted") {
  const auto trace = test::read_text(
      "0 5 SS MPI_Neighbor_alltoall communicator=0 sent=8 received=8\n0 4 SE MPI_Neighbor_alltoall\n0 9 MS 0 0 0 1\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "t.otf2")) ==
        std::vector<std::string>{"1 times that go backwards (the last time is kept)",
                                 "1 facts of MPI_Neighbor_alltoall"});
  CHECK(test::as_text(*formats::open_trace(folder / "t.otf2")) ==
        "#insee-trace 1\n#ranks 1\n0 5 SS MPI_Neighbor_alltoall\n0 5 SE MPI_Neighbor_alltoall\n0 9 MS 0 0 0 1\n");
}

TEST_CASE("the archive of another tool: its clock, its communicators and what a record cannot hold") {
  std::vector<std::string> lost;
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::user_region);
    OTF2_EvtWriter_Enter(to, nullptr, 1003, test::send_region);
    OTF2_EvtWriter_MpiIsend(to, nullptr, 1005, 0, test::sub_comm, 7, 100, 1);
    OTF2_EvtWriter_MpiSend(to, nullptr, 1006, 1, test::inter_comm, 8, 200);
    OTF2_EvtWriter_MpiSend(to, nullptr, 1007, 0, test::self_comm, 9, 300);
    OTF2_EvtWriter_MpiIsendComplete(to, nullptr, 1008, 1);
    OTF2_EvtWriter_Leave(to, nullptr, 1010, test::send_region);
    OTF2_EvtWriter_Enter(to, nullptr, 1011, test::omp_region);
    OTF2_EvtWriter_Leave(to, nullptr, 1012, test::omp_region);
    OTF2_EvtWriter_RmaWaitChange(to, nullptr, 1013, 0);
    OTF2_EvtWriter_RmaWaitChange(to, nullptr, 1014, 0);
    OTF2_EvtWriter_MeasurementOnOff(to, nullptr, 1015, OTF2_MEASUREMENT_OFF);
    OTF2_EvtWriter_MeasurementOnOff(to, nullptr, 1016, OTF2_MEASUREMENT_ON);
    OTF2_EvtWriter_Leave(to, nullptr, 1020, test::user_region);
  };
  const auto rank_1 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_MpiRecv(to, nullptr, 3000, 0, test::inter_comm, 8, 200);
  };
  const auto thread = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::omp_region);
    OTF2_EvtWriter_Leave(to, nullptr, 1001, test::omp_region);
  };
  CHECK(
      read_foreign("EZTrace", {rank_0, rank_1, [](OTF2_EvtWriter*) {}, thread}, &lost) ==
      "0 1 SS MPI_Send\n0 2 MS 2 7 1 100\n0 3 MS 1 8 3 200\n0 3 MS 0 9 2 300\n0 5 SE MPI_Send\n1 1000 MR 0 8 3 200\n");
  CHECK(lost == std::vector<std::string>{"1 calls of functions of the program", "1 calls of OpenMP regions",
                                         "1 MpiIsendComplete events", "2 RmaWaitChange events",
                                         "1 MeasurementOnOff (recording switched off) events",
                                         "2 events of other threads"});
}

TEST_CASE("receives that complete in another order than they were posted in say which message they took") {
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::irecv_region);
    for (const std::uint64_t request : {11U, 12U, 13U, 14U}) OTF2_EvtWriter_MpiIrecvRequest(to, nullptr, 1000, request);
    OTF2_EvtWriter_Leave(to, nullptr, 1000, test::irecv_region);
    OTF2_EvtWriter_MpiIrecv(to, nullptr, 1002, 1, test::world_comm, 5, 12, 12);
    OTF2_EvtWriter_MpiIrecv(to, nullptr, 1004, 1, test::world_comm, 6, 14, 14);
    OTF2_EvtWriter_MpiIrecv(to, nullptr, 1006, 1, test::world_comm, 5, 11, 11);
    OTF2_EvtWriter_MpiRequestCancelled(to, nullptr, 1007, 13);
    OTF2_EvtWriter_MpiRecv(to, nullptr, 1008, 1, test::world_comm, 5, 20);
  };
  CHECK(read_foreign("Score-P 7", {rank_0}) ==
        "0 0 SS MPI_Irecv\n0 0 SE MPI_Irecv\n0 1 MR 1 5 0 12 match=2\n0 2 MR 1 6 0 14\n0 3 MR 1 5 0 11 match=1\n"
        "0 4 MR 1 5 0 20\n");
}

TEST_CASE("collectives, blocking or not, give their facts to the call that began them") {
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::ibcast_region);
    OTF2_EvtWriter_NonBlockingCollectiveRequest(to, nullptr, 1000, 1);
    OTF2_EvtWriter_Leave(to, nullptr, 1002, test::ibcast_region);
    OTF2_EvtWriter_Enter(to, nullptr, 1004, test::bcast_region);
    OTF2_EvtWriter_MpiCollectiveBegin(to, nullptr, 1004);
    OTF2_EvtWriter_MpiSend(to, nullptr, 1005, 1, test::world_comm, 5, 20);
    OTF2_EvtWriter_MpiCollectiveEnd(to, nullptr, 1006, OTF2_COLLECTIVE_OP_BCAST, test::sub_comm, 1, 20, 10);
    OTF2_EvtWriter_Leave(to, nullptr, 1006, test::bcast_region);
    OTF2_EvtWriter_Enter(to, nullptr, 1008, test::wait_region);
    OTF2_EvtWriter_NonBlockingCollectiveComplete(to, nullptr, 1010, OTF2_COLLECTIVE_OP_BCAST, test::world_comm, 2, 0,
                                                 33, 1);
    OTF2_EvtWriter_Leave(to, nullptr, 1010, test::wait_region);
    OTF2_EvtWriter_MpiCollectiveBegin(to, nullptr, 1012);
    OTF2_EvtWriter_MpiCollectiveEnd(to, nullptr, 1014, OTF2_COLLECTIVE_OP_ALLREDUCE, test::world_comm,
                                    OTF2_COLLECTIVE_ROOT_NONE, 24, 24);
  };
  const std::string before =
      "0 0 SS MPI_Ibcast communicator=0 root=2 sent=0 received=33\n0 1 SE MPI_Ibcast\n0 2 SS MPI_Bcast ";
  const std::string between =
      "0 2 MS 1 5 0 20\n0 3 SE MPI_Bcast\n0 4 SS MPI_Wait\n0 5 SE MPI_Wait\n0 6 SS MPI_Allreduce ";
  const std::string after = "0 7 SE MPI_Allreduce\n";
  SUBCASE("as they stand") {
    CHECK(read_foreign("EZTrace", {rank_0}) == before + "communicator=1 root=0 sent=20 received=10\n" + between +
                                                   "communicator=0 sent=24 received=24\n" + after);
  }
  SUBCASE("Score-P counts each peer") {
    CHECK(read_foreign("Score-P 8.4", {rank_0}) == before + "communicator=1 root=0 sent=10 received=0\n" + between +
                                                       "communicator=0 sent=8 received=8\n" + after);
  }
}

TEST_CASE("a damaged archive is one clear line, whichever file of it suffers") {
  const auto trace = test::read_text(marks);
  const test::Folder folder;
  formats::write_trace(*trace, folder / "t.otf2");
  for (const std::string file : {"t.otf2", "t.def", "t/0.evt", "t/3.def"}) {
    CAPTURE(file);
    const std::string whole = test::read_file(folder / file);
    std::size_t said = 0;
    std::size_t tried = 0;
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 40, ++tried) {
      test::write_file(folder / file, whole.substr(0, size));
      const std::string fault = fault_of_file(folder / "t.otf2");
      CHECK(fault.find('\n') == std::string::npos);
      if (fault.starts_with(folder / "t.otf2")) ++said;
    }
    CHECK(said + 2 >= tried);  // what lies behind the last record of a file may be cut unseen
    CHECK(tried >= 10);
    std::filesystem::remove(folder / file);
    CHECK(fault_of_file(folder / "t.otf2").starts_with(folder / "t.otf2: "));
    test::write_file(folder / file, whole);
  }
  CHECK(fault_of_file(folder / "t.otf2").empty());
  test::write_file(folder / "t.otf2.gz", test::read_file(folder / "t.otf2"));
  CHECK(fault_of_file(folder / "t.otf2.gz").find("OTF2") != std::string::npos);
}

TEST_CASE("an archive does not take the place of other things, and leaves nothing when it fails") {
  const auto trace = test::read_text(marks);
  const test::Folder folder;
  std::filesystem::create_directory(folder / "run");
  test::write_file(folder / "run/mine", "x");
  CHECK_THROWS_WITH_AS(formats::write_trace(*trace, folder / "run.otf2"),
                       doctest::Contains("is taken by something else; choose another name"), record::TraceError);
  CHECK(folder.files() == 1);
  CHECK(test::read_file(folder / "run/mine") == "x");
  CHECK_THROWS_WITH_AS(formats::write_trace(*trace, folder / "run.otf2.zst", "otf2"),
                       doctest::Contains("ends in .otf2"), record::TraceError);
  CHECK_THROWS_WITH_AS(formats::write_trace(*trace, folder / "none/run.otf2"), doctest::Contains("cannot write"),
                       record::TraceError);
  CHECK(folder.files() == 1);
}

TEST_CASE("the sample of TraceR has the events that otf2-print counts") {
  const std::string anchor = test::sample("otf2-stencil4d-32/traces.otf2");
  if (anchor.empty()) return;
  const auto trace = formats::open_trace(anchor);
  CHECK(trace->ranks() == 32);
  std::array<std::size_t, 4> kinds{};
  std::size_t collectives = 0;
  for (const auto& rank : test::all_records(*trace)) {
    for (const record::Record& each : rank) {
      ++kinds[static_cast<std::size_t>(each.kind)];
      if (each.collective) ++collectives;
    }
  }
  CHECK(kinds == std::array<std::size_t, 4>{1216, 1216, 512, 512});
  CHECK(collectives == 96);
  CHECK(test::lost(trace->losses()) == std::vector<std::string>{"35 calls of functions of the program",
                                                                "64 MeasurementOnOff (recording switched off) events"});
}

}  // namespace otf2_test
