// SPDX-License-Identifier: Apache-2.0
// Traces of known programs as loops: all records come back, and the files hardly grow with ranks and iterations.
#include <fmt/format.h>

#include "tests/trgen/structure/loops_tools.hpp"
#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/npb/params.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/structure/expansion.hpp"

namespace loops_test {

using namespace trgen;

namespace {

test::Source npb(std::string_view kernel, std::uint32_t ranks, std::uint64_t iterations) {
  programs::npb::NpbParams params;
  for (const auto& each : programs::npb::codes) {
    if (each.name == kernel) params.kernel = each.value;
  }
  params.ranks = ranks;
  params.iterations = iterations;
  fsin::Diagnostics diagnostics;
  const auto program = params.make(ranks, diagnostics, [](std::string_view) { return fsin::Mark{}; });
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  return programs::make_program_trace(program);
}

test::Source kernel(std::string_view name, std::uint32_t ranks, std::uint64_t iterations) {
  kernels::KernelSettings settings;
  settings.ranks = ranks;
  settings.iterations = iterations;
  settings.compute_ns = 1000;
  for (const kernels::KernelEntry& each : kernels::kernels) {
    if (each.name == name) return kernels::make_kernel_trace(each, settings);
  }
  FAIL("no such kernel");
  return nullptr;
}

constexpr std::string_view head = "#insee-trace 1\n#ranks 2\n";

}  // namespace

TEST_CASE("every field of a record, every mark and every note of a trace comes back") {
  const std::string text =
      "#insee-trace 1\n#ranks 3\n#clock cpu\n#communicator 4 0,2\n#incomplete 1 it was killed\n"
      "#not-captured MPI_Put 3 99\n#lost 2 events of a user\n# a comment\n"
      "0 5 SS MPI_Bcast communicator=4 root=2 sent=0 received=80\n0 6 SE MPI_Bcast\n"
      "0 7 SS MPI_Barrier communicator=4 sent=0 received=0\n0 9 SE MPI_Barrier\n"
      "0 20 SS MPI_Wait ANY_SOURCE\n0 30 MR 2 -5 4 17 any=both match=3\n0 29 SE MPI_Wait\n"
      "0 30 SS MPI_Recv\n0 30 MR 1 2147483647 4294967295 281474976710656 any=tag\n0 31 SE MPI_Recv\n"
      "2 0 SS MPI_Send\n2 1 MS 0 -2147483648 0 0\n2 1 SE MPI_Send\n";
  const auto trace = test::read_text(text);
  test::require_same(*trace);
  const auto back = test::open_loops(test::loops_of(*trace));
  CHECK(test::as_text(*back) == test::as_text(*trace));
  CHECK(back->notes() == trace->notes());
  CHECK(back->census() == trace->census());
  REQUIRE(back->warnings().size() == 1);
  CHECK(back->warnings().front() == "t.loops: rank 0, record 7: time goes backwards, from 30 to 29 ns");
}

TEST_CASE("a program that knows two states by one name becomes loops and a container that are read again") {
  const auto trace = npb("cg", 4, 1);
  const auto back = test::read_text(test::written_as(*trace, "t.trgen"));
  CHECK(test::by_names(*back) == test::by_names(*trace));
  CHECK(back->digest() == test::read_text(test::as_text(*trace))->digest());
  test::require_same(*trace);
}

TEST_CASE("a trace without records of some ranks, and one without any, come back") {
  test::require_same(*test::read_text(fmt::format("{}1 0 SS A\n1 1 SE A\n", head)));
  test::require_same(*test::read_text("#insee-trace 1\n#ranks 1\n0 0 SS A\n"));
}

TEST_CASE("random records, which have no structure, come back") {
  for (const std::uint32_t ranks : {1U, 3U, 16U}) test::require_same(*test::read_text(test::random_text(ranks, 5000)));
}

TEST_CASE("a trace that is read from loops is written as the same file again") {
  const auto trace = npb("mg", 8, 2);
  const std::string bytes = test::loops_of(*trace);
  const auto again = test::open_loops(bytes);
  CHECK(test::loops_of(*again) == bytes);
}

TEST_CASE("benchmarks and kernels come back, and take less than 20 kB each") {
  struct Case {
    std::string_view code;
    std::uint32_t ranks;
  };
  for (const auto& [code, ranks] : {Case{"cg", 16}, Case{"mg", 16}, Case{"ft", 16}, Case{"ep", 16}, Case{"bt", 16},
                                    Case{"sp", 9}, Case{"lu", 12}}) {
    CAPTURE(code);
    CHECK(test::require_same(*npb(code, ranks, 3)) < 20'000);
  }
  for (const kernels::KernelEntry& each : kernels::kernels) {
    CAPTURE(each.name);
    if (each.name == "random") continue;
    CHECK(test::require_same(*kernel(each.name, 16, 5)) < 20'000);
  }
}

TEST_CASE("a file does not grow with the iterations, and hardly with the ranks") {
  const std::size_t few = test::require_same(*npb("cg", 16, 2));
  const std::size_t many = test::require_same(*npb("cg", 16, 12));
  CHECK(many <= few + 64);
  const std::size_t small = test::require_same(*kernel("stencil", 16, 3));
  const std::size_t large = test::require_same(*kernel("stencil", 256, 3));
  CHECK(large < 2 * small);
}

TEST_CASE("times that are rounded are off by no more than their bound, from any record of a rank to any other") {
  const auto trace = test::read_text(test::random_text(3, 3000));
  const test::Records exact = test::all_records(*trace);
  std::size_t last = static_cast<std::size_t>(-1);
  for (const unsigned bits : {12U, 6U, 2U}) {
    const auto times = formats::loops::Times::rounded(bits);
    const test::Folder folder;
    io::Output out(folder / "t.loops");
    formats::loops::write_loops(*trace, out, times);
    out.commit();
    CHECK(out.file_bytes() < last);
    last = out.file_bytes();
    test::Records rounded = test::all_records(*formats::open_trace(folder / "t.loops"));
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      for (std::size_t i = 0; i < exact[rank].size(); ++i) {
        const auto spent = static_cast<double>(exact[rank][i].time_ns);
        const auto kept = static_cast<double>(rounded[rank][i].time_ns);
        REQUIRE(std::abs(kept - spent) <= times.most_error() * spent + 1e-6);
        rounded[rank][i].time_ns = exact[rank][i].time_ns;
        rounded[rank][i].line = exact[rank][i].line;
        rounded[rank][i].state = exact[rank][i].state;
      }
    }
    CHECK(rounded == exact);
  }
  CHECK(formats::loops::Times::rounded(3).of(100) == 96);
  CHECK(formats::loops::Times::rounded(3).of(-100) == -96);
  CHECK(formats::loops::Times::rounded(3).of(15) == 16);
  CHECK(formats::loops::Times::rounded(3).of(7) == 7);
  CHECK(formats::loops::Times::none().of(15) == 0);
}

TEST_CASE("a neighbour is a distance, and the ranks of an event are a set") {
  const auto trace = kernel("ring", 64, 100);
  const structure::Structure found = formats::loops::structure_of(*trace, formats::loops::Times::exact());
  bool seen = false;
  for (const structure::Event& event : found.events) {
    if (event.kind != record::Kind::send) continue;
    const structure::Field& peer = event.field(structure::FieldName::peer);
    seen = true;
    CHECK(event.form == structure::PeerForm::offset);
    REQUIRE(peer.alternatives.size() == 1);
    CHECK(peer.alternatives.front().first.is_constant());
    CHECK(peer.alternatives.front().shape.empty());
  }
  CHECK(seen);
  CHECK(found.sets.front().size == 64);
}

TEST_CASE("a cursor can read ranks in any order, and two cursors do not disturb each other") {
  const auto trace = npb("lu", 8, 2);
  const auto loops = test::open_loops(test::loops_of(*trace));
  const test::Records expected = test::without_lines(test::all_records(*loops));
  const auto one = loops->open();
  const auto two = loops->open();
  test::Records got(8);
  record::Record record;
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t rank = 8; rank-- > 0;) {
      if (!one->next(rank, record)) continue;
      more = true;
      record.line = 0;
      got[rank].push_back(record);
      if (rank % 2 == 0) two->next(rank, record);
    }
  }
  CHECK(got == expected);
}

}  // namespace loops_test
