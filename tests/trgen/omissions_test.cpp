// SPDX-License-Identifier: Apache-2.0
// What a replay leaves out of a trace: nothing of an extended one, every call of a regular one, and the same account
// whichever way the trace was opened.
#include "trgen/record/omissions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/container/format.hpp"
#include "trgen/formats/dumpi/signatures.hpp"
#include "trgen/formats/ti/actions.hpp"
#include "trgen/record/mpi_traffic.hpp"
#include "trgen/record/slice_trace.hpp"

namespace omissions_test {

using namespace trgen;

namespace {

using record::Omission;
using record::Omissions;
using record::Traffic;

std::string left_out(const std::string& text) { return Omissions(*test::read_text(text)).text(); }

std::string on_ranks(std::uint32_t ranks, const std::string& line) {
  std::string text = fmt::format("#ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    text += fmt::format("{0} 0 SS {1}\n{0} 5 SE {2}\n", rank, line, line.substr(0, line.find(' ')));
  }
  return text;
}

std::string calls(std::uint64_t sum, const std::string& named) {
  return fmt::format("{} calls whose messages the trace does not have ({})", sum, named);
}

constexpr const char* exchange =
    "0 0 SS MPI_Allreduce\n0 1 MS 1 0 1 8\n0 2 MR 1 0 1 8\n0 3 SE MPI_Allreduce\n"
    "1 0 SS MPI_Allreduce\n1 1 MS 0 0 1 8\n1 2 MR 0 0 1 8\n1 3 SE MPI_Allreduce\n";

}  // namespace

TEST_CASE("a collective without messages is counted, with the facts of a regular trace or without") {
  CHECK(left_out(on_ranks(4, "MPI_Allreduce")) == calls(4, "4 MPI_Allreduce"));
  CHECK(left_out(on_ranks(4, "MPI_Bcast communicator=0 root=0 sent=0 received=8")) == calls(4, "4 MPI_Bcast"));
  CHECK(left_out(on_ranks(4, "MPI_Barrier communicator=0 sent=0 received=0")) == calls(4, "4 MPI_Barrier"));
  CHECK(left_out(on_ranks(2, "MPI_Ialltoall communicator=0 sent=4 received=4")) == calls(2, "2 MPI_Ialltoall"));
  CHECK(left_out(on_ranks(2, "mpi_allgatherv_")) == calls(2, "2 mpi_allgatherv_"));
  CHECK(left_out(on_ranks(2, "MPI_Put") + exchange) == calls(2, "2 MPI_Put"));
  CHECK(left_out(on_ranks(2, "MPI_File_write_all") + exchange) == calls(2, "2 MPI_File_write_all"));
  // One function of an extended trace has no message in any of its calls.
  CHECK(left_out(on_ranks(2, "MPI_Bcast communicator=0 root=0 sent=0 received=8") + exchange) ==
        calls(2, "2 MPI_Bcast"));
}

TEST_CASE("a call in which no message is due is none that was left out") {
  CHECK(left_out(on_ranks(1, "MPI_Barrier")).empty());
  CHECK(left_out("#communicator 0 0-1\n#communicator 2 1\n" +
                 on_ranks(2, "MPI_Allreduce communicator=2 sent=8 received=8"))
            .empty());
  // MPI_COMM_SELF is the only one that readers do not describe.
  CHECK(left_out("#communicator 0 0-1\n" + on_ranks(2, "MPI_Allreduce communicator=8 sent=8 received=8")).empty());
  CHECK(left_out(on_ranks(4, "MPI_Bcast communicator=0 root=0 sent=0 received=0")).empty());
  for (const char* name : {"MPI_Init", "MPI_Finalize", "MPI_Comm_split", "MPI_Comm_dup", "MPI_Win_create",
                           "MPI_Comm_rank", "MPI_Wait", "solve", "MPI_Reduce_local"}) {
    CAPTURE(name);
    CHECK(left_out(on_ranks(4, name)).empty());
  }
}

TEST_CASE("roots, leaves, ranks without data and calls that complete later are no loss of an extended trace") {
  // A rank that has nothing to do in the collectives of the others.
  CHECK(left_out(std::string(exchange) + "2 0 SS MPI_Allreduce\n2 1 SE MPI_Allreduce\n").empty());
  // The messages of a nonblocking collective stand in the wait.
  CHECK(left_out(on_ranks(2, "MPI_Ibarrier communicator=0 sent=0 received=0") + exchange).empty());
  // A function that calls another: the message counts for both.
  CHECK(left_out("0 0 SS MPI_Reduce_scatter\n0 1 SS MPI_Alltoall\n0 2 MS 1 0 0 4\n0 3 SE MPI_Alltoall\n"
                 "0 4 SE MPI_Reduce_scatter\n1 0 SS MPI_Reduce_scatter\n1 1 MR 0 0 0 4\n1 2 SE MPI_Reduce_scatter\n")
            .empty());
}

TEST_CASE("no bundled trace is said to lack anything") {
  const std::filesystem::path folder = std::filesystem::path(FSIN_SOURCE_DIR) / "traces" / "npb";
  int traces = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".zst") continue;
    CAPTURE(file.path().string());
    CHECK(Omissions(*formats::open_trace(file.path().string())).text().empty());
    ++traces;
  }
  CHECK(traces >= 5);
}

TEST_CASE("what a trace says that it lacks is in the account, and each call is counted once") {
  const std::string notes =
      "#ranks 3\n#incomplete 1 killed\n#not-captured MPI_Put 12 96\n#not-captured MPI_Mprobe 1 0\n"
      "#lost 3 user events\n#lost 2 traffic of MPI_Ibcast\n#lost 1000 calls of MPI_Send (not recorded)\n"
      "#lost 7 calls of MPI_Iprobe (not recorded)\n0 0 SS MPI_Put\n0 1 SE MPI_Put\n";
  const auto trace = test::read_text(notes);
  const Omissions account(*trace);
  CHECK(
      account.text() ==
      "1,015 calls whose messages the trace does not have (2 MPI_Ibcast, 12 MPI_Put, 1,000 MPI_Send, 1 MPI_Mprobe); 10 "
      "entries of the file lost in reading it (7 calls of MPI_Iprobe (not recorded), 3 user events); the rest of 1 of "
      "3 "
      "ranks, whose records end before their program did");
  CHECK(account.count(Omission::Kind::one_sided) == 12);
  CHECK(account.count(Omission::Kind::other_calls) == 1001);
  CHECK(account.nothing_left());
  CHECK(account.incomplete_text() == "1 of 3 ranks end before their program did (rank 1: killed)");
  CHECK_FALSE(Omissions(*test::read_text(notes + "0 2 MS 1 0 0 8\n")).nothing_left());
  CHECK_FALSE(Omissions(*test::read_text("0 0 MS 0 0 0 8\n1 0 SS MPI_Init\n")).nothing_left());
}

TEST_CASE("a container keeps the account: from its index, read through, and from one without a census") {
  const auto text = test::read_text("#lost 3 user events\n#communicator 2 0-1\n" +
                                    on_ranks(4, "MPI_Bcast communicator=2 root=0 sent=0 received=8") +
                                    "0 9 SS MPI_Send\n0 9 MS 1 0 0 8\n0 9 SE MPI_Send\n");
  const Omissions account(*text);
  REQUIRE(!account.none());
  const test::Folder folder;
  formats::write_trace(*text, folder / "t.trgen");
  const auto direct = formats::open_trace(folder / "t.trgen");
  CHECK(direct->census() == text->census());
  CHECK(direct->record::TraceSource::census() == text->census());
  CHECK(Omissions(*direct).list() == account.list());
  const std::string bytes = test::read_file(folder / "t.trgen");
  io::Input in("t.trgen", bytes);
  io::SpoolBuilder spool;
  record::TraceFacts facts = formats::scan_trace(in, spool);
  CHECK(Omissions(*spool.finish(std::move(facts))).list() == account.list());
}

TEST_CASE("a region is judged by what lies inside it") {
  const std::string text =
      "#incomplete 1 killed\n0 0 SS MPI_Send\n0 1 MS 1 0 0 8\n0 2 SE MPI_Send\n0 3 SS MPI_Barrier\n0 4 SE MPI_Barrier\n"
      "0 5 SS MPI_Finalize\n1 0 SS MPI_Recv\n1 1 MR 0 0 0 8\n1 2 SE MPI_Recv\n1 3 SS MPI_Barrier\n1 4 SE MPI_Barrier\n"
      "1 5 SS MPI_Finalize\n";
  const auto region = [&](const std::string& from, const std::string& to) {
    record::SliceRule rule{.balance_states = false};
    std::string error;
    if (!from.empty()) rule.region.from = record::parse_place(from, error);
    if (!to.empty()) rule.region.to = record::parse_place(to, error);
    return Omissions(record::SliceTrace(test::read_text(text), rule));
  };
  CHECK(region("", "marker MPI_Barrier").text().empty());
  CHECK(region("marker MPI_Barrier", "marker MPI_Finalize").text() == calls(2, "2 MPI_Barrier"));
  CHECK(region("marker MPI_Barrier", "marker MPI_Finalize").nothing_left());
  CHECK_FALSE(region("marker MPI_Barrier", "").incomplete_text().empty());
}

TEST_CASE("every function that a reader knows has its kind of traffic, and none is taken for one of the user") {
  std::set<std::string> names;
  for (const formats::ti::Action& each : formats::ti::actions()) {
    if (!each.state.empty()) names.emplace(each.state);
  }
  for (unsigned function = 0; function < 400; ++function) {
    if (const auto name = formats::dumpi::function_name(function); name.starts_with("MPI")) names.emplace(name);
  }
  REQUIRE(names.size() > 250);
  for (const std::string& name : names) {
    CAPTURE(name);
    if (!name.starts_with("MPI_")) continue;  // MPIO_Wait
    CHECK(record::traffic_of(name) != Traffic::other);
    CHECK(record::traffic_of(name) == record::traffic_of("P" + name));
    CHECK(record::traffic_of(name) == record::traffic_of(name + "_c"));
  }
}

}  // namespace omissions_test
