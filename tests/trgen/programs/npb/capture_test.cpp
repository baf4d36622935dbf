// SPDX-License-Identifier: Apache-2.0
// Programs against captures of real runs that are too large to keep: number and digest of their records. The runs were
// NPB 3.3.1 without its broadcast of a timer flag, so with the calls of 3.3, on MPICH 4.0.2 with one rank a node,
// captured with the messages inside collectives.
#include <doctest/doctest.h>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "tests/trgen/programs/record_digest.hpp"

namespace capture_test {

namespace {

using namespace trgen::test;
using trgen::programs::npb::Class;
using trgen::programs::npb::Code;
using trgen::programs::npb::Graph;

struct Capture {
  Code code;
  Class size;
  std::uint32_t ranks;
  std::uint64_t records;
  std::uint64_t digest;
  Graph graph = Graph::black_hole;
};

void compare_with_capture(const Capture& capture) {
  trgen::programs::npb::NpbParams params = npb(capture.code, capture.size, capture.ranks);
  if (capture.code == Code::dt) params.graph = capture.graph;
  const auto program = make(params);
  REQUIRE(program);
  CAPTURE(program->name());
  const RecordDigest digest = digest_of(*program);
  CHECK(digest.records() == capture.records);
  CHECK(digest.value() == capture.digest);
}

/// The messages of a run of NPB 3.3.1, whose states other versions of the hooks record.
void compare_messages(const Capture& capture, std::optional<std::uint64_t> iterations = {}) {
  trgen::programs::npb::NpbParams params = npb(capture.code, capture.size, capture.ranks, iterations);
  params.release = trgen::programs::npb::Release::npb_3_3_1;
  const auto program = make(params);
  REQUIRE(program);
  CAPTURE(program->name());
  RecordDigest digest;
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank) {
    ProgramRecords records(*program, rank);
    while (const auto each = records.next()) {
      if (trgen::record::is_message(each->kind))
        digest.add(each->kind, each->state, each->peer, each->tag, each->bytes);
    }
  }
  CHECK(digest.records() == capture.records);
  CHECK(digest.value() == capture.digest);
}

}  // namespace

TEST_CASE("npb mg, ft, lu and sp, class W, 64 ranks: the records of a real run, in order") {
  compare_with_capture({Code::mg, Class::W, 64, 386'546, 0xbc77923d95f40d1c});
  compare_with_capture({Code::ft, Class::W, 64, 44'076, 0x1221e085a2f0f591});
  compare_with_capture({Code::lu, Class::W, 64, 13'100'046, 0x9275b389b5323112});
  compare_with_capture({Code::sp, Class::W, 64, 9'611'762, 0x80b8345bb6b92f12});
}

TEST_CASE("npb sp, bt, lu and cg on ranks that do not divide the problem: the records of a real run, in order") {
  compare_with_capture({Code::sp, Class::W, 25, 2'309'640, 0x9e18d7f9f50c0c6f});
  compare_with_capture({Code::bt, Class::W, 49, 3'928'762, 0x71e71b294e8c0826});
  compare_with_capture({Code::lu, Class::S, 6, 49'750, 0x5a1335319c31954c});
  compare_with_capture({Code::lu, Class::W, 18, 3'157'754, 0x16795c334a414392});
  compare_with_capture({Code::cg, Class::W, 32, 1'077'886, 0x568d1092fe20c5c0});
  compare_with_capture({Code::cg, Class::S, 128, 5'606'398, 0x3e894730d3d78048});
}

TEST_CASE("npb mg, ft, is and ep on few and many ranks: the records of a real run, in order") {
  compare_with_capture({Code::mg, Class::S, 1, 206, 0x4eef2c4603dc8438});
  compare_with_capture({Code::mg, Class::S, 2, 8'066, 0x8976af0dc9ca5ed5});
  compare_with_capture({Code::mg, Class::S, 256, 1'134'322, 0xfbd7e630d4487e24});
  compare_with_capture({Code::ft, Class::S, 4, 526, 0xc5b87a71ebff81fe});
  compare_with_capture({Code::ft, Class::S, 128, 153'964, 0xf01cc1e7cc0c900d});
  compare_with_capture({Code::is, Class::W, 16, 11'220, 0xb650e924b6eac10c});
  compare_with_capture({Code::is, Class::S, 128, 420'614, 0x4f2c88ded6f51b98});
  compare_with_capture({Code::ep, Class::S, 5, 196, 0x32386dffb4c474e5});
}

TEST_CASE("npb dt, its three graphs: the records of a real run, in order") {
  compare_with_capture({Code::dt, Class::A, 21, 330, 0x1dfbb6b4829d47e8, Graph::black_hole});
  compare_with_capture({Code::dt, Class::W, 11, 212, 0x419833b03e2a4da5, Graph::white_hole});
  compare_with_capture({Code::dt, Class::A, 80, 1'952, 0x2c1de5b05f0bef69, Graph::shuffle});
}

TEST_CASE("release 3.3.1: the messages of runs of NPB 3.3.1 as it is, each with partner, tag and bytes, in order") {
  compare_messages({Code::ep, Class::W, 4, 102, 0x709246d9bcb8b9e6});
  compare_messages({Code::ep, Class::W, 8, 302, 0x509618e479e896a0});
  compare_messages({Code::is, Class::W, 4, 1'080, 0x5ad971d2b711c078});
  compare_messages({Code::is, Class::W, 8, 3'928, 0x0e9d285b8630b372});
  compare_messages({Code::ft, Class::W, 4, 376, 0x8c2f6e892ddb6185});
  compare_messages({Code::ft, Class::W, 8, 1'400, 0x2b30fed270ce6925});
  compare_messages({Code::mg, Class::W, 4, 7'184, 0xcaf0bf87ceb25f75});
  compare_messages({Code::mg, Class::W, 8, 14'608, 0x897d676486cfabf5});
  compare_messages({Code::cg, Class::W, 4, 13'468, 0xb14bf4fd78fc2965});
  compare_messages({Code::cg, Class::W, 8, 47'180, 0x8943e3cddd693c45});
  compare_messages({Code::lu, Class::W, 4, 16'268, 0x6028813b29813a3d}, 30);
  compare_messages({Code::lu, Class::W, 8, 40'552, 0xdf9e819dd659e7a5}, 30);
  compare_messages({Code::bt, Class::W, 4, 3'292, 0x216d3df8c392b5f5}, 30);
  compare_messages({Code::bt, Class::W, 9, 10'932, 0x26047d8c1dba302d}, 30);
  compare_messages({Code::sp, Class::W, 4, 3'280, 0x28f885a99dbac58d}, 30);
  compare_messages({Code::sp, Class::W, 9, 10'900, 0x160c875f7bcec391}, 30);
}

}  // namespace capture_test
