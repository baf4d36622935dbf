// SPDX-License-Identifier: Apache-2.0
// Programs written as time-independent traces with their requests and communicators, and read back: the same messages.
#include <doctest/doctest.h>

#include "tests/trgen/programs/ti/ti_text.hpp"
#include "trgen/programs/catalogue.hpp"
#include "trgen/programs/ti/communicators.hpp"
#include "trgen/programs/ti/write_program.hpp"

namespace write_test {

using namespace trgen::test;

namespace {

/// The next operation that takes part in a run, its communicator as the translator numbers it.
bool next_of(Cursor& cursor, std::uint32_t rank, std::uint32_t factor, std::uint32_t shift, Operation& out) {
  while (cursor.next(rank, out)) {
    const bool waits = out.kind == OperationKind::wait || out.kind == OperationKind::wait_any;
    if (out.kind == OperationKind::enter || out.kind == OperationKind::leave) continue;
    if (waits && out.requests == 0) continue;
    out.communicator = (out.communicator / 2 + shift) * 2 * factor + out.communicator % 2;
    // Requests of collectives are numbered behind those of the program, of which a trace may have fewer.
    out.request = 0;
    return true;
  }
  return false;
}

void check_round_trip(const std::shared_ptr<const Program>& program) {
  const fsin::test::Scratch scratch;
  trgen::programs::ti::TimeIndependentParams params;
  params.file = scratch.path() / "run.ti";
  trgen::programs::ti::write_program(*program, params.file.string());
  const Made made = make_ti(params);
  INFO(program->name());
  REQUIRE_MESSAGE(made.program != nullptr, made.messages);
  REQUIRE(made.program->ranks() == program->ranks());
  CHECK(made.program->seats() == program->seats());
  Cursor written(program), read(made.program);
  const std::uint32_t streams = trgen::programs::ti::Communicators::streams;
  // Where communicator 0 is not all ranks, numbers are written with 1 added.
  const std::uint32_t shift = program->group(0, 0).size == program->ranks() ? 0 : 1;
  Operation one, other;
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) {
    CHECK(made.program->seat(rank) == program->seat(rank));
    std::uint64_t count = 0;
    while (next_of(written, rank, streams, shift, one)) {
      ++count;
      REQUIRE_MESSAGE(next_of(read, rank, 1, 0, other), rank);
      INFO(rank, ": ", count, ": ", in_words(one), " | ", in_words(other));
      REQUIRE(in_words(one) == in_words(other));
    }
    CHECK_FALSE(next_of(read, rank, 1, 0, other));
    REQUIRE(written.failure() == "");
    REQUIRE(read.failure() == "");
  }
}

template <class Params>
void check(Params params) {
  fsin::Diagnostics diagnostics;
  const auto program = params.make(16, diagnostics, [](std::string_view key) { return fsin::Mark(std::string(key)); });
  REQUIRE_MESSAGE(program != nullptr, diagnostics.text());
  check_round_trip(program);
}

template <class K>
void check_kernel() {
  KernelParams<K> params;
  params.iterations = 2;
  check(params);
}

template <class... Kernels>
void check_kernels(trgen::kernels::KernelList<Kernels...>* /*all*/) {
  (check_kernel<Kernels>(), ...);
}

}  // namespace

TEST_CASE("kernels are read back equal") { check_kernels(static_cast<trgen::kernels::Kernels*>(nullptr)); }

TEST_CASE("NAS Parallel Benchmarks are read back equal") {
  for (const auto code : {npb::Code::cg, npb::Code::mg, npb::Code::lu, npb::Code::is, npb::Code::ft, npb::Code::bt,
                          npb::Code::sp, npb::Code::ep}) {
    npb::NpbParams params;
    params.kernel = code;
    params.iterations = 1;
    check(params);
  }
}

TEST_CASE("proxy applications are read back equal") {
  check(proxies::HaloParams{});
  proxies::HpcgParams hpcg;
  hpcg.iterations = 2;
  check(hpcg);
  proxies::SweepParams sweep;
  sweep.zones = {4, 4, 4};
  sweep.groups = 4;
  sweep.group_sets = 2;
  check(sweep);
  proxies::PencilsParams pencils;
  pencils.points = {16, 16, 16};
  check(pencils);
  proxies::AmrParams amr;
  amr.iterations = 2;
  check(amr);
}

TEST_CASE("training and serving of language models are read back equal, with the seats of their streams") {
  const ai::Model model{.layers = 4, .hidden = 64, .heads = 4, .sequence = 32, .vocabulary = 128};
  ai::TransformerParams training;
  training.model = model;
  training.tensor = 2;
  training.pipeline = 2;
  training.micro_batches = 2;
  check(training);
  ai::InferenceParams serving;
  serving.model = model;
  serving.tensor = 2;
  serving.requests = 2;
  serving.prompt = 8;
  serving.answer = 3;
  check(serving);
}

TEST_CASE("collectives of all kinds and communicators, and requests from any source, are read back equal") {
  check(ai::CollectiveParams{});
  std::string text = "#clock ns\n#comm 7 2,0\n#comm 7 1\n";
  for (int rank = 0; rank < 3; ++rank) {
    for (const char* each : {"barrier",
                             "bcast 100 1",
                             "reduce 100 0 1 3",
                             "allreduce 100 5 1",
                             "scan 10 0 27",
                             "exscan 10 0 6 element=5",
                             "gather 10 10 1",
                             "scatter 10 10 1",
                             "allgather 10 10",
                             "alltoall 10 10",
                             "gatherv 5 5 5 5 1",
                             "scatterv 5 5 5 5 1",
                             "allgatherv 5 5 5 5",
                             "alltoallv 15 5 5 5 15 5 5 5",
                             "reducescatter 5 0 7 0 1",
                             "reducescatter 0 0 0 0 0 1",
                             "iallreduce 4 9 1",
                             "allreduce 6 0 comm=7",
                             "irecv -333 -444 8",
                             "isend 0 3 8",
                             "isend 1 3 8",
                             "isend 2 3 8",
                             "issend 2 4 8",
                             "irecv -333 4 8",
                             "irecv -333 3 8",
                             "waitAny 7",
                             "irecv -333 3 8",
                             "waitall 6"})
      text += fmt::format("{} {}\n", rank, each);
  }
  const Made made = make_ti(text);
  REQUIRE_MESSAGE(made.program != nullptr, made.messages);
  check_round_trip(made.program);
}

TEST_CASE("what SMPI wrote is written as this dialect and read back equal") {
  trgen::programs::ti::TimeIndependentParams params;
  params.rate = "2 Gf/s";
  params.file = FSIN_SOURCE_DIR "/tests/trgen/data/mix-4.ti";
  const Made made = make_ti(params);
  REQUIRE(made.program);
  check_round_trip(made.program);
}

}  // namespace write_test
