// SPDX-License-Identifier: Apache-2.0
// Time-independent traces of what captured programs called.
#include "trgen/formats/ti/write_calls.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/scratch.hpp"
#include "tests/trgen/formats/exchange_tools.hpp"

namespace write_calls_test {

using namespace trgen;

namespace {

struct Written {
  std::vector<std::string> ranks;  ///< the files of the ranks
  std::vector<std::string> lost;
};

Written written(const std::string& text, const formats::ti::Work& work = {}) {
  const fsin::test::Scratch scratch;
  const std::string path = (scratch.path() / "run.ti").string();
  record::Losses losses;
  formats::ti::write_calls(*test::read_text(text), path, work, losses);
  Written out;
  std::ifstream list(path);
  for (std::string name; std::getline(list, name);) {
    std::stringstream all;
    all << std::ifstream(name).rdbuf();
    out.ranks.push_back(all.str());
  }
  out.lost = test::lost(losses);
  return out;
}

/// A regular trace of four ranks, as a capture has it: two communicators of two ranks beside that of all.
std::string of_four(const std::string& rank_0) {
  return "#insee-trace 1\n#ranks 4\n#clock cpu\n#communicator 0 0-3\n#communicator 2 2,0\n#communicator 4 3,1\n" +
         rank_0;
}

}  // namespace

TEST_CASE("bursts become work at a rate, right to a unit in their total") {
  const formats::ti::Work work{"instructions", 1.5, 1'500'000'000};
  const std::string text =
      "0 0 SS MPI_Init\n0 5 SE MPI_Init\n0 6 SS MPI_Send\n0 6 MS 1 7 0 8\n0 9 SE MPI_Send\n"
      "0 10 SS MPI_Send\n0 10 MS 1 7 0 8\n0 11 SE MPI_Send\n";
  CHECK(written(of_four(text), work).ranks.at(0) ==
        "#clock instructions\n#ranks 4\n#rate 1500000000\n0 init\n0 compute 1\n0 send 1 7 8 6\n0 compute 2\n"
        "0 send 1 7 8 6\n0 finalize\n");
  CHECK(written(of_four(text)).ranks.at(0).starts_with("#clock instructions\n#ranks 4\n0 init\n0 compute 1\n"));
}

TEST_CASE("collectives are calls on their communicators, whose members are named before") {
  const Written out =
      written(of_four("0 0 SS MPI_Bcast communicator=3 root=0 sent=400 received=0\n0 1 SE MPI_Bcast\n"
                      "0 1 SS MPI_Alltoall communicator=3 sent=40 received=40\n0 2 SE MPI_Alltoall\n"
                      "0 2 SS MPI_Allreduce communicator=1 sent=12 received=12\n0 3 SE MPI_Allreduce\n"
                      "0 3 SS MPI_Reduce communicator=1 root=2 sent=16 received=0\n0 4 SE MPI_Reduce\n"));
  CHECK(out.ranks.at(0) ==
        "#clock instructions\n#ranks 4\n0 init\n#comm 2 2,0\n0 bcast 400 1 comm=2\n0 alltoall 20 20 comm=2\n"
        "0 allreduce 12 0 6 element=4\n0 reduce 16 0 2 6 element=8\n0 finalize\n");
}

TEST_CASE("a synchronous send keeps its name, a started one is not waited for, a receive stands where it is complete") {
  const Written out = written(
      of_four("0 0 SS MPI_Ssend\n0 0 MS 1 7 2 8\n0 1 SE MPI_Ssend\n0 1 SS MPI_Isend\n0 1 MS 2 7 0 8\n0 2 SE MPI_Isend\n"
              "0 2 SS MPI_Issend\n0 2 MS 2 8 0 8\n0 3 SE MPI_Issend\n0 3 SS MPI_Waitall\n0 4 MR 3 9 0 16\n"
              "0 5 SE MPI_Waitall\n"));
  CHECK(out.ranks.at(0) ==
        "#clock instructions\n#ranks 4\n0 init\n0 ssend 1 7 8 6 comm=2\n0 isend 2 7 8 6\n0 issend 2 8 8 6\n"
        "0 recv 3 9 16 6\n0 finalize\n");
}

TEST_CASE("messages inside collectives are left out, but for those with a count for each rank, which they stand for") {
  const Written out = written(of_four(
      "0 0 SS MPI_Allreduce communicator=1 sent=8 received=8\n0 0 MS 1 14 1 8\n0 1 MR 1 14 1 8\n0 1 SE MPI_Allreduce\n"
      "0 1 SS MPI_Alltoallv communicator=1 sent=30 received=9\n0 1 MS 3 10 1 30\n0 2 SE MPI_Alltoallv\n"));
  CHECK(out.ranks.at(0) ==
        "#clock instructions\n#ranks 4\n0 init\n0 allreduce 8 0 6 element=8\n0 isend 3 10 30 6 comm=1\n0 finalize\n");
}

TEST_CASE("what MPI_Comm_dup, split and create send is kept beside collectives that are written as calls") {
  std::string text =
      "0 1 SS MPI_Barrier communicator=1 sent=0 received=0\n0 1 MS 1 1 1 0\n0 1 MR 1 1 1 0\n0 1 SE MPI_Barrier\n";
  std::string lines;
  for (const std::string call : {"MPI_Comm_dup", "MPI_Comm_split", "MPI_Comm_create"}) {
    text += "0 1 SS " + call + "\n0 1 MS 1 14 1 8\n0 1 MR 3 14 1 8\n0 1 SE " + call + "\n";
    lines += "0 isend 1 14 8 6 comm=1\n0 recv 3 14 8 6 comm=1\n";
  }
  // A nonblocking collective, whose messages come in the wait.
  text +=
      "0 1 SS MPI_Ibarrier communicator=1 sent=0 received=0\n0 1 SE MPI_Ibarrier\n0 1 SS MPI_Wait\n0 1 MS 1 1 1 0\n"
      "0 1 MR 1 1 1 0\n0 1 SE MPI_Wait\n";
  CHECK(written(of_four(text)).ranks.at(0) ==
        "#clock instructions\n#ranks 4\n0 init\n0 barrier\n" + lines + "0 barrier\n0 finalize\n");
}

TEST_CASE("a collective without an action of its own is kept as its messages, and none is lost in silence") {
  const Written out = written(of_four(
      "0 1 SS MPI_Barrier communicator=1 sent=0 received=0\n0 1 MS 1 1 1 0\n0 1 MR 1 1 1 0\n0 1 SE MPI_Barrier\n"
      "0 1 SS MPI_Neighbor_alltoall communicator=1 sent=8 received=8\n0 1 MS 1 5 1 8\n0 1 MR 1 5 1 8\n"
      "0 1 SE MPI_Neighbor_alltoall\n"));
  CHECK(out.ranks.at(0).ends_with("0 barrier\n0 isend 1 5 8 6 comm=1\n0 recv 1 5 8 6 comm=1\n0 finalize\n"));
}

TEST_CASE("what is written otherwise than it was called is counted") {
  const Written out =
      written(of_four("0 0 SS MPI_Ibarrier communicator=1 sent=0 received=0\n0 1 SE MPI_Ibarrier\n"
                      "0 1 SS MPI_Allgatherv communicator=1 sent=4 received=40\n0 2 SE MPI_Allgatherv\n"));
  CHECK(out.ranks.at(0) ==
        "#clock instructions\n#ranks 4\n0 init\n0 barrier\n0 allgatherv 4 10 10 10 10\n0 finalize\n");
  std::string all;
  for (const std::string& each : out.lost) all += each + "\n";
  CHECK(all.find("nonblocking collectives, written as blocking ones") != std::string::npos);
  CHECK(all.find("counts of each rank of vector collectives, written as equal shares") != std::string::npos);
}

TEST_CASE("a rank that is incomplete says so in its file, and does not end with finalize") {
  const Written out = written(
      "#insee-trace 1\n#ranks 2\n#clock cpu\n#incomplete 0 ended in MPI_Recv\n0 0 SS MPI_Init\n0 1 SE MPI_Init\n");
  CHECK(out.ranks.at(0) == "#clock instructions\n#ranks 2\n#incomplete 0 ended in MPI_Recv\n0 init\n");
  CHECK(out.ranks.at(1) == "#clock instructions\n#ranks 2\n1 init\n1 finalize\n");
  for (const std::string& each : out.lost) CHECK(each.find("incomplete") == std::string::npos);
}

TEST_CASE("a receive from any source is written with the source that came, which is said") {
  const Written out = written(of_four("0 0 SS MPI_Recv\n0 0 MR 1 7 0 8 any=both\n0 1 SE MPI_Recv\n"));
  CHECK(out.ranks.at(0).ends_with("0 recv 1 7 8 6\n0 finalize\n"));
  CHECK(out.lost ==
        std::vector<std::string>{"1 MPI function names and the time within the functions",
                                 "1 receives of ANY_SOURCE or ANY_TAG, written with the source and tag that came"});
}

}  // namespace write_calls_test
