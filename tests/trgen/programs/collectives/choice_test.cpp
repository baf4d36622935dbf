// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/choice.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fsin/config/read.hpp"
#include "trgen/programs/collectives/choice_params.hpp"
#include "trgen/programs/collectives/select.hpp"
#include "trgen/programs/collectives/select_smpi.hpp"

namespace choice_test {

namespace {

using namespace trgen::programs::collectives;

fsin::Mark no_mark(std::string_view) { return {}; }

std::string error_of(Kind kind, const std::string& name) {
  ChoiceParams params;
  params.algorithms[static_cast<std::size_t>(kind)].emplace(name);
  fsin::Diagnostics diagnostics;
  CHECK_FALSE(choice_of(params, diagnostics, no_mark));
  return diagnostics.text();
}

struct Top {
  ChoiceParams collectives;

  template <class F>
  void fields(F& f) {
    f.group("collectives", collectives, "algorithms");
  }
};

}  // namespace

TEST_CASE("a choice is read from a configuration") {
  fsin::Diagnostics diagnostics;
  auto document = fsin::config::load_text(
      "e.yaml",
      "collectives: {library: openmpi, allreduce: torus-ring, torus: 4x8, segment: 64 KiB, reduce_rate: 2 GB/s}\n",
      diagnostics);
  Top top;
  REQUIRE(fsin::config::read(document, top, diagnostics));
  const auto choice = choice_of(top.collectives, diagnostics, no_mark);
  REQUIRE(choice);
  CHECK(choice->describe() ==
        "openmpi, allreduce: torus-ring, segment 65536, radix 4, chains 1, batch 32, torus 4x8x0x0, 0.5 ns to reduce a "
        "byte");
  Call call{.kind = Kind::all_reduce, .size = 32, .bytes = 4096};
  CHECK(choice->choose(call).algorithm->name == "torus-ring");
  Call other{.kind = Kind::all_reduce, .size = 30, .bytes = 4096};
  CHECK(choice->choose(other).substituted);
}

TEST_CASE("a name that no algorithm has is refused with the nearest that the operation has") {
  const std::string error = error_of(Kind::all_reduce, "rabenseifer");
  CHECK(error.find("did you mean \"rabenseifner\"?") != std::string::npos);
  CHECK(error.find("algorithms of allreduce: recursive-doubling, ") != std::string::npos);
}

TEST_CASE("an algorithm of another operation is refused with the operations that it is for") {
  const std::string error = error_of(Kind::broadcast, "bruck");
  CHECK(error.find("\"bruck\" is an algorithm of allgather, allgatherv, alltoall, not of bcast") != std::string::npos);
}

TEST_CASE("tuning without an algorithm that is set is refused") {
  ChoiceParams params;
  params.segment = fsin::Bytes{4096};
  fsin::Diagnostics diagnostics;
  CHECK_FALSE(choice_of(params, diagnostics, no_mark));
  CHECK(diagnostics.text().find("segment has no effect") != std::string::npos);
}

TEST_CASE("a trace needs a library before its collectives are expanded") {
  ExpansionParams params;
  fsin::Diagnostics diagnostics;
  CHECK_FALSE(choice_of(params, diagnostics, no_mark));
  CHECK(diagnostics.error_count() == 0);
  params.algorithms[static_cast<std::size_t>(Kind::all_reduce)].emplace("ring");
  CHECK_FALSE(choice_of(params, diagnostics, no_mark));
  CHECK(diagnostics.error_count() == 1);
  params.library = Library::openmpi;
  const auto choice = choice_of(params, diagnostics, no_mark);
  REQUIRE(choice);
  CHECK(choice->describe() == "openmpi, allreduce: ring");
}

TEST_CASE("the tables have the thresholds of their libraries") {
  const auto chosen = [](Library library, Kind kind, std::uint32_t size, std::uint64_t bytes, bool commutative = true) {
    Call call{.kind = kind, .size = size, .bytes = bytes, .commutative = commutative};
    call.library = library;
    complete(call);
    return std::string(select(call).name);
  };
  constexpr auto mpich = Library::mpich;
  CHECK(chosen(mpich, Kind::broadcast, 7, 1'000'000) == "binomial");
  CHECK(chosen(mpich, Kind::broadcast, 8, 12288) == "binomial");
  CHECK(chosen(mpich, Kind::broadcast, 8, 12289) == "scatter-doubling");
  CHECK(chosen(mpich, Kind::broadcast, 8, 524288) == "scatter-doubling");
  CHECK(chosen(mpich, Kind::broadcast, 8, 524289) == "scatter-ring");
  CHECK(chosen(mpich, Kind::broadcast, 9, 12289) == "scatter-ring");
  CHECK(chosen(mpich, Kind::all_reduce, 8, 8) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::all_reduce, 8, 56) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::all_reduce, 8, 64) == "rabenseifner");
  CHECK(chosen(mpich, Kind::all_reduce, 8, 64, false) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::reduce, 8, 2048) == "binomial");
  CHECK(chosen(mpich, Kind::reduce, 8, 2056) == "rabenseifner");
  CHECK(chosen(mpich, Kind::all_to_all, 9, 256) == "bruck");
  CHECK(chosen(mpich, Kind::all_to_all, 8, 256) == "scattered");  // as captures of MPICH 4.0.2 show
  CHECK(chosen(mpich, Kind::all_to_all, 8, 32769) == "pairwise-xor");
  CHECK(chosen(mpich, Kind::all_gather, 8, 65535) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::all_gather, 8, 65536) == "ring");
  CHECK(chosen(mpich, Kind::all_gather, 9, 9102) == "bruck");
  CHECK(chosen(mpich, Kind::all_gather, 9, 9103) == "ring");
  CHECK(chosen(mpich, Kind::reduce_scatter_block, 8, 65535) == "recursive-halving");
  CHECK(chosen(mpich, Kind::reduce_scatter_block, 8, 65536) == "pairwise");
  CHECK(chosen(mpich, Kind::reduce_scatter_block, 8, 8, false) == "noncommutative");
  CHECK(chosen(mpich, Kind::reduce_scatter_block, 9, 8, false) == "recursive-doubling");
  constexpr auto openmpi = Library::openmpi;
  CHECK(chosen(openmpi, Kind::all_reduce, 64, 262143) == "recursive-doubling");
  CHECK(chosen(openmpi, Kind::all_reduce, 64, 262144) == "rabenseifner-halves");
  CHECK(chosen(openmpi, Kind::all_reduce, 16, 32) == "recursive-doubling");  // its ring needs an element per rank
  CHECK(chosen(openmpi, Kind::all_reduce, 16, 128) == "recursive-doubling");
  CHECK(chosen(openmpi, Kind::all_reduce, 2, 4096) == "ring");
  CHECK(chosen(openmpi, Kind::all_gather, 24, 100) == "bruck");  // for want of a power of two
  CHECK(chosen(openmpi, Kind::all_gather, 65, 1000) == "ring");  // for want of an even number
  CHECK(chosen(openmpi, Kind::all_gather, 66, 1000) == "neighbour-exchange");
  CHECK(chosen(openmpi, Kind::broadcast, 16, 1'048'576) == "scatter-doubling");
  CHECK(chosen(openmpi, Kind::broadcast, 2048, 300'000) == "scatter-doubling");
  CHECK(chosen(openmpi, Kind::barrier, 300, 0) == "tree");
  CHECK(chosen(openmpi, Kind::reduce, 2, 4) == "linear");  // its Rabenseifner needs an element per rank
  CHECK(chosen(openmpi, Kind::scan, 16, 8) == "linear");
}

TEST_CASE("the selectors of SimGrid have what its own trace of messages shows") {
  const auto chosen = [](Library library, Kind kind, std::uint32_t size, std::uint64_t bytes) {
    Call call{.kind = kind, .size = size, .bytes = bytes};
    call.library = library;
    complete(call);
    return std::string(select(call).name);
  };
  constexpr auto smpi = Library::smpi;
  CHECK(chosen(smpi, Kind::barrier, 64, 0) == "linear");
  CHECK(chosen(smpi, Kind::broadcast, 64, 1'000'000) == "binomial");
  CHECK(chosen(smpi, Kind::reduce, 64, 8) == "linear-at-once");
  CHECK(chosen(smpi, Kind::all_reduce, 64, 8) == "nonoverlapping");
  CHECK(chosen(smpi, Kind::all_to_all, 16, 300) == "bruck");  // as Open MPI
  CHECK(chosen(smpi, Kind::all_to_all, 16, 1000) == "linear");
  CHECK(chosen(smpi, Kind::scan, 16, 8) == "direct");
  constexpr auto mpich = Library::smpi_mpich;
  CHECK(chosen(mpich, Kind::all_to_all, 8, 255) == "bruck");
  CHECK(chosen(mpich, Kind::all_to_all, 8, 256) == "scattered");
  CHECK(chosen(mpich, Kind::all_to_all, 8, 32768) == "pairwise");
  CHECK(chosen(mpich, Kind::all_gather, 8, 65535) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::all_gather, 8, 65536) == "pairwise");
  CHECK(chosen(mpich, Kind::all_reduce, 8, 1'000'000) == "recursive-doubling");
  CHECK(chosen(mpich, Kind::reduce, 8, 2047) == "binomial");
  CHECK(chosen(mpich, Kind::reduce, 8, 2048) == "binomial");  // two elements for three of its blocks
  constexpr auto ompi = Library::smpi_ompi;
  CHECK(chosen(ompi, Kind::all_gather, 6, 100) == "recursive-doubling-any");
  CHECK(chosen(ompi, Kind::all_gather, 32, 70000) == "pairwise");
  CHECK(chosen(ompi, Kind::all_reduce, 16, 32) == "ring-and-rest");
  CHECK(chosen(ompi, Kind::all_reduce, 8, 10000) == "rabenseifner-rest-last");
  CHECK(chosen(ompi, Kind::gather, 8, 50000) == "binomial");
  CHECK(chosen(ompi, Kind::gather, 3, 200'000) == "linear-sync-ahead");
  CHECK(chosen(ompi, Kind::broadcast, 3, 16) == "pipeline-ahead");
  CHECK(chosen(ompi, Kind::broadcast, 6, 100'000) == "chain-from-first");
  CHECK(chosen(ompi, Kind::broadcast, 6, 1000) == "binary-from-first");
  CHECK(chosen(ompi, Kind::broadcast, 24, 100'000) == "binomial");
  CHECK(chosen(ompi, Kind::broadcast, 16, 1'048'576) == "scatter-doubling");
  CHECK(chosen(ompi, Kind::reduce, 6, 10000) == "chain-ahead");
  CHECK(chosen(ompi, Kind::reduce, 8, 1000) == "binary-ahead");
  CHECK(chosen(ompi, Kind::reduce, 33, 8) == "binomial-ahead");
  CHECK(chosen(ompi, Kind::reduce, 2, 4) == "linear");
  CHECK(chosen(ompi, Kind::all_gather_v, 6, 100) == "gather-bcast-largest");
  CHECK(chosen(ompi, Kind::reduce_scatter, 33, 1) == "at-once-and-scatter");
  CHECK(chosen(ompi, Kind::reduce_scatter, 33, 3) == "recursive-halving");
}

TEST_CASE("calls on which SimGrid ends in an error are known by their k-nomial trees, nodes and pairs") {
  const auto fails = [](Library library, Kind kind, std::uint32_t size, std::uint64_t bytes,
                        std::uint32_t element = 1) {
    Call call{.kind = kind, .size = size, .bytes = bytes, .element = element};
    call.library = library;
    complete(call);
    return !smpi_error(call).empty();
  };
  constexpr auto ompi = Library::smpi_ompi, mpich = Library::smpi_mpich;
  CHECK(fails(ompi, Kind::broadcast, 2, 1000));
  CHECK_FALSE(fails(ompi, Kind::broadcast, 2, 1024));
  CHECK(fails(ompi, Kind::broadcast, 2, 50000));  // of which 848 B are left over
  CHECK_FALSE(fails(ompi, Kind::broadcast, 2, 50176));
  CHECK(fails(ompi, Kind::broadcast, 16, 3000));
  CHECK_FALSE(fails(ompi, Kind::broadcast, 16, 6000));
  CHECK(fails(ompi, Kind::all_reduce, 16, 1));
  CHECK_FALSE(fails(ompi, Kind::all_reduce, 16, 100));
  CHECK(fails(ompi, Kind::all_gather_v, 8, 100));
  CHECK_FALSE(fails(ompi, Kind::all_gather_v, 32, 100));
  CHECK(fails(ompi, Kind::all_to_all, 6, 1'000'000));
  CHECK_FALSE(fails(ompi, Kind::all_to_all, 4, 1'000'000));
  CHECK_FALSE(fails(ompi, Kind::reduce, 33, 1000));
  CHECK(fails(mpich, Kind::reduce, 33, 1000));
  CHECK(fails(mpich, Kind::all_to_all, 9, 40000));
  CHECK_FALSE(fails(mpich, Kind::all_to_all, 12, 40000));
  CHECK_FALSE(fails(Library::smpi, Kind::broadcast, 2, 1000));
}

TEST_CASE("SimGrid's copy of Open MPI cuts reductions into segments that grow with the bytes for a rank") {
  const auto segment = [](std::uint32_t size, std::uint64_t bytes) {
    Call call{.kind = Kind::reduce, .size = size, .bytes = bytes};
    call.library = Library::smpi_ompi;
    complete(call);
    return tuning_of(select(call), call).segment;
  };
  CHECK(segment(8, 9000) == 1024);
  CHECK(segment(8, 20000) == 0);
  CHECK(segment(16, 20000) == 1024);
  CHECK(segment(3, 300'000) == 32768);
  CHECK(segment(3, 600'000) == 65536);
}

}  // namespace choice_test
