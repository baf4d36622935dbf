// SPDX-License-Identifier: Apache-2.0
// A trace of a few iterations made one of many, against the program that runs them.
#include "tests/trgen/extrapolation/tools.hpp"
#include "trgen/extrapolation/longer_trace.hpp"

namespace extrapolation_iterations_test {

using namespace trgen;
using extrapolation::find_main_loop;
using extrapolation::LongerTrace;
using extrapolation::MainLoop;
using programs::npb::Class;
using test::first_difference;
using test::Script;
using test::Source;

namespace {

/// Requires that the program of many iterations follows from that of few.
template <class Program>
void require_longer(Program program, std::uint32_t ranks, std::uint64_t few, std::uint64_t many) {
  program.iterations = few;
  const Source shorter = program(ranks);
  program.iterations = many;
  const Source truth = program(ranks);
  const MainLoop loop = find_main_loop(*shorter);
  REQUIRE(loop.why == "");
  // The loop may be found without its first iteration or its last.
  const LongerTrace longer(shorter, loop, loop.iterations + many - few);
  REQUIRE(first_difference(*truth, longer) == "");
  CHECK(longer.records() == truth->records());
}

std::string script_of(std::string_view steps, std::string_view body) {
  return fmt::format(
      "program: 1\ntitle: steps\ndo:\n  - bcast: {{bytes: 40}}\n  - repeat: {}\n    as: i\n    do:\n{}"
      "  - allreduce: {{bytes: 8}}\n  - send: {{to: (rank + 1) % ranks, bytes: 1}}\n"
      "  - recv: {{from: (rank + ranks - 1) % ranks, bytes: 1}}\n",
      steps, body);
}

MainLoop loop_of(std::string_view body, std::string_view steps = "6") {
  return find_main_loop(*Script{script_of(steps, body)}(8));
}

void require_longer_script(std::string_view body, std::uint64_t few, std::uint64_t many) {
  const Source shorter = Script{script_of(std::to_string(few), body)}(8);
  const Source truth = Script{script_of(std::to_string(many), body)}(8);
  const MainLoop loop = find_main_loop(*shorter);
  REQUIRE(loop.why == "");
  const LongerTrace longer(shorter, loop, loop.iterations + many - few);
  REQUIRE(first_difference(*truth, longer) == "");
}

}  // namespace

TEST_CASE("each benchmark of 40 iterations follows from 5, with its CPU bursts") {
  for (const std::string_view code : {"bt", "sp", "lu", "mg", "ft"}) {
    CAPTURE(code);
    const std::uint32_t ranks = code == "bt" || code == "sp" ? 9 : 8;
    require_longer(test::Benchmark{.code = code, .size = Class::S, .rate = 1e9}, ranks, 5, 40);
  }
}

TEST_CASE("CG of 20 iterations follows from 4: products in a loop within the loop") {
  require_longer(test::Benchmark{.code = "cg", .size = Class::S, .rate = 1e9}, 8, 4, 20);
}

TEST_CASE("IS of 40 iterations has the messages of the program, and its bytes within 1%: how many keys move is data") {
  test::Benchmark program{.code = "is", .size = Class::S};
  const auto volume = [](const record::TraceSource& trace) {
    std::pair<std::uint64_t, double> made;
    const auto cursor = trace.open();
    record::Record record;
    for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
      while (cursor->next(rank, record)) {
        if (record.kind != record::Kind::send) continue;
        ++made.first;
        made.second += static_cast<double>(record.bytes);
      }
    }
    return made;
  };
  program.iterations = 5;
  const Source shorter = program(8);
  program.iterations = 40;
  const auto [messages, bytes] = volume(*program(8));
  const MainLoop loop = find_main_loop(*shorter);
  REQUIRE(loop.why == "");
  const auto made = volume(LongerTrace(shorter, loop, loop.iterations + 35));
  CHECK(made.first == messages);
  CHECK(made.second == doctest::Approx(bytes).epsilon(0.01));
}

TEST_CASE("stencils of 1,000 iterations follow from 10") {
  require_longer(test::Stencil{"stencil"}, 16, 10, 1000);
  require_longer(test::Stencil{"stencil-3d"}, 8, 10, 1000);
}

TEST_CASE("tags that count iterations, and those that alternate, go on") {
  require_longer_script(
      "      - send: {to: rank ^ 1, bytes: 100, tag: 7 * i}\n"
      "      - recv: {from: rank ^ 1, bytes: 100, tag: 7 * i}\n",
      6, 50);
  require_longer_script(
      "      - send: {to: rank ^ 1, bytes: 100, tag: i % 3}\n"
      "      - recv: {from: rank ^ 1, bytes: 100, tag: i % 3}\n",
      10, 52);
}

TEST_CASE("sizes that are data are those of recorded iterations, the same on sender and receiver") {
  const Source shorter = Script{script_of("7",
                                          "      - send: {to: rank ^ 1, bytes: 100 + i * i % 5}\n"
                                          "      - recv: {from: rank ^ 1, bytes: 100 + i * i % 5}\n")}(8);
  const MainLoop loop = find_main_loop(*shorter);
  REQUIRE(loop.why == "");
  CHECK(loop.iterations == 7);
  CHECK(loop.block == 6);
  const LongerTrace longer(shorter, loop, 100);
  const auto cursor = longer.open();
  record::Record record;
  std::vector<std::uint64_t> sizes;
  while (cursor->next(3, record)) {
    if (record.kind == record::Kind::send && record.bytes >= 100) sizes.push_back(record.bytes);
  }
  REQUIRE(sizes.size() == 100);
  for (std::size_t i = 7; i < sizes.size(); ++i) CHECK(sizes[i] == sizes[1 + (i - 7) % 6]);
}

TEST_CASE("a trace whose ranks share no loop is refused with the reason") {
  CHECK(find_main_loop(*Script{"program: 1\ntitle: none\ndo:\n  - allreduce: {bytes: 8}\n"}(8)).why ==
        "no calls are repeated three times");
  const std::string at_times = "(i == 1 || i == 4 || i == 6 || i == 7 || i == 11)";
  const std::string rare = loop_of(fmt::format("      - if: {0}\n        do: [{{allreduce: {{bytes: 16}}}}]\n"
                                               "      - if: \"!{0}\"\n        do: [{{barrier: {{}}}}]\n",
                                               at_times),
                                   "12")
                               .why;
  CHECK_MESSAGE(rare.find("of the records only") != std::string::npos, rare);
  const std::string squares = loop_of(
                                  "      - send: {to: rank ^ 1, bytes: 100, tag: i * i}\n"
                                  "      - recv: {from: rank ^ 1, bytes: 100, tag: i * i}\n")
                                  .why;
  CHECK_MESSAGE(squares == "tags of the loop of 6 iterations neither repeat nor count on", squares);
  const std::string two_loops =
      "program: 1\ntitle: two loops\ndo:\n"
      "  - repeat: 6\n    do:\n"
      "      - if: rank % 2 == 0\n        do:\n"
      "          - send: {to: rank + 1, bytes: 10}\n          - send: {to: rank + 1, bytes: 11}\n"
      "      - if: rank % 2 == 1\n        do: [{recv: {from: rank - 1, bytes: 10}}]\n"
      "  - repeat: 6\n    do:\n"
      "      - if: rank % 2 == 1\n        do:\n"
      "          - recv: {from: rank - 1, bytes: 11}\n          - send: {to: rank - 1, bytes: 20}\n"
      "      - if: rank % 2 == 0\n        do: [{recv: {from: rank + 1, bytes: 20}}]\n";
  const std::string differ = find_main_loop(*Script{two_loops}(8)).why;
  CHECK_MESSAGE(differ.find("not the same one on all ranks") != std::string::npos, differ);
}

TEST_CASE("a tag beyond the largest one stops the trace, which says so") {
  const Source shorter = Script{script_of("5",
                                          "      - send: {to: rank ^ 1, bytes: 100, tag: 400000000 * i}\n"
                                          "      - recv: {from: rank ^ 1, bytes: 100, tag: 400000000 * i}\n")}(8);
  const LongerTrace longer(shorter, find_main_loop(*shorter), 50);
  const auto cursor = longer.open();
  record::Record record;
  while (cursor->next(0, record)) {
  }
  CHECK(cursor->failure().find("a tag of rank 0 leaves its range in iteration 7") != std::string::npos);
}

}  // namespace extrapolation_iterations_test
