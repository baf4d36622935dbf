// SPDX-License-Identifier: Apache-2.0
// Collectives of regular traces in the formats that keep what a regular trace knows of them.
#include <doctest/doctest.h>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/catalogue.hpp"
#include "trgen/programs/expand/expanded_trace.hpp"

namespace formats_test {

namespace {

using namespace trgen;
using programs::collectives::Choice;
using programs::collectives::Library;
using programs::expand::ExpandedTrace;

constexpr int ranks = 6;

/// A call of a collective by all ranks, of which the root contributes and receives other amounts.
std::string by_all(const std::string& function, int root, int root_sent, int root_received, int sent, int received) {
  std::string out;
  for (int rank = 0; rank < ranks; ++rank) {
    const bool is_root = rank == root;
    out += fmt::format("{} 1 SS {} communicator=0{} sent={} received={}\n{} 2 SE {}\n", rank, function,
                       root < 0 ? "" : fmt::format(" root={}", root), is_root ? root_sent : sent,
                       is_root ? root_received : received, rank, function);
  }
  return out;
}

std::string regular_text() {
  return "#ranks 6\n#clock wall\n#communicator 0 0-5\n" + by_all("MPI_Bcast", 3, 1000, 0, 0, 1000) +
         by_all("MPI_Reduce", 2, 4096, 4096, 4096, 0) + by_all("MPI_Allreduce", -1, 0, 0, 4096, 4096) +
         by_all("MPI_Barrier", -1, 0, 0, 0, 0) + by_all("MPI_Gather", 1, 80, 480, 80, 0) +
         by_all("MPI_Scatter", 5, 480, 80, 0, 80) + by_all("MPI_Allgather", -1, 0, 0, 160, 960) +
         by_all("MPI_Alltoall", -1, 0, 0, 600, 600) + by_all("MPI_Allgatherv", -1, 0, 0, 160, 960) +
         by_all("MPI_Reduce_scatter", -1, 0, 0, 960, 160) + by_all("MPI_Scan", -1, 0, 0, 16, 16) +
         by_all("MPI_Gatherv", 1, 80, 480, 80, 0) + by_all("MPI_Scatterv", 1, 480, 80, 0, 80);
}

std::vector<std::string> messages(const record::TraceSource& trace) {
  std::vector<std::string> out;
  const auto cursor = trace.open();
  record::Record each;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, each)) {
      if (record::is_message(each.kind)) out.push_back(fmt::format("{} {}", rank, describe(each, trace.state_names())));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("collectives are expanded alike from all formats that keep their facts") {
  const test::Folder folder;
  const auto text = test::read_text(regular_text());
  for (const Library library : {Library::mpich, Library::openmpi}) {
    const auto expected = messages(ExpandedTrace(text, Choice(library)));
    REQUIRE(expected.size() > 200);
    for (const std::string name : {"t.txt", "t.ti", "t.otf2", "t.meta", "t.trgen", "t.dim"}) {
      const std::string path = folder / (std::string(name_of(library)) + name);
      formats::write_trace(*text, path, "");
      const ExpandedTrace expanded(formats::open_trace(path), Choice(library));
      CHECK_MESSAGE(messages(expanded) == expected, name);
      CHECK_MESSAGE(expanded.expanded_calls() == 13 * ranks, name);
    }
  }
}

TEST_CASE("an extended trace that was written with expanded collectives is read as one") {
  const test::Folder folder;
  const auto text = test::read_text(regular_text());
  const ExpandedTrace expanded(text, Choice{});
  formats::write_trace(expanded, folder / "extended.txt", "");
  const auto extended = formats::open_trace(folder / "extended.txt");
  CHECK(extended->records() == expanded.records());
  CHECK(ExpandedTrace(extended, Choice{}).expanded_calls() == 0);
}

}  // namespace formats_test
