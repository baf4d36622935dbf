// SPDX-License-Identifier: Apache-2.0
// trgen compress and trgen compare, as a user runs them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/trgen/run_trgen.hpp"

namespace commands_test {

using namespace trgen;
using test::has;
using test::trgen_in;

namespace {

constexpr std::string_view text =
    "#insee-trace 1\n#ranks 2\n0 0 SS MPI_Send\n0 1 MS 1 5 0 64\n0 2 SE MPI_Send\n0 9 SS MPI_Send\n0 10 MS 1 5 0 64\n"
    "0 11 SE MPI_Send\n1 0 SS MPI_Recv\n1 1 MR 0 5 0 64\n1 2 SE MPI_Recv\n1 9 SS MPI_Recv\n1 10 MR 0 5 0 64\n1 17 SE "
    "MPI_Recv\n";

}  // namespace

TEST_CASE("compress writes a trace that compares equal, converts back to the same text and is checked like any other") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", std::string(text));
  const auto made = trgen_in(folder, "compress --json a.txt a.loops");
  CHECK(made.code == 0);
  const auto json = nlohmann::json::parse(made.out);
  CHECK(json["records"] == 12);
  CHECK(json["listed_times"] == 0);
  CHECK(json["file_bytes"] == std::filesystem::file_size(folder / "a.loops"));
  CHECK(has(made.err, "a.loops: 12 records of 2 ranks in "));
  CHECK(trgen_in(folder, "compare a.txt a.loops").code == 0);
  CHECK(trgen_in(folder, "convert a.loops b.txt").code == 0);
  CHECK(test::read_file(folder / "b.txt") == text);
  CHECK(trgen_in(folder, "check a.loops").out ==
        trgen_in(folder, "check b.txt").out.replace(0, std::string("b.txt").size(), "a.loops"));
  CHECK(trgen_in(folder, "info --json -", "cat a.loops |").code == 0);
}

TEST_CASE("compress leaves times out only when asked, and says so") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", std::string(text));
  const auto made = trgen_in(folder, "compress --times none a.txt a.loops");
  CHECK(has(made.err, "a.loops: times are left out, as --times none asks"));
  CHECK(trgen_in(folder, "compare --ignore-times a.txt a.loops").code == 0);
  const auto timed = trgen_in(folder, "compare a.txt a.loops");
  CHECK(timed.code == 1);
  CHECK(has(timed.out, "rank 0, record 2: MS 1 5 0 64 at 1 ns (a.txt:4) | MS 1 5 0 64 at 0 ns (a.loops:4)"));
}

TEST_CASE("compress refuses a name of another format, and spares the file that it reads") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", std::string(text));
  CHECK(has(trgen_in(folder, "compress a.txt b.txt").err, "compress writes loops; give a name that ends in .loops"));
  CHECK(trgen_in(folder, "compress a.txt a.loops").code == 0);
  CHECK(trgen_in(folder, "compress a.loops a.loops").code != 0);
  CHECK(has(trgen_in(folder, "compress a.txt a.loops.zst").err, "loops are compressed already"));
  for (const std::string wrong : {"some", "5", "0%", "51%", "5%x", "nan%", "1e-9%"}) {
    CAPTURE(wrong);
    CHECK(has(trgen_in(folder, "compress --times " + wrong + " a.txt b.loops").err,
              "must be exact, none, histograms, or an error"));
  }
  CHECK(has(trgen_in(folder, "compress --times 5% a.txt b.loops").err, "by 3.1 % at most"));
}

TEST_CASE("compress writes a script that has the same messages, or nothing") {
  const test::Folder folder;
  test::write_file(folder / "a.txt", std::string(text));
  const auto made = trgen_in(folder, "compress --script a.yaml a.txt a.loops");
  CHECK(made.code == 0);
  CHECK(has(made.err, "a.yaml: a script of "));
  CHECK(has(test::read_file(folder / "a.yaml"),
            "# Phase 1 of 2: 2 iterations; sends: 1, receives: 0; calls: MPI_Send; all messages\n"));
  CHECK(trgen_in(folder, "generate script --file a.yaml -o b.txt").code == 0);
  CHECK(has(test::read_file(folder / "b.txt"), " MS 1 5 0 64\n"));
  test::write_file(folder / "c.txt", "#ranks 1\n0 0 SS A\n0 1 SE A\n");
  const auto refused = trgen_in(folder, "compress --script c.yaml c.txt c.loops");
  CHECK(refused.code == 3);
  CHECK(
      has(refused.err, "c.txt: --script: a script cannot say what this trace does: it has no messages and no bursts"));
  CHECK(!std::filesystem::exists(folder / "c.loops"));
}

TEST_CASE("compare says where traces differ, in records, ranks, names of states and volume") {
  const test::Folder folder;
  std::string other(text);
  other.replace(other.find("MR 0 5 0 64"), 11, "MR 0 5 0 65");
  test::write_file(folder / "a.txt", std::string(text));
  test::write_file(folder / "b.txt", other + "1 20 SS MPI_Test\n");
  const auto found = trgen_in(folder, "compare --json a.txt b.txt");
  CHECK(found.code == 1);
  const auto json = nlohmann::json::parse(found.out);
  CHECK(json["equal"] == false);
  CHECK(json["differing_records"] == 2);
  CHECK(json["differing_ranks"] == 1);
  CHECK(json["records"]["b"] == 13);
  CHECK(has(trgen_in(folder, "compare --most 1 a.txt b.txt").out, "... and 1 more"));
  CHECK(has(trgen_in(folder, "compare a.txt b.txt").out, "(no record) | SS MPI_Test at 20 ns (b.txt:15)"));
  test::write_file(folder / "c.txt", "#ranks 1\n0 0 SS B\n0 1 SS A\n");
  test::write_file(folder / "d.txt", "#ranks 1\n0 0 SS A\n0 1 SS A\n");
  CHECK(nlohmann::json::parse(trgen_in(folder, "compare --json c.txt d.txt").out)["differing_records"] == 1);
}

TEST_CASE("compare says which loops differ, in what, and which only one of the traces has") {
  const test::Folder folder;
  constexpr std::string_view script =
      "program: 1\nranks: 8\ndo:\n"
      "  - repeat: 5\n    do:\n      - send: {to: rank ^ 1, bytes: 64}\n      - recv: {from: rank ^ 1, bytes: 64}\n"
      "  - repeat: 4\n    do:\n      - if: rank % 2 == 0\n        do: [{compute: 5}, {send: {to: rank + 1, bytes: "
      "8}}]\n"
      "      - if: rank % 2 == 1\n        do: [{recv: {from: rank - 1, bytes: 8}}]\n";
  std::string other(script);
  other.replace(other.find("repeat: 5"), 9, "repeat: 7");
  for (std::size_t at; (at = other.find("rank ^ 1")) != std::string::npos;) other.replace(at, 8, "rank ^ 2");
  test::write_file(folder / "a.yaml", std::string(script));
  test::write_file(folder / "b.yaml", other + "  - repeat: 3\n    do: [barrier]\n");
  for (const std::string each : {"a", "b"})
    REQUIRE(trgen_in(folder, "generate script --file " + each + ".yaml -o " + each + ".trgen").code == 0);
  const auto found = trgen_in(folder, "compare --most 100 a.trgen b.trgen");
  CAPTURE(found.out);
  CHECK(found.code == 1);
  CHECK(has(found.out,
            "\nby structure: 3 loops and 4 sends and receives are in both, 0 and 0 only in A, 2 and 2 only in B\n"));
  CHECK(has(found.out, "  loop 1 of MPI_Send, MPI_Recv (all ranks): iterations 5 | 7\n"));
  CHECK(has(found.out, "  loop 1, send in MPI_Send (all ranks): to rank ^ 1 | rank ^ 2\n"));
  CHECK(has(found.out, "  only in B: loop 4 of MPI_Barrier (all ranks): 3 iterations\n"));
  CHECK(!has(found.out, "loop 2"));
  const auto json = nlohmann::json::parse(trgen_in(folder, "compare --json a.trgen b.trgen").out);
  CHECK(json["structure"]["loops"]["both"] == 3);
  CHECK(json["structure"]["differences"][0]["what"] == "iterations");
  CHECK(!has(trgen_in(folder, "compare --no-structure a.trgen b.trgen").out, "by structure"));
  CHECK(!has(trgen_in(folder, "compare a.trgen a.trgen").out, "by structure"));
}

}  // namespace commands_test
