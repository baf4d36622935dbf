// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "trgen/programs/npb/is_keys.hpp"
#include "trgen/programs/npb/random.hpp"

namespace keys_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::npb;

/// a^n modulo random_modulus.
std::uint64_t power(std::uint64_t a, unsigned n) {
  std::uint64_t result = 1;
  for (; n != 0; n /= 2) {
    if (n % 2 != 0) result = random_product(result, a);
    a = random_product(a, a);
  }
  return result;
}

std::uint64_t sent_by(const IsKeys& keys, std::uint32_t rank, std::uint32_t ranks, std::uint64_t ranking) {
  std::uint64_t sum = 0;
  for (std::uint32_t to = 0; to < ranks; ++to) sum += keys.sent(ranking, rank, to);
  return sum;
}

}  // namespace

TEST_CASE("the random numbers are those of the report: the seed of a later number is a power of the multiplier") {
  std::uint64_t x = random_seed;
  for (int i = 0; i < 1000; ++i) x = random_product(random_multiplier, x);
  CHECK(x == random_product(power(random_multiplier, 1000), random_seed));
  CHECK(power(5, 13) == random_multiplier);
  CHECK(x < random_modulus);
}

TEST_CASE("every key goes to exactly one rank, in every ranking") {
  for (const std::uint32_t ranks : {1U, 4U, 64U, 128U}) {
    const IsKeys keys({.size = Class::S, .ranks = ranks}, 10);
    for (const std::uint64_t ranking : {1, 5, 10}) {
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        REQUIRE(sent_by(keys, rank, ranks, ranking) == 65536 / ranks);
      }
    }
  }
}

TEST_CASE("the keys of rank 0 that each ranking sets change what it sends") {
  const IsKeys keys({.size = Class::S, .ranks = 4}, 10);
  bool differs = false;
  for (std::uint32_t to = 0; to < 4; ++to) differs |= keys.sent(1, 0, to) != keys.sent(10, 0, to);
  CHECK(differs);
}

TEST_CASE("expected sizes are near the drawn ones, and add up to all keys") {
  const IsKeys drawn({.size = Class::W, .ranks = 16}, 1);
  const IsKeys expected({.size = Class::W, .ranks = 16, .keys = Keys::expected}, 1);
  for (std::uint32_t to = 0; to < 16; ++to) {
    const auto mean = static_cast<double>(expected.sent(1, 3, to));
    CHECK(static_cast<double>(drawn.sent(1, 3, to)) == doctest::Approx(mean).epsilon(0.1));
  }
  CHECK(sent_by(expected, 3, 16, 1) == (1U << 20) / 16);
}

TEST_CASE("class E draws nothing: it needs keys: expected, and runs on 1024 ranks with it") {
  std::string faults;
  NpbParams params = npb(Code::is, Class::E, 1024);
  CHECK_FALSE(make(params, &faults));
  CHECK(faults.find("set keys: expected") != std::string::npos);
  params.keys = Keys::expected;
  const auto program = make(params);
  REQUIRE(program);
  std::uint64_t sum = 0;
  for (std::uint32_t to = 0; to < 1024; ++to) sum += program->block_bytes({.call = 1}, 7, 7, to);
  CHECK(sum == 4 * ((std::uint64_t{1} << 35) / 1024));
}

TEST_CASE("iterations change two keys each, so there cannot be more than half as many as keys") {
  std::string faults;
  CHECK_FALSE(make(npb(Code::is, Class::S, 128, 256), &faults));
  CHECK(faults.find("at most 255 iterations, not 256") != std::string::npos);
  CHECK(make(npb(Code::is, Class::S, 128, 255)));
}

}  // namespace keys_test
