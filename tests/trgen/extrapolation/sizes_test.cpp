// SPDX-License-Identifier: Apache-2.0
// Inputs of several sizes of the problem: laws in ranks and size.
#include "tests/trgen/extrapolation/tools.hpp"
#include "tests/trgen/run_trgen.hpp"

namespace extrapolation_sizes_test {

using namespace trgen;
using extrapolation::TimePoint;
using programs::npb::Class;
using test::Benchmark;
using test::findings_of;
using test::has;
using test::trgen_in;

namespace {

/// A run of a program of NPB; `size` as that of its class.
struct Sized {
  std::uint32_t ranks;
  Class problem;
  std::uint64_t size;
};

test::Source run_of(std::string_view code, const Sized& at) {
  return Benchmark{.code = code, .size = at.problem, .iterations = 2}(at.ranks);
}

void require_sized(std::string_view code, const std::vector<Sized>& from, const Sized& to) {
  extrapolation::Sources inputs;
  extrapolation::Wanted wanted{.ranks = to.ranks, .size = to.size, .sizes = {}, .grid = {}, .partners = {}};
  for (const Sized& each : from) {
    inputs.push_back(run_of(code, each));
    wanted.sizes.push_back(each.size);
  }
  const auto made = extrapolation::extrapolate(inputs, wanted);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  CHECK(test::first_difference(*run_of(code, to), *made.trace) == "");
}

/// A program over n points per side: steps, sizes and bursts that depend on n and on the ranks.
std::string points_program(int n) {
  return fmt::format(
      "program: 1\ntitle: points\ndo:\n  - repeat: {1}\n    do:\n      - compute: {0} * {0} * {0} * 10 / ranks\n"
      "      - isend: {{to: (rank + 1) % ranks, bytes: 8 * {0} * {0}}}\n"
      "      - recv: {{from: (rank + ranks - 1) % ranks, bytes: 8 * {0} * {0}}}\n      - waitall\n"
      "      - isend: {{to: (rank + 2) % ranks, bytes: 320 * {0} / ranks}}\n"
      "      - recv: {{from: (rank + ranks - 2) % ranks, bytes: 320 * {0} / ranks}}\n      - waitall\n",
      n, n - 2);
}

void write_points(const test::Folder& folder, int n, int ranks) {
  test::write_file(folder / fmt::format("p{}.yaml", n), points_program(n));
  REQUIRE(
      trgen_in(folder, fmt::format("generate script --file p{0}.yaml --ranks {1} -o p.{0}.{1}.txt", n, ranks)).code ==
      0);
}

}  // namespace

TEST_CASE("CG of class B on 32 ranks follows from classes S, W and A on 4 to 16") {
  require_sized("cg",
                {{4, Class::S, 1400},
                 {8, Class::S, 1400},
                 {16, Class::S, 1400},
                 {4, Class::W, 7000},
                 {16, Class::W, 7000},
                 {8, Class::A, 14000},
                 {16, Class::A, 14000}},
                {32, Class::B, 75000});
}

TEST_CASE("LU of class C on 32 ranks follows from classes S, W, A and B, whose shares differ by a point") {
  require_sized("lu",
                {{4, Class::S, 12},
                 {8, Class::S, 12},
                 {4, Class::W, 33},
                 {8, Class::W, 33},
                 {16, Class::W, 33},
                 {16, Class::A, 64},
                 {16, Class::B, 102}},
                {32, Class::C, 162});
}

TEST_CASE("loops, bytes and bursts of a program over n points a side follow ranks and size") {
  const test::Folder folder;
  for (const auto& [n, ranks] : {std::pair{16, 4}, {16, 8}, {32, 4}, {32, 16}, {64, 8}, {128, 64}})
    write_points(folder, n, ranks);
  const std::string inputs = " p.16.4.txt@16 p.16.8.txt@16 p.32.4.txt@32 p.32.16.txt@32 p.64.8.txt@64";
  const auto made = trgen_in(folder, "extrapolate --to-ranks 64 --size 128 --json -o x.loops" + inputs);
  CHECK_MESSAGE(made.code == 0, made.err);
  CHECK(has(made.out, "\"size\":128"));
  CHECK(trgen_in(folder, "compare p.128.64.txt x.loops").code == 0);
  CHECK(has(trgen_in(folder, "convert x.loops -").out, "# from p.32.16.txt (16 ranks at size 32)"));
  const auto check = trgen_in(folder, "extrapolate --check p.128.64.txt@128" + inputs);
  CHECK_MESSAGE(check.code == 0, check.err);
  CHECK(has(check.out, "A: p.128.64.txt"));
}

TEST_CASE("--weak keeps the points per rank, --strong the size of the input with most ranks") {
  const test::Folder folder;
  for (const auto& [n, ranks] : {std::pair{8, 4}, {16, 16}, {32, 64}, {64, 256}, {16, 8}, {32, 16}, {32, 256}})
    write_points(folder, n, ranks);
  const auto weak =
      trgen_in(folder, "extrapolate --to-ranks 256 --weak --json -o w.loops p.8.4.txt@8 p.16.16.txt@16 p.32.64.txt@32");
  CHECK_MESSAGE(weak.code == 0, weak.err);
  CHECK(has(weak.out, "\"size\":64"));
  CHECK(trgen_in(folder, "compare p.64.256.txt w.loops").code == 0);
  const auto strong = trgen_in(folder,
                               "extrapolate --to-ranks 256 --strong --json -o s.loops p.16.8.txt@16 p.8.4.txt@8 "
                               "p.16.16.txt@16 p.32.16.txt@32 p.32.64.txt@32");
  CHECK_MESSAGE(strong.code == 0, strong.err);
  CHECK(has(strong.out, "\"size\":32"));
  CHECK(trgen_in(folder, "compare p.32.256.txt s.loops").code == 0);
}

TEST_CASE("mistakes in the sizes of inputs are told") {
  const test::Folder folder;
  for (const auto& [n, ranks] : {std::pair{16, 4}, {16, 8}, {32, 4}}) write_points(folder, n, ranks);
  const auto fails = [&](const std::string& words, std::string_view why) {
    const auto made = trgen_in(folder, "extrapolate --to-ranks 16 -o x.loops " + words);
    CHECK(made.code == 2);
    CHECK_MESSAGE(has(made.err, why), made.err);
  };
  fails("--size 32 p.16.4.txt p.16.8.txt", "needs the size of each input, as FILE@SIZE");
  fails("p.16.4.txt@16 p.16.8.txt", "needs the size of each input, as FILE@SIZE");
  fails("p.16.4.txt@16 p.16.8.txt@16 p.32.4.txt@32",
        "the inputs have several sizes; needs --size S, --weak or --strong");
  fails("--size 32 p.16.4.txt@16 p.16.8.txt@16",
        "all inputs have size 16, so that none shows what another size changes");
  fails("--size 32 --weak p.16.4.txt@16 p.16.8.txt@16", "give one of them");
  fails("--weak p.16.4.txt@16 p.16.8.txt@16", "do not all have the same size per rank");
  fails("p.16.4.txt@0 p.16.8.txt@16", "the size of a problem is from 1 to");
  fails("--size 0 p.16.4.txt@16 p.16.8.txt@16", "--size");
  const auto twice = trgen_in(folder, "extrapolate --to-ranks 16 -o x.loops p.16.4.txt@16 p.16.4.txt@16");
  CHECK(has(twice.err, "both have 4 ranks at size 16"));
  CHECK(has(trgen_in(folder, "extrapolate --check --weak p.16.4.txt@16 p.16.8.txt@16 p.32.4.txt@32").err,
            "--check predicts the largest input, at its size"));
  std::filesystem::copy_file(folder / "p.16.8.txt", folder / "odd@16");
  CHECK(trgen_in(folder, "extrapolate --force --to-ranks 16 -o y.loops odd@16 p.16.4.txt").code == 0);
}

TEST_CASE("times that are shares of a volume follow ranks and size") {
  std::vector<TimePoint> points;
  for (const auto& [p, n] : {std::pair{4., 16.}, {4., 32.}, {8., 32.}, {16., 64.}, {8., 64.}})
    points.push_back({p, 5 * n * n * n / p + 100, n});
  const auto made = extrapolation::time_model(points);
  CHECK(made.at(64, 128) == doctest::Approx(5 * 128. * 128 * 128 / 64 + 100).epsilon(1e-6));
}

}  // namespace extrapolation_sizes_test
