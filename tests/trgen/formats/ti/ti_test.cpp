// SPDX-License-Identifier: Apache-2.0
// SimGrid's time-independent traces: three dialects read, one written.
#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"

namespace ti_test {

using namespace trgen;

namespace {

std::vector<std::string> lost_in(const std::string& text) { return test::lost(test::read_text(text)->losses()); }

/// The records of one rank as lines of text, without the rank.
std::string rank_text(const record::TraceSource& trace, std::uint32_t rank) {
  const std::string all = test::as_text(trace);
  std::string mine;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at);
    const std::string line = all.substr(at, end - at);
    if (line.starts_with(std::to_string(rank) + " ")) mine += line.substr(line.find(' ') + 1) + "\n";
    at = end + 1;
  }
  return mine;
}

std::string rank_of(const std::string& text, std::uint32_t rank = 0) { return rank_text(*test::read_text(text), rank); }

}  // namespace

TEST_CASE("computing advances a clock of flops and messages stand in calls of their own") {
  const auto trace = test::read_text(
      "0 init\n1 init\n\n# comment\n0 compute 1e6\n0 send 1 5 10\n0 isend 1 6 3 0\n1 recv 0 5 10\n1 compute 12.9\n"
      "1 irecv 0 6 3 0\n1 wait 0 1 6\n0 finalize\n1 finalize\n");
  CHECK(trace->ranks() == 2);
  CHECK(trace->notes().clock == "flops");
  CHECK(trace->losses().empty());
  CHECK(rank_text(*trace, 0) ==
        "0 SS MPI_Init\n0 SE MPI_Init\n1000000 SS MPI_Send\n1000000 MS 1 5 0 10\n1000000 SE MPI_Send\n"
        "1000000 SS MPI_Isend\n1000000 MS 1 6 0 24\n1000000 SE MPI_Isend\n1000000 SS MPI_Finalize\n1000000 SE "
        "MPI_Finalize\n");
  CHECK(rank_text(*trace, 1) ==
        "0 SS MPI_Init\n0 SE MPI_Init\n0 SS MPI_Recv\n0 MR 0 5 0 10\n0 SE MPI_Recv\n12 SS MPI_Irecv\n12 SE MPI_Irecv\n"
        "12 SS MPI_Wait\n12 MR 0 6 0 24\n12 SE MPI_Wait\n12 SS MPI_Finalize\n12 SE MPI_Finalize\n");
}

TEST_CASE("init with an argument makes doubles the type, and a type that is named counts") {
  CHECK(test::messages_of(*test::read_text("0 init 1\n0 send 1 0 10\n0 send 1 0 10 1\n0 send 1 0 10 6\n"))[0] ==
        std::vector<std::string>{"MS 1 0 80", "MS 1 0 40", "MS 1 0 10"});
}

TEST_CASE("collectives become states with their facts for all of SimGrid's argument lists") {
  const auto facts = [](const std::string& line, std::uint32_t rank = 0) {
    const auto trace = test::read_text(fmt::format("#ranks 3\n{} {}\n", rank, line));
    const record::Record record = test::all_records(*trace)[rank].front();
    CHECK(record.collective);
    return fmt::format("{} {} {} {}", trace->state_names()[record.state],
                       record.peer == record::no_rank ? "-" : std::to_string(record.peer), record.bytes,
                       record.received);
  };
  CHECK(facts("barrier") == "MPI_Barrier - 0 0");
  CHECK(facts("bcast 100") == "MPI_Bcast 0 100 0");
  CHECK(facts("bcast 100 2 0") == "MPI_Bcast 2 0 800");
  CHECK(facts("reduce 100 5 0 1") == "MPI_Reduce 0 400 400");
  CHECK(facts("reduce 100 5 1 1") == "MPI_Reduce 1 400 0");
  CHECK(facts("allreduce 8 2 0") == "MPI_Allreduce - 64 64");
  CHECK(facts("scan 8 2") == "MPI_Scan - 8 8");
  CHECK(facts("exscan 8 2") == "MPI_Exscan - 8 8");
  CHECK(facts("alltoall 5 6 0 1") == "MPI_Alltoall - 120 72");
  CHECK(facts("gather 5 6 1", 1) == "MPI_Gather 1 5 18");
  CHECK(facts("gather 5 6 1", 0) == "MPI_Gather 1 5 0");
  CHECK(facts("scatter 5 6 0 1 1") == "MPI_Scatter 0 60 24");
  CHECK(facts("allgather 5 6") == "MPI_Allgather - 5 18");
  CHECK(facts("gatherv 5 1 2 3 0 1 1") == "MPI_Gatherv 0 20 24");
  CHECK(facts("scatterv 1 2 3 7 0") == "MPI_Scatterv 0 6 7");
  CHECK(facts("allgatherv 5 1 2 3") == "MPI_Allgatherv - 5 6");
  CHECK(facts("allgatherv 5 1 2 3 1 0") == "MPI_Allgatherv - 20 48");
  CHECK(facts("allgatherv 5 1 2 3 9 9 9") == "MPI_Allgatherv - 5 6");
  CHECK(facts("alltoallv 90 1 2 3 91 4 5 6 1 0") == "MPI_Alltoallv - 24 120");
  CHECK(facts("reducescatter 1 2 3 0 1", 2) == "MPI_Reduce_scatter - 24 12");
  CHECK(facts("reducescatter 0 0 0 0 0 1") == "MPI_Reduce_scatter - 60 20");  // MPI_Reduce_scatter_block
  CHECK(facts("ibarrier") == "MPI_Ibarrier - 0 0");
  CHECK(facts("iallreduce 8 0 0") == "MPI_Iallreduce - 64 64");
}

TEST_CASE("with two ranks types and displacements of an allgatherv are as many: they are types") {
  CHECK(test::all_records(*test::read_text("#ranks 2\n0 allgatherv 5 1 2 1 0\n"))[0].front().received == 24);
}

TEST_CASE("the number of ranks is counted when a collective needs it and nothing told it") {
  const auto trace = test::read_text("0 alltoall 5 6\n1 alltoall 5 6\n2 alltoall 5 6\n3 alltoall 5 6\n");
  CHECK(test::all_records(*trace)[0].front().bytes == 20);
}

TEST_CASE("the dialect of the papers: capitals, p before ranks, no tags, waits for the last request") {
  const std::string text =
      "p0 Irecv p1 1e3\np0 Irecv p1 2e3\np0 Isend p1 5\np0 wait\np0 wait\np0 compute 7\np0 waitAll\np0 allReduce 10 "
      "20\n";
  CHECK(rank_of(text) ==
        "0 SS MPI_Irecv\n0 SE MPI_Irecv\n0 SS MPI_Irecv\n0 SE MPI_Irecv\n0 SS MPI_Isend\n0 MS 1 0 0 5\n0 SE MPI_Isend\n"
        "0 SS MPI_Wait\n0 SE MPI_Wait\n0 SS MPI_Wait\n0 MR 1 0 0 2000\n0 SE MPI_Wait\n"
        "7 SS MPI_Waitall\n7 MR 1 0 0 1000\n7 SE MPI_Waitall\n"
        "7 SS MPI_Allreduce communicator=0 sent=10 received=10\n7 SE MPI_Allreduce\n");
  CHECK(lost_in(text) == std::vector<std::string>{"1 flops of reductions"});
}

TEST_CASE("what SMPI writes and does not replay is read, and what it does not say is counted") {
  CHECK(test::messages_of(*test::read_text("0 Ssend 1 2 8\n0 Start 1 5 16 1\n0 Start 0 9 24 1\n0 wait 1 0 9\n"))[0] ==
        std::vector<std::string>{"MS 1 2 8", "MS 1 5 16", "MR 1 9 24"});
  CHECK(lost_in("0 init\n0 Start 0 9 24 1\n0 waitall 1\n") ==
        std::vector<std::string>{"1 persistent receives whose wait does not name their source"});
  CHECK(test::messages_of(*test::read_text("0 irecv 1 3 8\n0 irecv 1 4 8\n0 waitAny 2\n0 send -333 7 2 1\n"))[0] ==
        std::vector<std::string>{"MR 1 3 8", "MR 1 4 8"});
  CHECK(lost_in("0 init\n0 recv -333 -444 8\n0 irecv -333 1 8\n0 wait -333 0 1\n0 send 1 0 9 -1\n0 wait 0 0 -779\n"
                "0 sleep 1.5\n0 put 1 2\n0 location a.c 7\n0 test 1 0 0\n0 irecv 1 3 4\n0 recv 1 0 -1\n0 finalize\n") ==
        std::vector<std::string>{
            "1 sleep", "1 MPI_Put", "1 location",
            "2 receives from any source (-333) or with any tag (-444): the trace does not say which message they took",
            "1 derived datatypes (-1) or unknown ones, taken as 1 byte an element", "1 receives of unknown size",
            "1 tests of receives, taken as not complete", "1 receives that no wait names, completed at the end"});
  // MPI_Reduce_scatter_block of 3 integers, as SMPI 3.32 writes it
  CHECK(lost_in("#ranks 2\n0 reducescatter 0 0 0 1\n").empty());
  const auto any = test::read_text("0 recv -333 1 8\n0 send 1 0 8\n");
  CHECK(test::all_records(*any)[0].front().any_source);
}

TEST_CASE("requests complete by source and tag, and waitall completes the rest in order of posting") {
  CHECK(
      test::messages_of(*test::read_text(
          "0 irecv 1 1 10\n0 irecv 2 1 20\n0 irecv 1 2 30\n0 irecv 1 1 40\n0 wait 1 0 2\n0 wait 1 0 1\n0 waitall 2\n"))
          [0] == std::vector<std::string>{"MR 1 2 30", "MR 1 1 10", "MR 2 1 20", "MR 1 1 40"});
}

TEST_CASE("text to time-independent traces and back keeps messages, order, bursts, clock and number of ranks") {
  for (const std::string clock : {"", "#clock cpu\n", "#clock instructions\n"}) {
    std::string text = test::ring_text();
    text.insert(text.find("0 0 SS"), clock);
    const auto before = test::read_text(text);
    const test::Folder folder;
    const auto losses = formats::write_trace(*before, folder / "t.ti");
    CHECK(test::lost(losses) ==
          std::vector<std::string>{
              "32 MPI function names and the time within the functions",
              "12 sends that their ranks stand at in a replay of the records, written as isend: ranks go on"});
    const auto after = formats::open_trace(folder / "t.ti");
    CHECK(after->ranks() == before->ranks());
    CHECK(after->notes().clock == before->notes().clock);
    CHECK(test::messages_of(*after) == test::messages_of(*before));
    CHECK(test::bursts_of(*after) == test::bursts_of(*before));
    CHECK(std::filesystem::exists(folder / "t.ti_files/rank-000004.ti"));
  }
}

TEST_CASE("collectives that are known by their facts survive, and one of some ranks is counted as lost") {
  const std::string head = "#insee-trace 1\n#ranks 3\n#clock cpu\n";
  std::string text;
  const std::string calls[] = {
      "MPI_Barrier communicator=0 sent=0 received=0", "MPI_Allreduce communicator=0 sent=64 received=64",
      "MPI_Alltoall communicator=0 sent=30 received=30", "MPI_Allgatherv communicator=0 sent=4 received=12",
      "MPI_Reduce_scatter communicator=0 sent=12 received=4"};
  for (unsigned rank = 0; rank < 3; ++rank) {
    text += fmt::format("{} 0 SS MPI_Init\n{} 0 SE MPI_Init\n", rank, rank);
    for (const std::string& call : calls) {
      text += fmt::format("{} 0 SS {}\n{} 0 SE {}\n", rank, call, rank, call.substr(0, call.find(' ')));
    }
    text += fmt::format("{} 0 SS MPI_Bcast communicator=0 root=1 sent={} received={}\n{} 0 SE MPI_Bcast\n", rank,
                        rank == 1 ? 9 : 0, rank == 1 ? 0 : 9, rank);
    text += fmt::format("{} 0 SS MPI_Gather communicator=0 root=2 sent=5 received={}\n{} 0 SE MPI_Gather\n", rank,
                        rank == 2 ? 15 : 0, rank);
    text += fmt::format("{} 0 SS MPI_Finalize\n{} 0 SE MPI_Finalize\n", rank, rank);
  }
  const auto before = test::read_text(head + text);
  const test::Folder folder;
  formats::write_trace(*before, folder / "t.ti");
  const auto after = formats::open_trace(folder / "t.ti");
  CHECK(test::as_text(*after) ==
        head + "#lost 6 counts of each rank of vector collectives (their sums are kept)\n" + text);
  const auto some = test::read_text(
      "#ranks 3\n#communicator 7 0-1\n0 0 SS MPI_Bcast communicator=7 root=0 sent=8 received=0\n0 0 SE MPI_Bcast\n");
  CHECK(test::lost(formats::write_trace(*some, folder / "s.ti"))[1] ==
        "1 MPI_Bcast whose messages the trace does not show");
}

TEST_CASE("a list is found by its names, compressed as well, and is refused when a file is missing") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "f");
  test::write_file(folder / "f/0.txt", "0 init\n0 send 1 0 8\n0 alltoall 1 1\n");
  test::write_file(folder / "f/1.txt", "1 init\n1 recv 0 0 8\n1 alltoall 1 1\n");
  test::write_file(folder / "list.txt", "f/0.txt\n" + (folder / "f/1.txt") + "\n");
  const auto trace = formats::open_trace(folder / "list.txt");
  CHECK(trace->ranks() == 2);
  CHECK(test::all_records(*trace)[1].size() == 7);
  const std::string digest = trace->digest();
  test::write_file(folder / "f/1.txt", "1 init\n1 recv 0 0 9\n1 alltoall 1 1\n");
  CHECK(formats::open_trace(folder / "list.txt")->digest() != digest);

  formats::write_trace(*trace, folder / "c.ti.zst");
  CHECK(test::messages_of(*formats::open_trace(folder / "c.ti.zst")) == test::messages_of(*trace));

  std::filesystem::remove(folder / "f/0.txt");
  CHECK_THROWS_WITH_AS(formats::open_trace(folder / "list.txt"),
                       (folder / "list.txt:1: there is no file \"f/0.txt\", neither here nor beside the list").c_str(),
                       record::TraceError);
  CHECK(test::fault_of("a/0.txt\na/1.txt\n") ==
        "t.txt: a list of trace files cannot be read from a pipe, since the files are looked for beside it; give its "
        "name");
}

TEST_CASE("a folder with other things in it is not replaced") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "t.ti_files");
  test::write_file(folder / "t.ti_files/thesis.tex", "do not lose");
  const auto trace = test::read_text(test::ring_text());
  CHECK_THROWS_WITH_AS(
      formats::write_trace(*trace, folder / "t.ti"),
      (folder / "t.ti_files: exists and is not a folder with 'rank-...' files only; choose another name").c_str(),
      record::TraceError);
  CHECK(folder.files() == 1);
  std::filesystem::remove(folder / "t.ti_files/thesis.tex");
  formats::write_trace(*trace, folder / "t.ti");
  formats::write_trace(*trace, folder / "t.ti");
  CHECK(folder.files() == 2);
}

TEST_CASE("faults of a time-independent trace are told with the form of the action") {
  const std::string good = "0 init\n";
  CHECK(test::fault_of(good + "x send 1 2 3\n") ==
        "t.txt:2: \"x\" is not a rank; a line reads '<rank> <action> <arguments>'");
  CHECK(test::fault_of(good + "0 sned 1 2 3\n") == "t.txt:2: unknown action \"sned\"; did you mean \"send\"?");
  CHECK(test::fault_of(good + "0 send 1 2 -3\n") ==
        "t.txt:2: faulty send; it reads '<rank> send <destination> <tag> <count> [type]'");
  CHECK(test::fault_of(good + "0 bcast 1e300") ==
        "t.txt:2: faulty bcast; it reads '<rank> bcast <count> [root [type]]'; the file seems to be cut short");
  CHECK(test::fault_of("#ranks 2\n" + good + "0 send 2 0 1\n") ==
        "t.txt:3: destination 2 does not exist: the header announces 2 ranks (0 to 1)");
  CHECK(test::fault_of("#ranks 2\n" + good + "0 alltoallv 1 2 3\n") ==
        "t.txt:3: faulty alltoallv; it reads '<rank> alltoallv <send buffer> <send count of each rank> "
        "<receive buffer> "
        "<receive count of each rank> [send type receive type]'");
}

}  // namespace ti_test
