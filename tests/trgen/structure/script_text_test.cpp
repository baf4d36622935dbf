// SPDX-License-Identifier: Apache-2.0
// What is found in a trace, written as a script, sends and receives the same messages in the same order.
#include <fmt/format.h>

#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/npb/params.hpp"
#include "trgen/structure/formula.hpp"
#include "trgen/structure/script.hpp"

namespace script_text_test {

using namespace trgen;
using structure::condition_of;
using structure::formula_of;
using structure::Points;

namespace {

/// The messages of a rank. Tags differ where several communicators share them, so they are left out then.
std::vector<std::string> messages(const record::TraceSource& trace, std::uint32_t rank, bool tags) {
  std::vector<std::string> all;
  const auto cursor = trace.open();
  record::Record each;
  while (cursor->next(rank, each)) {
    if (!record::is_message(each.kind)) continue;
    all.push_back(fmt::format("{} {} {} {}", record::kind_name(each.kind), each.peer, each.bytes, tags ? each.tag : 0));
  }
  REQUIRE(cursor->failure().empty());
  return all;
}

/// The script of a trace, which must have its messages. Empty where it cannot be said, for `why`.
std::string checked_script(const record::TraceSource& trace, bool tags, std::string& why) {
  const auto found = formats::loops::structure_of(trace, formats::loops::Times::exact());
  const auto text = structure::script_of(found, "a test", why);
  if (!text) return {};
  CAPTURE(*text);
  const auto again = test::trace_of_script(*text, trace.ranks());
  REQUIRE(again->ranks() == trace.ranks());
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    CAPTURE(rank);
    REQUIRE(messages(*again, rank, tags) == messages(trace, rank, tags));
  }
  return *text;
}

}  // namespace

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
  CHECK(formula_of(column, "rank") == "((rank % 4) * -1 + 5)");
  CHECK(formula_of(halves, "rank") == "(rank < 9 ? 64 : 32)");
  CHECK(condition_of(edges, "rank") == "rank % 4 == 0");
  CHECK(formula_of({{0, 7}, {9, 7}}, "rank") == "7");
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
    const std::string text = checked_script(*kernels::make_kernel_trace(each, settings), true, why);
    // The root of these changes with each iteration, and the partners of the others leave it out.
    const bool refused = each.name == "all-to-one" || each.name == "one-to-all";
    CHECK_MESSAGE(text.empty() == refused, why);
    if (refused) CHECK(why.ends_with("a value of an event is no short expression of the iteration"));
  }
}

TEST_CASE("the scripts of benchmarks have the messages of their traces") {
  struct Case {
    programs::npb::Code code;
    std::uint32_t ranks;
  };
  using enum programs::npb::Code;
  for (const auto& [code, ranks] : {Case{ft, 8}, Case{ep, 16}, Case{lu, 8}}) {
    CAPTURE(static_cast<int>(code));
    programs::npb::NpbParams params;
    params.kernel = code;
    params.ranks = ranks;
    params.iterations = 2;
    fsin::Diagnostics diagnostics;
    const auto program = params.make(ranks, diagnostics, [](std::string_view) { return fsin::Mark{}; });
    REQUIRE(program != nullptr);
    std::string why;
    const std::string text = checked_script(*programs::make_program_trace(program), false, why);
    CHECK_MESSAGE(!text.empty(), why);
    CHECK(text.find(" iterations; sends: ") != std::string::npos);
  }
}

TEST_CASE("a trace that no script can express is refused with the reason") {
  std::string why;
  CHECK(checked_script(*test::read_text("#ranks 1\n0 0 SS A\n0 1 SE A\n"), true, why).empty());
  CHECK(why == "it has no messages and no bursts");
  why.clear();
  CHECK(checked_script(*test::read_text("#ranks 2\n0 0 SS A\n0 1 MS 1 0 0 8\n0 2 SE A\n1 0 SS A\n1 1 MR 0 0 0 8 "
                                        "match=1\n1 2 SE A\n"),
                       true, why)
            .empty());
  CHECK(why == "receives take messages in another order than that in which they were sent");
}

}  // namespace script_text_test
