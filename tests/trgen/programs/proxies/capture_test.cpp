// SPDX-License-Identifier: Apache-2.0
// LULESH against captures of real runs: number and digest of their records. The runs were LULESH 2.0.3 with 6 elements
// a side and 4 cycles, on MPICH 4.0.2 with one rank a node, captured with the messages inside collectives.
#include <doctest/doctest.h>

#include "tests/trgen/programs/proxies/make_proxy.hpp"
#include "tests/trgen/programs/record_digest.hpp"

namespace capture_test {

namespace {

using namespace trgen::test;

RecordDigest lulesh_digest(std::uint32_t ranks) {
  trgen::programs::proxies::LuleshParams params;
  params.ranks = ranks;
  params.elements = 6;
  params.iterations = 4;
  return digest_of(*make_proxy(params));
}

}  // namespace

TEST_CASE("lulesh on 8 and 27 ranks: the records of a real run, in order") {
  CHECK(lulesh_digest(8).records() == 4'430);
  CHECK(lulesh_digest(8).value() == 0x5a1e0ebde633f810);
  CHECK(lulesh_digest(27).records() == 23'070);
  CHECK(lulesh_digest(27).value() == 0xfbe658e5879c5601);
}

}  // namespace capture_test
