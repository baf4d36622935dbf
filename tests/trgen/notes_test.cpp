// SPDX-License-Identifier: Apache-2.0
// What info and check say of a trace that knows what it lacks.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/trgen/run_trgen.hpp"

namespace notes_test {

using namespace trgen;
using test::has;
using test::Outcome;
using test::trgen_in;

namespace {

const std::string noted =
    "#insee-trace 1\n#ranks 4\n#clock cpu\n#communicator 0 0-3\n#communicator 2 1,3\n"
    "#incomplete 1 ended without MPI_Finalize after 2 records; was it killed?\n#not-captured MPI_Put 12 4096\n"
    "0 0 SS MPI_Recv\n0 9 MR 1 0 0 8 any=source\n0 9 SE MPI_Recv\n"
    "1 0 SS MPI_Bcast communicator=3 root=1 sent=8 received=0\n1 3 MS 3 2 3 8\n"
    "2 0 SS MPI_Recv\n2 9 MR 0 0 0 8\n2 9 SE MPI_Recv\n"
    "3 0 SS MPI_Bcast communicator=3 root=1 sent=0 received=8\n3 5 MR 1 2 3 8\n3 6 SE MPI_Bcast\n"
    "3 8 SS MPI_Send\n3 8 MS 1 4 2 16\n3 8 MS 0 4 0 1\n3 9 SE MPI_Send\n";

}  // namespace

TEST_CASE("info tells what a trace lacks, its communicators and its wildcards") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", noted);
  const std::string text = trgen_in(folder, "info t.txt").out;
  CHECK(has(text,
            "  clock           cpu\n  incomplete      1 of 4 ranks\n"
            "                  rank 1: ended without MPI_Finalize after 2 records; was it killed?\n"
            "  not captured    MPI_Put: 12 calls, 4,096 bytes\n"));
  const auto json = nlohmann::json::parse(trgen_in(folder, "info --json t.txt").out);
  CHECK(json["clock"] == "cpu");
  CHECK(json["incomplete"][0]["rank"] == 1);
  CHECK(json["not_captured"][0] == nlohmann::json{{"function", "MPI_Put"}, {"calls", 12}, {"bytes", 4096}});
  CHECK(json["wildcards"] == nlohmann::json{{"source", 1}, {"tag", 0}});
  CHECK(json["communicators"] ==
        nlohmann::json::parse(R"([{"messages":1,"bytes":1,"communicator":0,"members":4,"collective_calls":0},
                                  {"messages":1,"bytes":16,"communicator":2,"members":2,"collective_calls":0},
                                  {"messages":1,"bytes":8,"communicator":3,"members":2,"collective_calls":2}])"));
}

TEST_CASE("check of a trace that lost a rank names it and the ranks that wait for it, and finds no more fault") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", noted);
  const Outcome outcome = trgen_in(folder, "check t.txt");
  CHECK(outcome.code == 3);
  CHECK(outcome.out ==
        "t.txt: incomplete: rank 1: ended without MPI_Finalize after 2 records; was it killed?\n"
        "t.txt:9: rank 0: MR 1 0 0 8: waits for rank 1, which is incomplete\n"
        "t.txt:14: rank 2: MR 0 0 0 8: waits for rank 1, which is incomplete\n"
        "t.txt: incomplete: 1 of 4 ranks; 2 other ranks wait for them, directly or through others; 2 messages to any "
        "of these were not received\n"
        "t.txt: no other problem in 4 ranks, 15 records, 3 messages\n");
  CHECK(outcome.err ==
        "t.txt: a replay leaves out 12 calls whose messages the trace does not have (12 MPI_Put); the rest of 1 of "
        "4 ranks, whose records end before their program did (warning)\n");
  const auto json = nlohmann::json::parse(trgen_in(folder, "check --json t.txt").out);
  CHECK(json["ok"] == false);
  CHECK(json["problems"].empty());
  CHECK(json["waiting"].size() == 2);
  CHECK(json["waiting"][1] == nlohmann::json{{"rank", 2}, {"line", 14}, {"record", "MR 0 0 0 8"}, {"for", 1}});
  CHECK(json["unreceived"] == 2);
}

TEST_CASE("a trace of which nothing would be replayed is not ok, and its volumes of work are no times") {
  const test::Folder folder;
  test::write_file(folder / "t.ti",
                   "0 init\n0 compute 1e6\n0 alltoall 8 8\n0 finalize\n1 init\n1 alltoall 8 8\n1 finalize\n");
  const std::string lacks = "2 calls whose messages the trace does not have (2 MPI_Alltoall)";
  const Outcome check = trgen_in(folder, "check t.ti");
  CHECK(check.code == 3);
  CHECK(check.out == "t.ti: nothing to replay: " + lacks + " in 2 ranks, 12 records, 0 messages\n");
  CHECK(check.err == "t.ti: a replay leaves out " + lacks + " (warning)\n");
  CHECK(nlohmann::json::parse(trgen_in(folder, "check --json t.ti").out)["ok"] == false);
  const Outcome info = trgen_in(folder, "info t.ti");
  CHECK(has(info.out, "  clock           flops\n"));
  CHECK(has(info.out, "  duration        1,000,000 flops (longest rank)\n"));
  CHECK(has(info.out, "  not replayed    " + lacks + "\n"));
  CHECK(nlohmann::json::parse(trgen_in(folder, "info --json t.ti").out)["left_out"]["collectives"] == 2);
}

TEST_CASE("what was lost in reading is said by info and by the conversion, and kept by text and container") {
  const test::Folder folder;
  test::write_file(folder / "t.ti", "0 init\n0 put\n0 send 1 0 8\n0 finalize\n1 init\n1 recv 0 0 8\n1 finalize\n");
  CHECK(trgen_in(folder, "info t.ti").err == "t.ti: lost in reading: 1 MPI_Put\n");
  for (const char* to : {"t.txt", "t.trgen"}) {
    CAPTURE(to);
    CHECK(has(trgen_in(folder, std::string("convert t.ti ") + to).err, "t.ti: lost in reading: 1 MPI_Put\n"));
    CHECK(has(trgen_in(folder, std::string("info ") + to).out,
              "not replayed    1 calls whose messages the trace does not have (1 MPI_Put)\n"));
  }
  CHECK(has(test::read_file(folder / "t.txt"), "\n#lost 1 MPI_Put\n"));
  // A loss that says what becomes of it is not called lost as well.
  test::write_file(folder / "b.txt", "0 0 SS MPI_Bcast\n0 1 MS 1 0 0 8\n0 2 SE MPI_Bcast\n1 0 MR 0 0 0 8\n");
  const Outcome written = trgen_in(folder, "convert b.txt b.meta");
  CHECK(has(written.err, "b.meta: the format cannot carry: 1 calls of MPI_Bcast (written as their messages)\n"));
}

TEST_CASE("a fault of a complete rank is told beside what is missing") {
  const test::Folder folder;
  test::write_file(folder / "t.txt", noted + "2 10 MS 3 0 0 5\n3 10 SS MPI_Recv\n3 11 MR 3 0 0 7\n3 12 SE MPI_Recv\n");
  const Outcome outcome = trgen_in(folder, "check t.txt");
  CHECK(outcome.code == 3);
  CHECK(has(outcome.out, "t.txt:25: rank 3: MR 3 0 0 7: rank 3 never sends this message\n"));
  CHECK(has(outcome.out, "t.txt: 1 problem in 4 ranks"));
}

}  // namespace notes_test
