// SPDX-License-Identifier: Apache-2.0
// The patterns of the NAS Parallel Benchmarks, as their sources have them (NPB 3.4-MPI).
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/pattern/collective_groups.hpp"
#include "trgen/pattern/sweeps.hpp"
#include "trgen/pattern/verdict.hpp"
#include "trgen/pattern/words.hpp"
#include "trgen/programs/npb/params.hpp"
#include "trgen/programs/program_trace.hpp"

namespace npb_test {

using namespace trgen;
using pattern::Form;
using pattern::Pattern;
using pattern::Verdict;

namespace {

struct Named {
  Verdict messages;
  std::vector<pattern::CallGroups> calls;
  std::string text;  ///< titles, the one with most messages first

  bool has(std::string_view title) const { return text.find(title) != std::string::npos; }
  const pattern::CallGroups& call(std::string_view function) const {
    const auto found =
        std::find_if(calls.begin(), calls.end(), [&](const auto& each) { return each.function == function; });
    REQUIRE(found != calls.end());
    return *found;
  }
};

Named named(std::string_view kernel, std::uint32_t ranks) {
  programs::npb::NpbParams params;
  for (const auto& each : programs::npb::codes) {
    if (each.name == kernel) params.kernel = each.value;
  }
  params.size = programs::npb::Class::W;
  params.ranks = ranks;
  params.iterations = 2;
  fsin::Diagnostics diagnostics;
  const auto program = params.make(ranks, diagnostics, [](std::string_view) { return fsin::Mark{}; });
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  const auto trace = programs::make_program_trace(program);
  pattern::Traffic traffic = pattern::read_traffic(*trace);
  Named made{.messages = Verdict::of(ranks, std::move(traffic.messages)),
             .calls = pattern::groups_of(std::move(traffic.calls), ranks),
             .text = {}};
  pattern::find_sweeps(*trace, made.messages.patterns);
  for (const Pattern& each : made.messages.patterns)
    made.text += pattern::claim(each, made.messages.explanation.parts) + "\n";
  if (made.messages.explanation.left_pairs > 0) made.text += "and others\n";
  return made;
}

std::string inside(const pattern::CallGroups& calls, std::uint32_t ranks) {
  const Verdict verdict = Verdict::of(ranks, calls.edges);
  std::string text;
  for (const Pattern& each : verdict.patterns) text += pattern::title(each, verdict.explanation.parts) + "\n";
  return text;
}

}  // namespace

TEST_CASE("CG exchanges in butterflies within rows and with the transposed rank") {
  CHECK(named("cg", 64).text ==
        "butterfly of 3 stages in 8 groups of 8 ranks (partner: XOR 1, 2, 4)\n"
        "transposition of 8x8 blocks of ranks (strides 1 and 8 change places)\n");
  CHECK(named("cg", 128).text ==
        "butterfly of 4 stages in 8 groups of 16 ranks (partner: XOR 1, 2, 4, 8)\n"
        "transposition of 8x8 blocks of ranks (strides 2 and 16 change places)\n");
}

TEST_CASE("BT and SP go along a torus and its diagonal, as their multi-partition scheme does") {
  for (const std::string_view kernel : {"bt", "sp"}) {
    const Named found = named(kernel, 64);
    CAPTURE(found.text);
    CHECK(found.text == "torus 8x8\ndiagonal shifts (-1, +1) in the 8x8 grid\n");
    // Of 36 ranks the ring in steps of 5 is more likely found first, and takes some pairs of the torus.
    CHECK(named(kernel, 36).has("ring of 36 ranks in steps of 5"));
  }
}

TEST_CASE("LU is a mesh that wavefronts sweep") {
  CHECK(named("lu", 64).text == "mesh 8x8, swept by wavefronts\n");
  CHECK(named("lu", 32).has(", swept by wavefronts\n"));
}

TEST_CASE("MG is a torus of three dimensions, with longer steps on coarse levels") {
  const Named found = named("mg", 512);
  CAPTURE(found.text);
  CHECK(found.text.starts_with("torus 8x8x8\nlonger steps (+2, +0, +0), "));
  CHECK(1000 * found.messages.explanation.left.messages < 5 * found.messages.graph.total().messages);
}

TEST_CASE("FT and IS exchange all to all, in collectives") {
  const Named ft = named("ft", 16), rows = named("ft", 64);
  CHECK(ft.messages.graph.pairs().empty());
  CHECK(pattern::groups_text(ft.call("MPI_Alltoall"), 16) == "all 16 ranks");
  CHECK(inside(ft.call("MPI_Alltoall"), 16) == "all-to-all of 16 ranks\n");
  // 64 ranks divide the 32 planes of class W in two directions.
  CHECK(pattern::groups_text(rows.call("MPI_Alltoall"), 64) == "2 groups of 32 ranks, each 2 apart");
  const Named is = named("is", 64);
  CHECK(inside(is.call("MPI_Alltoallv"), 64) == "all-to-all of 64 ranks\n");
}

TEST_CASE("a barrier of MPICH is a dissemination, a reduction a binomial tree") {
  const Named cg = named("cg", 64);
  CHECK(inside(cg.call("MPI_Barrier"), 64) == "dissemination among 64 ranks (shifts by 1, 2, 4, ... with wrap)\n");
  CHECK(inside(cg.call("MPI_Reduce"), 64) == "binomial tree of 64 ranks with root 0\n");
}

TEST_CASE("EP sends nothing but in reductions of all ranks") {
  const Named ep = named("ep", 64);
  CHECK(ep.messages.graph.pairs().empty());
  CHECK(pattern::groups_text(ep.call("MPI_Allreduce"), 64) == "all 64 ranks");
  CHECK(inside(ep.call("MPI_Allreduce"), 64) == "butterfly of 6 stages (partner: XOR 1, 2, 4, 8, 16, 32)\n");
}

}  // namespace npb_test
