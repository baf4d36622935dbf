// SPDX-License-Identifier: Apache-2.0
// What cannot be extrapolated is named and refused; what the inputs do not decide is told.
#include "tests/trgen/extrapolation/tools.hpp"

namespace extrapolation_refusals_test {

using namespace trgen;
using programs::npb::Class;
using test::Benchmark;
using test::extrapolated;
using test::findings_of;
using test::Script;

namespace {

bool names(const extrapolation::Result& made, std::string_view part) {
  return findings_of(made).find(part) != std::string::npos;
}

std::string program(const std::string& body) { return "program: 1\ntitle: t\ndo:\n" + body; }

}  // namespace

TEST_CASE("sizes that are data are named, and are their mean only when forced") {
  const Benchmark is{.code = "is", .size = Class::W};
  const auto refused = extrapolated(is, {4, 8, 16}, 64);
  CHECK(refused.trace == nullptr);
  CHECK(names(refused, "the bytes of MPI_Alltoallv are data: they differ from pair to pair of ranks; first on npb is"));
  const auto forced = extrapolated(is, {4, 8, 16}, 64, true);
  REQUIRE_MESSAGE(forced.trace != nullptr, findings_of(forced));
  const auto volume = [](const record::TraceSource& trace) {
    double bytes = 0;
    const auto cursor = trace.open();
    record::Record each;
    for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
      while (cursor->next(rank, each)) bytes += each.kind == record::Kind::send ? static_cast<double>(each.bytes) : 0;
    }
    return bytes;
  };
  CHECK(volume(*forced.trace) / volume(*is(64)) == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("a share that cuts an element in two is a doubt: no input shows how it is rounded") {
  const Benchmark is{.code = "cg", .size = Class::B, .iterations = 1};  // 75000 elements over 16 ranks of a row
  const auto refused = extrapolated(is, {4, 16, 64}, 256);
  CHECK(refused.trace == nullptr);
  CHECK(names(refused, "multiples of 8, and gives 37500 on rank 0 of 256: no input shows how such a share is rounded"));
  CHECK(extrapolated(is, {4, 16, 64}, 256, true).trace != nullptr);
  const Benchmark even{.code = "cg", .size = Class::A, .iterations = 1};  // 14000 over 16
  CHECK(extrapolated(even, {4, 8, 16, 32}, 256).trace != nullptr);
}

TEST_CASE("a partner that no form gives is named with its rank, and refused also when forced") {
  const Script text{
      program("  - if: rank == 3\n    do: [{send: {to: (rank * 7 + 5 * ranks / 8 + 3) % ranks % 29, bytes: 8}}]\n"
              "  - if: rank == (3 * 7 + 5 * ranks / 8 + 3) % ranks % 29\n    do: [{recv: {from: 3, bytes: 8}}]\n")};
  const auto made = extrapolated(text, {40, 48, 56}, 128, true);
  CHECK(made.trace == nullptr);
  CHECK(!made.findings.refusals.empty());
}

TEST_CASE("a ring on 4 and 8 ranks is one of shifts by one, not by seven the other way, which go round 4 ranks") {
  const Script text{program(
      "  - send: {to: (rank + 1) % ranks, bytes: 64}\n  - recv: {from: (rank + ranks - 1) % ranks, bytes: 64}\n")};
  const auto made = extrapolated(text, {4, 8}, 64);
  CHECK(findings_of(made) == "");
  REQUIRE(made.trace != nullptr);
  CHECK(test::first_difference(*text(64), *made.trace) == "");
}

TEST_CASE("a shift that goes round the smallest input is found where no shorter one fits") {
  const Script text{program(
      "  - send: {to: (rank + 5) % ranks, bytes: 64}\n  - recv: {from: (rank + 7 * ranks - 5) % ranks, bytes: 64}\n")};
  const auto made = extrapolated(text, {4, 9, 16}, 64);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  CHECK(test::first_difference(*text(64), *made.trace) == "");
}

TEST_CASE("laws without an input to check them are refused: two inputs decide no line") {
  const Script text{
      program("  - send: {to: (rank + 1) % ranks, bytes: 7 * ranks * ranks * ranks + 11 * ranks}\n"
              "  - recv: {from: (rank + ranks - 1) % ranks, bytes: 7 * ranks * ranks * ranks + 11 * ranks}\n")};
  const auto made = extrapolated(text, {4, 8, 16}, 64);
  CHECK(made.trace == nullptr);
  CHECK(names(made, "the bytes of MPI_Send (send to rank 1, "));
  CHECK(names(made, "follow no law of the catalogue: "));
}

TEST_CASE("two forms that fit all inputs and differ at the target are told, and refused unless forced") {
  const Script text{program(
      "  - send: {to: (rank + 4) % ranks, bytes: 64}\n  - recv: {from: (rank + ranks - 4) % ranks, bytes: 64}\n")};
  const auto made = extrapolated(text, {8, 16, 12}, 64);  // rows of 4 in the most square grids of 12 and 16 ranks
  if (made.trace == nullptr) CHECK(!made.findings.doubts.empty());
  const auto clear = extrapolated(text, {8, 24, 40}, 64);
  REQUIRE_MESSAGE(clear.trace != nullptr, findings_of(clear));
}

TEST_CASE("inputs with the same number of ranks, and traces with open states, are refused") {
  const Script text{program("  - barrier\n")};
  CHECK_THROWS_WITH_AS(extrapolated(text, {4, 8, 8}, 64), doctest::Contains("both have 8 ranks"), record::TraceError);
  const auto open = [](std::uint32_t ranks) {
    return test::read_text(fmt::format("#insee-trace 1\n#ranks {}\n0 0 SS MPI_Send\n0 1 MS 1 5 0 64\n", ranks));
  };
  CHECK_THROWS_WITH_AS(extrapolated(open, {2, 3, 4}, 64), doctest::Contains("rank 0 ends in MPI_Send"),
                       record::TraceError);
}

TEST_CASE(
    "ranks that would be idle along a side, as in no input, are refused at once, and as along another if forced") {
  const Benchmark mg{.code = "mg", .size = programs::npb::Class::W};
  extrapolation::Wanted wanted{.ranks = 64, .grid = {}, .partners = {}};
  std::vector<std::string> stages;
  wanted.stage = [&](std::string_view stage) { stages.emplace_back(stage); };
  const auto made = extrapolation::extrapolate({mg(4), mg(8), mg(16)}, wanted);
  CHECK(made.trace == nullptr);
  CHECK(findings_of(made).find("64 ranks would leave ranks idle along x on coarse levels, which no input does") !=
        std::string::npos);
  CHECK(findings_of(made).find("an input with more than 2 ranks along x shows it") != std::string::npos);
  CHECK(findings_of(made).find("which way messages along y go is taken to be as along another side") !=
        std::string::npos);
  CHECK(stages.size() == 1);
  const auto forced = extrapolated(mg, {4, 8, 16}, 64, true);
  REQUIRE_MESSAGE(forced.trace != nullptr, findings_of(forced));
  CHECK(test::first_difference(*mg(64), *forced.trace) == "");
}

TEST_CASE("ranks that would be idle where none of any input are, are refused, forced or not") {
  const Benchmark mg{.code = "mg", .size = programs::npb::Class::W};
  for (const bool forced : {false, true}) {
    const auto made = extrapolated(mg, {2, 4, 8}, 16, forced);
    CHECK(made.trace == nullptr);
    CHECK(findings_of(made).find("what the others then do is not shown") != std::string::npos);
  }
}

TEST_CASE("a class of ranks that no input has is refused with a rank of it") {
  // Ranks that are in the middle of both sides are only there from 3 x 3 on.
  const auto made = extrapolated(test::Stencil{"stencil"}, {4, 6, 8}, 64);
  CHECK(made.trace == nullptr);
  CHECK(!findings_of(made).empty());
}

TEST_CASE("extrapolation tells each reading of the inputs that it tries, and stops at the first that explains them") {
  const auto stages_of = [](const auto& program, std::initializer_list<std::uint32_t> from) {
    extrapolation::Sources inputs;
    for (const std::uint32_t ranks : from) inputs.push_back(program(ranks));
    std::vector<std::string> stages;
    extrapolation::Wanted wanted{.ranks = 64, .sizes = {}, .grid = {}, .partners = {}};
    wanted.stage = [&stages](std::string_view stage) { stages.emplace_back(stage); };
    extrapolation::extrapolate(inputs, wanted);
    return stages;
  };
  const std::vector<std::string> easy = stages_of(test::Benchmark{.code = "ep"}, {4, 8, 16});
  CHECK(easy == std::vector<std::string>{"laying the programs of all ranks over each other"});
  CHECK(stages_of(test::Benchmark{.code = "is"}, {4, 8, 16}).size() == 8);
}

}  // namespace extrapolation_refusals_test
