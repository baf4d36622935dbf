// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/expand/expanded_trace.hpp"

#include <doctest/doctest.h>

#include <array>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/record/omissions.hpp"

namespace expanded_trace_test {

namespace {

using namespace trgen;
using programs::collectives::Choice;
using programs::collectives::Library;
using programs::expand::ExpandedTrace;

std::string call(int rank, const std::string& function, const std::string& facts, int begin = 100) {
  return fmt::format("{0} {3} SS {1}{2}\n{0} {4} SE {1}\n", rank, function, facts.empty() ? "" : " " + facts, begin,
                     begin + 100);
}

/// The records of a rank as text, without times: "SS MPI_Bcast; MS 1 2 1 8; ...".
std::string text_of(const record::TraceSource& trace, std::uint32_t rank) {
  std::string out;
  const auto cursor = trace.open();
  record::Record each;
  while (cursor->next(rank, each)) out += (out.empty() ? "" : "; ") + describe(each, trace.state_names());
  return out;
}

bool warns_of(const record::TraceSource& trace, const std::string& words) {
  for (const std::string& each : trace.warnings()) {
    if (each.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("messages stand inside the state of their collective, at times spread over it") {
  const auto regular = test::read_text("#ranks 2\n" + call(0, "MPI_Bcast", "communicator=0 root=0 sent=16 received=0") +
                                       call(1, "MPI_Bcast", "communicator=0 root=0 sent=0 received=16"));
  const ExpandedTrace trace(regular, Choice{});
  CHECK(text_of(trace, 0) == "SS MPI_Bcast; MS 1 2 1 16; SE MPI_Bcast");
  CHECK(text_of(trace, 1) == "SS MPI_Bcast; MR 0 2 1 16; SE MPI_Bcast");
  CHECK(trace.records() == 6);
  CHECK(trace.records(1) == 3);
  const auto cursor = trace.open();
  record::Record each;
  cursor->next(1, each);
  cursor->next(1, each);
  CHECK(each.time_ns == 150);
  CHECK(record::Omissions(trace).none());
  CHECK(trace.number_in_file(0, 1) == 1);
  CHECK(trace.number_in_file(0, 2) == 1);
  CHECK(trace.number_in_file(0, 3) == 2);
}

TEST_CASE("a communicator is known by its members, and MPICH's context of collectives is the odd number above it") {
  const std::string facts = "communicator=4 sent=8 received=8";
  const auto regular =
      test::read_text("#ranks 3\n#communicator 4 2,0\n" + call(0, "MPI_Allreduce", facts) +
                      call(2, "MPI_Allreduce", facts) + call(1, "MPI_Barrier", "communicator=6 sent=0 received=0"));
  const ExpandedTrace trace(regular, Choice{});
  CHECK(text_of(trace, 2) == "SS MPI_Allreduce; MS 0 14 5 8; MR 0 14 5 8; SE MPI_Allreduce");
  CHECK(text_of(trace, 1) == "SS MPI_Barrier; SE MPI_Barrier");
  CHECK(warns_of(trace, "1 call of MPI_Barrier is not expanded: the trace does not say the members"));
}

TEST_CASE("Open MPI's messages are on the communicator itself, with negative tags") {
  const std::string facts = "communicator=0 sent=8 received=8";
  const auto regular = test::read_text("#ranks 2\n" + call(0, "MPI_Scan", facts) + call(1, "MPI_Scan", facts));
  const ExpandedTrace trace(regular, Choice(Library::openmpi));
  CHECK(text_of(trace, 0) == "SS MPI_Scan; MS 1 -24 0 8; SE MPI_Scan");
}

TEST_CASE("collectives that have messages stay as they are, also where a rank has none in a call") {
  const std::string facts = " communicator=0 root=0 sent=8 received=8\n";
  const auto extended =
      test::read_text("#ranks 2\n0 1 SS MPI_Bcast" + facts + "0 2 MS 1 2 1 8\n0 3 SE MPI_Bcast\n" + "1 1 SS MPI_Bcast" +
                      facts + "1 2 MR 0 2 1 8\n1 3 SE MPI_Bcast\n" + "0 4 SS MPI_Bcast" + facts +
                      "0 5 SE MPI_Bcast\n1 4 SS MPI_Bcast" + facts + "1 5 SE MPI_Bcast\n");
  const ExpandedTrace trace(extended, Choice{});
  CHECK(trace.records() == extended->records());
  CHECK(text_of(trace, 0) == text_of(*extended, 0));
  const auto not_heeded = ExpandedTrace::not_heeded_of(trace);
  REQUIRE(not_heeded.size() == 1);
  CHECK(not_heeded[0].key == "library");
  CHECK(not_heeded[0].why.find("no collective is expanded") != std::string::npos);
}

TEST_CASE("ranks that do not tell the same of the collectives of a communicator are not believed") {
  const auto regular = test::read_text("#ranks 2\n" + call(0, "MPI_Allreduce", "communicator=0 sent=8 received=8") +
                                       call(1, "MPI_Allreduce", "communicator=0 sent=16 received=16"));
  const ExpandedTrace trace(regular, Choice{});
  CHECK(trace.records() == 4);
  CHECK(warns_of(trace, "2 calls of MPI_Allreduce are not expanded: the members of the communicator do not tell"));
}

TEST_CASE("a collective that one member does not call is not expanded") {
  const auto regular = test::read_text("#ranks 3\n" + call(0, "MPI_Barrier", "communicator=0 sent=0 received=0") +
                                       call(1, "MPI_Barrier", "communicator=0 sent=0 received=0"));
  CHECK(ExpandedTrace(regular, Choice{}).records() == 4);
}

TEST_CASE("blocks that differ are expanded where each rank has the same in all calls") {
  const auto call_of = [](int rank, int own, int all, int begin = 100) {
    return call(rank, "MPI_Allgatherv", fmt::format("communicator=0 sent={} received={}", own, all), begin);
  };
  const auto equal = test::read_text("#ranks 2\n" + call_of(0, 24, 48) + call_of(1, 24, 48));
  CHECK(text_of(ExpandedTrace(equal, Choice{}), 0) == "SS MPI_Allgatherv; MS 1 8 1 24; MR 1 8 1 24; SE MPI_Allgatherv");
  const auto mixed = test::read_text("#ranks 2\n" + call_of(0, 24, 40) + call_of(1, 16, 40) + call_of(0, 24, 40, 500) +
                                     call_of(1, 16, 40, 500));
  const ExpandedTrace constant(mixed, Choice{});
  CHECK(constant.records() == 16);
  CHECK(text_of(constant, 1) ==
        "SS MPI_Allgatherv; MS 0 8 1 16; MR 0 8 1 24; SE MPI_Allgatherv; "
        "SS MPI_Allgatherv; MS 0 8 1 16; MR 0 8 1 24; SE MPI_Allgatherv");
  const auto changing = test::read_text("#ranks 2\n" + call_of(0, 24, 40) + call_of(1, 16, 40) +
                                        call_of(0, 8, 40, 500) + call_of(1, 32, 40, 500));
  const ExpandedTrace trace(changing, Choice{});
  CHECK(trace.records() == 8);
  CHECK(warns_of(trace, "4 calls of MPI_Allgatherv are not expanded: the trace does not say the bytes from each rank"));
}

TEST_CASE("blocks of gatherv, scatterv and reduce-scatter that differ are those that the ranks tell") {
  struct Sample {
    std::string function;
    std::string root;
    std::array<std::array<int, 2>, 3> told;  ///< by rank: contributes, receives
  };
  const std::vector<Sample> samples{{"MPI_Gatherv", "root=1", {{{8, 0}, {16, 48}, {24, 0}}}},
                                    {"MPI_Scatterv", "root=1", {{{0, 8}, {48, 16}, {0, 24}}}},
                                    {"MPI_Reduce_scatter", "", {{{48, 8}, {48, 16}, {48, 24}}}}};
  for (const Sample& sample : samples) {
    for (const Library library : {Library::mpich, Library::openmpi}) {
      std::string text = "#ranks 3\n";
      for (int rank = 0; rank < 3; ++rank) {
        const auto& told = sample.told[static_cast<std::size_t>(rank)];
        text += call(rank, sample.function,
                     fmt::format("communicator=0 {} sent={} received={}", sample.root, told[0], told[1]));
      }
      const ExpandedTrace trace(test::read_text(text), Choice(library));
      std::vector<std::uint64_t> sent(3);
      std::vector<std::uint64_t> received(3);
      const auto cursor = trace.open();
      record::Record each;
      for (std::uint32_t rank = 0; rank < 3; ++rank) {
        while (cursor->next(rank, each)) {
          if (each.kind == record::Kind::send) sent[each.peer] += each.bytes;
          if (each.kind == record::Kind::receive) received[rank] += each.bytes;
        }
      }
      CHECK(sent == received);
      if (sample.function == "MPI_Gatherv") CHECK(received == std::vector<std::uint64_t>{0, 32, 0});
      if (sample.function == "MPI_Scatterv") CHECK(received == std::vector<std::uint64_t>{8, 0, 24});
    }
  }
}

TEST_CASE("calls without facts, nonblocking calls and calls of neighbours are counted") {
  const auto regular = test::read_text("#ranks 1\n" + call(0, "MPI_Bcast", "") +
                                       call(0, "MPI_Ibcast", "communicator=0 root=0 sent=8 received=0") +
                                       call(0, "MPI_Neighbor_alltoall", "communicator=0 sent=8 received=8"));
  const ExpandedTrace trace(regular, Choice{});
  CHECK(warns_of(trace, "1 call of MPI_Bcast is not expanded: the trace does not say communicator, root and bytes"));
  CHECK(warns_of(trace, "1 call of MPI_Ibcast is not expanded: a nonblocking collective"));
  CHECK(warns_of(trace, "1 call of MPI_Neighbor_alltoall is not expanded: no table"));
}

TEST_CASE("what a regular trace records of each collective gives its bytes") {
  struct Sample {
    std::string function;
    std::string facts;  ///< of rank 0, the root
    std::string others;
    std::uint64_t sent_by_0;
    std::uint64_t sent_by_3;
  };
  const std::vector<Sample> samples{{"MPI_Gather", "root=0 sent=8 received=32", "root=0 sent=8 received=0", 0, 8},
                                    {"MPI_Scatter", "root=0 sent=32 received=8", "root=0 sent=0 received=8", 24, 0},
                                    {"MPI_Allgather", "sent=8 received=32", "sent=8 received=32", 24, 24},
                                    {"MPI_Alltoall", "sent=32 received=32", "sent=32 received=32", 32, 32},
                                    {"MPI_Reduce_scatter_block", "sent=32 received=8", "sent=32 received=8", 24, 24},
                                    {"MPI_Reduce_scatter", "sent=32 received=8", "sent=32 received=8", 24, 24},
                                    {"MPI_Exscan", "sent=8 received=0", "sent=8 received=8", 16, 16},
                                    {"mpi_gatherv_", "root=0 sent=8 received=32", "root=0 sent=8 received=0", 0, 8},
                                    {"PMPI_Scatterv", "root=0 sent=32 received=8", "root=0 sent=0 received=8", 24, 0}};
  for (const Sample& sample : samples) {
    std::string text = "#ranks 4\n" + call(0, sample.function, "communicator=0 " + sample.facts);
    for (const int rank : {1, 2, 3}) text += call(rank, sample.function, "communicator=0 " + sample.others);
    const ExpandedTrace trace(test::read_text(text), Choice{});
    const auto cursor = trace.open();
    std::vector<std::uint64_t> sent(4);
    record::Record each;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      while (cursor->next(rank, each)) sent[rank] += each.kind == record::Kind::send ? each.bytes : 0;
    }
    CHECK_MESSAGE(sent[0] == sample.sent_by_0, sample.function);
    CHECK_MESSAGE(sent[3] == sample.sent_by_3, sample.function);
  }
}

}  // namespace expanded_trace_test
