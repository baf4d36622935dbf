// SPDX-License-Identifier: Apache-2.0
// trgen extrapolate, as a user runs it.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/trgen/run_trgen.hpp"

namespace extrapolate_command_test {

using namespace trgen;
using test::has;
using test::trgen_in;

namespace {

void write_stencils(const test::Folder& folder, std::initializer_list<int> sizes) {
  for (const int ranks : sizes) {
    REQUIRE(trgen_in(folder, fmt::format("generate stencil --ranks {0} --iterations 3 -o s.{0}.txt", ranks)).code == 0);
  }
}

}  // namespace

TEST_CASE("the trace of many ranks is written, compares equal to the program, and passes the check of traces") {
  const test::Folder folder;
  write_stencils(folder, {9, 16, 25, 100});
  const auto made = trgen_in(folder, "extrapolate --to-ranks 100 -o x.loops s.9.txt s.16.txt s.25.txt --json");
  CHECK(made.code == 0);
  const auto json = nlohmann::json::parse(made.out);
  CHECK(json["extrapolated"] == true);
  CHECK(json["ranks"] == 100);
  CHECK(has(made.err, "all times follow exact laws"));
  CHECK(trgen_in(folder, "compare s.100.txt x.loops").code == 0);
  CHECK(trgen_in(folder, "check x.loops").code == 0);
  CHECK(has(trgen_in(folder, "convert x.loops -", "").out, "# extrapolated, not captured"));
}

TEST_CASE("--check leaves the largest input out and compares it with its prediction") {
  const test::Folder folder;
  write_stencils(folder, {9, 16, 25, 36});
  const auto good = trgen_in(folder, "extrapolate --check s.9.txt s.36.txt s.16.txt s.25.txt");
  CHECK(good.code == 0);
  CHECK(has(good.out, "A: s.36.txt"));
  CHECK(has(good.out, "equal: every record of every rank"));
  CHECK(trgen_in(folder, "generate stencil --ranks 36 --iterations 3 --bytes 7 -o other.txt").code == 0);
  const auto bad = trgen_in(folder, "extrapolate --check s.9.txt other.txt s.16.txt s.25.txt");
  CHECK(bad.code == 1);
  CHECK(has(bad.out, "different: "));
}

TEST_CASE("an extrapolation without a law for the sizes of messages gives exit code 1, the reason, and no file") {
  const test::Folder folder;
  for (const int ranks : {4, 8, 16})
    CHECK(trgen_in(folder,
                   fmt::format("generate npb --kernel is --class S --iterations 1 --ranks {0} -o is.{0}.txt", ranks))
              .code == 0);
  const auto made = trgen_in(folder, "extrapolate --to-ranks 32 -o x.loops is.4.txt is.8.txt is.16.txt");
  CHECK(made.code == 1);
  CHECK(has(made.err, "sizes are data (--force takes their mean): the bytes of MPI_Alltoallv"));
  CHECK_FALSE(std::filesystem::exists(folder / "x.loops"));
}

TEST_CASE("a grid and a partner of the user's own come before the catalogue") {
  const test::Folder folder;
  test::write_file(folder / "wide.yaml",
                   "program: 1\ntitle: wide\nlet: {w: ranks / 5}\ndo:\n  - send: {to: (rank + w) % ranks, bytes: 8}\n"
                   "  - recv: {from: (rank + ranks - w) % ranks, bytes: 8}\n");
  for (const int ranks : {15, 20, 25, 60})
    REQUIRE(trgen_in(folder, fmt::format("generate script --file wide.yaml --ranks {0} -o w.{0}.txt", ranks)).code ==
            0);
  CHECK(trgen_in(folder, "extrapolate --to-ranks 60 -o x.loops w.15.txt w.20.txt w.25.txt").code == 1);
  CHECK(
      trgen_in(folder, "extrapolate --to-ranks 60 --grid 'ranks / 5, 5' -o x.loops w.15.txt w.20.txt w.25.txt").code ==
      0);
  CHECK(trgen_in(folder, "compare w.60.txt x.loops").code == 0);
  CHECK(
      trgen_in(folder,
               "extrapolate --to-ranks 60 --partner '(rank + ranks / 5) % ranks' --partner '(rank + ranks - ranks / 5) "
               "% ranks' -o y.loops w.15.txt w.20.txt w.25.txt")
          .code == 0);
  CHECK(trgen_in(folder, "compare w.60.txt y.loops").code == 0);
}

TEST_CASE("a grid of the user's own that does not explain the inputs is named, and so is the one that does") {
  const test::Folder folder;
  write_stencils(folder, {9, 16, 25});
  const auto made =
      trgen_in(folder, "extrapolate --to-ranks 100 --grid 'ranks / 3, 3' -o x.loops s.9.txt s.16.txt s.25.txt");
  CHECK(made.code == 0);
  CHECK(has(made.err,
            "the grid ranks / 3, 3 (--grid) does not explain all inputs, and is left aside: the most square grid"));
}

TEST_CASE("two inputs are enough for laws of one parameter, which is said") {
  const test::Folder folder;
  write_stencils(folder, {9, 16, 64});
  const auto made = trgen_in(folder, "extrapolate --to-ranks 64 -o x.loops s.9.txt s.16.txt");
  CHECK(made.code == 0);
  CHECK_MESSAGE(has(made.err, "two inputs: laws of one parameter only"), made.err);
  CHECK(trgen_in(folder, "compare s.64.txt x.loops").code == 0);
}

TEST_CASE("mistakes in the call are exit code 2 with the reason") {
  const test::Folder folder;
  write_stencils(folder, {9, 16, 25});
  const std::string inputs = " s.9.txt s.16.txt s.25.txt";
  const auto fails = [&](const std::string& words, std::string_view why) {
    const auto made = trgen_in(folder, "extrapolate " + words);
    CHECK(made.code == 2);
    CHECK_MESSAGE(has(made.err, why), made.err);
  };
  fails("--to-ranks 64" + inputs, "needs -o FILE.loops");
  fails("-o x.loops" + inputs, "needs --to-ranks N, --iterations N, or --check");
  fails("--to-ranks 64 -o x.txt" + inputs, "extrapolate writes loops; give a name that ends in .loops");
  fails("--to-ranks 64 --check" + inputs, "--check predicts the largest input and writes nothing");
  fails("--to-ranks 64 -o x.loops s.9.txt", "traces of the program on different numbers of ranks");
  fails("--check s.9.txt s.16.txt", "traces of the program on different numbers of ranks");
  fails("--to-ranks 64 -o x.loops --grid 4" + inputs, "must be two or three sides");
  fails("--to-ranks 64 -o x.loops --partner 'rank +'" + inputs, "--partner \"rank +\"");
}

TEST_CASE("a trace of 4 iterations is made one of 30") {
  const test::Folder folder;
  REQUIRE(trgen_in(folder, "generate stencil --ranks 16 --iterations 4 -o few.txt").code == 0);
  REQUIRE(trgen_in(folder, "generate stencil --ranks 16 --iterations 30 -o many.txt").code == 0);
  for (const char* wanted : {"30", "+26"}) {
    const auto made = trgen_in(folder, fmt::format("extrapolate --iterations {} -o x.loops few.txt --json", wanted));
    CHECK(made.code == 0);
    const auto json = nlohmann::json::parse(made.out);
    CHECK(json["extrapolated"] == true);
    CHECK(json["iterations_read"] == 4);
    CHECK(json["iterations"] == 30);
    CHECK(has(made.err, "30 iterations of the largest loop"));
    CHECK(trgen_in(folder, "compare many.txt x.loops").code == 0);
    CHECK(trgen_in(folder, "check x.loops").code == 0);
  }
  const auto shorter = trgen_in(folder, "extrapolate --iterations 3 -o y.loops many.txt");
  CHECK(shorter.code == 1);
  CHECK(has(shorter.err, "has 30 iterations already, more than 3"));
  CHECK(trgen_in(folder, "info y.loops").code != 0);
  CHECK(has(trgen_in(folder, "extrapolate --iterations ten -o y.loops few.txt").err, "or how many more: +990"));
  CHECK(has(trgen_in(folder, "extrapolate --iterations 9 --to-ranks 9 -o y.loops few.txt").err, "--to-ranks"));
}

}  // namespace extrapolate_command_test
