// SPDX-License-Identifier: Apache-2.0
// What is found in a trace, written as a script, sends and receives the same messages in the same order.
#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/structure/formula.hpp"

namespace script_text_test {

using namespace trgen;
using programs::npb::Class;
using programs::npb::Code;
using structure::condition_of;
using structure::formula_of;
using structure::Points;
using test::checked_script;
using test::npb_trace;

TEST_CASE("numbers over ranks are written as coordinates, affine functions and pieces") {
  Points row;
  Points column;
  Points edges;
  Points halves;
  for (std::int64_t rank = 0; rank < 16; ++rank) {
    row.emplace_back(rank, rank / 4 * 10 + 1);
    column.emplace_back(rank, 5 - rank % 4);
    edges.emplace_back(rank, rank % 4 == 0 ? 1 : 0);
    halves.emplace_back(rank, rank < 9 ? 64 : 32);
  }
  CHECK(formula_of(row, "rank") == "((rank / 4) * 10 + 1)");
  CHECK(formula_of(column, "rank") == "(5 - (rank % 4))");
  CHECK(formula_of(halves, "rank") == "(rank < 9 ? 64 : 32)");
  CHECK(condition_of(edges, "rank") == "rank % 4 == 0");
  CHECK(formula_of({{0, 7}, {9, 7}}, "rank") == "7");
}

TEST_CASE("powers of two are shifts, and sums over coordinates of a grid are sums") {
  CHECK(formula_of({{0, 1}, {1, 2}, {2, 4}}, "i0") == "(1 << i0)");
  CHECK(formula_of({{0, 12}, {1, 6}, {2, 3}}, "i0 + i1 * 2") == "(12 >> (i0 + i1 * 2))");
  CHECK(formula_of({{0, 12}, {1, 6}, {2, 4}}, "i0") == "(i0 < 2 ? (12 - i0 * 6) : 4)");
  Points transposed;
  Points mirrored;
  for (std::int64_t rank = 0; rank < 256; ++rank) transposed.emplace_back(rank, rank % 16 * 16 + rank / 16);
  for (std::int64_t rank = 0; rank < 512; ++rank)
    mirrored.emplace_back(rank, 2 * (rank / 2 % 16 * 16 + rank / 32) + rank % 2);
  Points corners;  // to the right, round the row, in the row below, round the column
  for (std::int64_t rank = 0; rank < 64; ++rank) corners.emplace_back(rank, (rank + 1) % 8 + (rank / 8 + 1) % 8 * 8);
  CHECK(formula_of(corners, "rank") ==
        "((rank % 8 < 7 ? ((rank % 8) + 9) : 8) + (rank / 8 < 7 ? ((rank / 8) * 8) : -8))");
  CHECK(formula_of(transposed, "rank") == "(rank % 16 * 16 + rank / 16)");
  CHECK(formula_of(mirrored, "rank") == "(rank % 2 + rank / 2 % 16 * 32 + rank / 32 * 2)");
}

TEST_CASE("the scripts of kernels have the messages of their traces") {
  kernels::KernelSettings settings;
  settings.ranks = 16;
  settings.iterations = 5;
  settings.compute_ns = 1000;
  for (const kernels::KernelEntry& each : kernels::kernels) {
    CAPTURE(each.name);
    if (each.name == "random") continue;
    std::string why;
    const std::string text = checked_script(*kernels::make_kernel_trace(each, settings), why);
    CHECK_MESSAGE(!text.empty(), why);
  }
}

TEST_CASE("the scripts of benchmarks have the messages of their traces, and are short") {
  struct Case {
    Code code;
    std::uint32_t ranks;
    Class size = Class::S;
  };
  using enum Code;
  for (const auto& [code, ranks, size] :
       {Case{cg, 2}, Case{cg, 8}, Case{cg, 16}, Case{cg, 64, Class::W}, Case{mg, 4}, Case{mg, 16},
        Case{mg, 32, Class::W}, Case{bt, 4}, Case{bt, 9}, Case{bt, 16, Class::W}, Case{sp, 4}, Case{sp, 9},
        Case{sp, 16, Class::W}, Case{ft, 8}, Case{ep, 16}, Case{lu, 8}, Case{lu, 16}, Case{is, 4}}) {
    CAPTURE(static_cast<int>(code));
    CAPTURE(ranks);
    std::string why;
    const std::string text = checked_script(*npb_trace(code, ranks, 3, size), why);
    CHECK_MESSAGE(!text.empty(), why);
    CHECK(text.size() < 64'000);
    CHECK(text.find(" iterations; sends: ") != std::string::npos);
  }
}

TEST_CASE("the script of CG has its 25 steps in a loop, and the sum over a row of ranks as a butterfly") {
  std::string why;
  const std::string text = checked_script(*npb_trace(Code::cg, 64, 3), why);
  CAPTURE(text);
  CHECK(text.find("- repeat: 25\n") != std::string::npos);
  CHECK(text.find("- repeat: 3\n") != std::string::npos);
  CHECK(text.find("send: {to: rank ^ (4 >> i") != std::string::npos);
  // Steps and iterations are numbers in it, and nothing grows with them.
  const std::string longer = checked_script(*npb_trace(Code::cg, 64, 6), why);
  CHECK(longer.size() <= text.size() + 8);
}

TEST_CASE("a trace that no script can express is refused with the reason") {
  std::string why;
  CHECK(checked_script(*test::read_text("#ranks 1\n0 0 SS A\n0 1 SE A\n"), why).empty());
  CHECK(why == "it has no messages and no bursts");
  why.clear();
  CHECK(checked_script(*test::read_text("#ranks 2\n0 0 SS A\n0 1 MS 1 0 0 8\n0 2 SE A\n1 0 SS A\n1 1 MR 0 0 0 8 "
                                        "match=1\n1 2 SE A\n"),
                       why)
            .empty());
  CHECK(why == "receives take messages in another order than that in which they were sent");
}

}  // namespace script_text_test
