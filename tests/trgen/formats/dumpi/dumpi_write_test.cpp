// SPDX-License-Identifier: Apache-2.0
// DUMPI traces as they are written, and read back.
#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/samples.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace dumpi_write_test {

using namespace trgen;

namespace {

/// The trace written and read back, as text without the calls that make communicators.
std::string there_and_back(const record::TraceSource& trace, std::vector<std::string>* lost = nullptr) {
  const test::Folder folder;
  const record::Losses losses = formats::write_trace(trace, folder / "run.meta");
  if (lost != nullptr) *lost = test::lost(losses);
  const auto back = formats::open_trace(folder / "run.meta");
  CHECK(back->losses().empty());
  CHECK(back->ranks() == trace.ranks());
  std::string kept;
  std::string text = test::as_text(*back);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    const std::string line = text.substr(at, end - at);
    if (line.find("MPI_Comm_") == std::string::npos) kept += line;
    at = end;
  }
  return kept;
}

}  // namespace

TEST_CASE("calls with their messages, wildcards and communicators come back as they were") {
  const std::string text =
      "#insee-trace 1\n#ranks 4\n#clock wall\n#communicator 0 0-3\n#communicator 2 1,0\n#communicator 3 3,2\n"
      "0 0 SS MPI_Init\n0 5 SE MPI_Init\n"
      "0 10 SS MPI_Send\n0 10 MS 1 7 2 100\n0 12 SE MPI_Send\n"
      "0 20 SS MPI_Irecv\n0 21 SE MPI_Irecv\n0 22 SS MPI_Irecv ANY_SOURCE\n0 23 SE MPI_Irecv\n"
      "0 24 SS MPI_Isend\n0 24 MS 2 -7 0 5000000000\n0 25 SE MPI_Isend\n"
      "0 30 SS MPI_Waitall ANY_SOURCE\n0 40 MR 3 8 0 16\n0 40 MR 1 9 0 0 any=both\n0 40 SE MPI_Waitall\n"
      "0 50 SS MPI_Sendrecv\n0 50 MS 1 1 0 3\n0 60 MR 2 2 0 4 any=tag\n0 60 SE MPI_Sendrecv\n"
      "0 70 SS MPI_Recv ANY_SOURCE\n0 75 MR 3 5 0 9 any=source\n0 75 SE MPI_Recv\n"
      "0 80 SS MPI_Finalize\n0 90 SE MPI_Finalize\n"
      "1 1 SS MPI_Recv\n1 3 MR 0 7 2 100\n1 3 SE MPI_Recv\n"
      "3 3 SS MPI_Send\n3 3 MS 2 0 3 1\n3 4 SE MPI_Send\n";
  std::vector<std::string> lost;
  CHECK(there_and_back(*test::read_text(text), &lost) == text);
  CHECK(lost == std::vector<std::string>{"2 numbers of communicators (they are renumbered)"});
}

TEST_CASE("the facts of every collective come back") {
  std::string text = "#insee-trace 1\n#ranks 4\n#clock wall\n#communicator 0 0-3\n";
  unsigned time = 0;
  for (unsigned rank = 0; rank < 4; ++rank, time = 0) {
    const auto add = [&](const std::string& name, const std::string& root, unsigned sent, unsigned received) {
      text += fmt::format("{0} {1} SS {2} communicator=0{3} sent={4} received={5}\n{0} {6} SE {2}\n", rank, time, name,
                          root, sent, received, time + 1);
      time += 2;
    };
    const bool root = rank == 2;
    add("MPI_Barrier", "", 0, 0);
    add("MPI_Bcast", " root=2", root ? 12 : 0, root ? 0 : 12);
    add("MPI_Reduce", " root=2", 12, root ? 12 : 0);
    add("MPI_Allreduce", "", 12, 12);
    add("MPI_Scan", "", 12, 12);
    add("MPI_Exscan", "", 12, rank == 0 ? 0 : 12);
    add("MPI_Gather", " root=2", 12, root ? 48 : 0);
    add("MPI_Gatherv", " root=2", 12 + rank, root ? 54 : 0);
    add("MPI_Scatter", " root=2", root ? 48 : 0, 12);
    add("MPI_Scatterv", " root=2", root ? 54 : 0, 12 + rank);
    add("MPI_Allgather", "", 12, 48);
    add("MPI_Allgatherv", "", 12 + rank, 54);
    add("MPI_Alltoall", "", 48, 48);
    add("MPI_Alltoallv", "", 40 + rank, 50 - rank);
    add("MPI_Reduce_scatter", "", 54, 12 + rank);
  }
  std::vector<std::string> lost;
  CHECK(there_and_back(*test::read_text(text), &lost) == text);
  CHECK(lost.empty());
}

TEST_CASE("what a DUMPI text cannot carry is named, and no message and no burst goes away") {
  const auto trace = test::read_text(
      "#ranks 2\n#clock cpu\n"
      "0 0 SS MPI_Bcast communicator=0 root=0 sent=8 received=0\n0 3 MS 1 2 1 8\n0 9 SE MPI_Bcast\n"
      "0 20 SS MPI_Pcontrol\n0 21 SE MPI_Pcontrol\n0 30 SS MPI_Irecv\n0 31 SE MPI_Irecv\n0 40 MS 1 3 0 8\n"
      "0 50 SS MPI_Send\n0 51 SS MPI_Iprobe\n0 52 SE MPI_Iprobe\n0 53 MS 1 4 0 8\n0 55 SE MPI_Send\n"
      "0 60 SS MPI_Wait\n0 60 MR 1 2 0 9 match=2\n0 61 SE MPI_Wait\n0 70 SS MPI_Wait\n0 70 MR 1 2 0 9 match=1\n"
      "1 0 SS MPI_Wait\n1 5 MR 0 2 1 8\n1 5 SE MPI_Wait\n");
  const test::Folder folder;
  CHECK(test::lost(formats::write_trace(*trace, folder / "run.meta")) ==
        std::vector<std::string>{
            "1 arguments of MPI_Pcontrol", "1 calls of MPI_Bcast (written as their messages)",
            "1 functions within others", "1 functions without their beginning or end",
            "1 messages outside any function", "2 receives posted where they complete",
            "3 times of messages within functions", "2 messages taken out of the order in which they were sent",
            "1 numbers of communicators (they are renumbered)", "1 the note that times are CPU time"});
  const auto back = formats::open_trace(folder / "run.meta");
  CHECK(test::messages_of(*back) == test::messages_of(*trace));
}

TEST_CASE("random programs and kernels keep their messages, and an older trace of the name gives way") {
  const test::Folder folder;
  kernels::KernelSettings settings;
  settings.ranks = 16;
  settings.iterations = 3;
  for (const kernels::KernelEntry& each : kernels::kernels) {
    if (!each.check(settings).empty()) continue;
    CAPTURE(each.name);
    const auto trace = kernels::make_kernel_trace(each, settings);
    formats::write_trace(*trace, folder / "run.meta");
    CHECK(test::messages_of(*formats::open_trace(folder / "run.meta")) == test::messages_of(*trace));
    CHECK(folder.files() == 17);
  }
  const auto random = test::read_text(test::random_text(5, 5000));
  formats::write_trace(*random, folder / "run.meta");
  CHECK(test::messages_of(*formats::open_trace(folder / "run.meta")) == test::messages_of(*random));
  CHECK(folder.files() == 6);
  CHECK_THROWS_WITH_AS(formats::write_trace(*random, folder / "run.txt", "dumpi"), doctest::Contains("ends in .meta"),
                       record::TraceError);
  std::filesystem::remove(folder / "run.meta");
  CHECK_THROWS_WITH_AS(formats::write_trace(*random, folder / "run.meta"),
                       doctest::Contains("is taken by something else"), record::TraceError);
}

TEST_CASE("a binary sample written as text reads the same") {
  const std::string index = test::sample("dumpi-testtrace/testtrace.meta");
  if (index.empty()) return;
  const test::Folder folder;
  const auto trace = formats::open_trace(index);
  formats::write_trace(*trace, folder / "run.meta");
  const auto back = formats::open_trace(folder / "run.meta");
  CHECK(test::without_lines(test::all_records(*back)) == test::without_lines(test::all_records(*trace)));
}

}  // namespace dumpi_write_test
