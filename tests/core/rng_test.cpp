// SPDX-License-Identifier: Apache-2.0
// Known answers, uniformity and independence of the generators; the GNU library's own rand() as oracle.
#include "fsin/core/rng.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include "fsin/core/geometric.hpp"
#include "fsin/core/hash.hpp"
#include "fsin/core/original_random.hpp"

namespace rng_test {

using namespace fsin;

TEST_CASE("Philox4x32-10 gives the known answers of Random123") {
  CHECK(philox_block({0, 0, 0, 0}, 0, 0) == PhiloxWords{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox_block({~0U, ~0U, ~0U, ~0U}, ~0U, ~0U) == PhiloxWords{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox_block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0) ==
        PhiloxWords{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("streams differ by seed, by purpose and by every counter word") {
  std::set<PhiloxWords> seen;
  for (const std::uint64_t seed : {1ULL, 2ULL, 1ULL << 32U}) {
    for (const Purpose purpose : {Purpose::arrival, Purpose::destination}) {
      for (const std::uint64_t a : {0ULL, 1ULL, 1ULL << 32U}) {
        for (const std::uint32_t b : {0U, 1U}) seen.insert(philox({seed, purpose}, a, b));
      }
    }
  }
  CHECK(seen.size() == 3 * 2 * 3 * 2);
}

TEST_CASE("a Squares key is odd and its digits are distinct and not zero in each half") {
  std::set<std::uint64_t> keys;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::uint64_t key = KeyedRandom(seed, Purpose::vc, 3).key();
    keys.insert(key);
    CHECK(key % 2 == 1);
    for (const unsigned half : {0U, 32U}) {
      std::set<std::uint64_t> digits;
      for (unsigned i = 0; i < 32; i += 4) digits.insert((key >> (half + i)) & 15U);
      CHECK(digits.size() == 8);
      CHECK(digits.count(0) == 0);
    }
  }
  CHECK(keys.size() == 200);
}

TEST_CASE("Squares repeats a step-by-step evaluation of its definition") {
  const std::uint64_t key = 0xc58efd154ce32f6dU;
  const KeyedRandom random = KeyedRandom::from_key(key);
  for (const std::uint64_t counter : {0ULL, 1ULL, 77ULL, 1ULL << 40U, ~0ULL}) {
    std::uint64_t x = counter * key;
    const std::uint64_t y = x;
    const std::uint64_t z = y + key;
    for (const std::uint64_t add : {y, z, y}) {
      x = x * x + add;
      x = (x >> 32U) | (x << 32U);
    }
    CHECK(random.draw(counter) == static_cast<std::uint32_t>((x * x + z) >> 32U));
  }
}

TEST_CASE("Squares fills bins evenly for counters that grow in low and in high bits") {
  const KeyedRandom random(12, Purpose::selection);
  for (const unsigned shift : {0U, 16U, 40U}) {
    std::vector<double> bins(64);
    for (std::uint64_t i = 0; i < 64000; ++i) bins[random.below(i << shift, 64)] += 1;
    double chi_square = 0;
    for (const double count : bins) chi_square += (count - 1000) * (count - 1000) / 1000;
    CAPTURE(shift);
    CHECK(chi_square > 30);  // 63 degrees of freedom: 99.9% within 34..104
    CHECK(chi_square < 110);
  }
}

TEST_CASE("the deterministic logarithm is within a few units in the last place of libm") {
  double worst = 0;
  for (std::uint64_t i = 1; i <= 200000; ++i) {
    const double x =
        static_cast<double>(philox({5, Purpose::arrival}, i)[0] + 1.0) * std::ldexp(1.0, -static_cast<int>(i % 60));
    const double exact = std::log(x);
    if (exact != 0) worst = std::max(worst, std::fabs(deterministic_log(x) - exact) / std::fabs(exact));
  }
  CHECK(worst < 8e-16);
  CHECK(deterministic_log(1.0) == 0.0);
  for (const double p : {1e-12, 1e-6, 0.01, 0.2, 0.3, 0.9, 0.999}) {
    CHECK(deterministic_log1p(-p) == doctest::Approx(std::log1p(-p)).epsilon(1e-15));
  }
}

TEST_CASE("geometric gaps have the mean and the first probabilities of a Bernoulli process") {
  for (const double p : {0.0003, 0.02, 0.25, 0.9}) {
    const GeometricGap gap(p);
    double sum = 0;
    double first = 0;
    constexpr std::uint64_t draws = 200000;
    for (std::uint64_t i = 0; i < draws; ++i) {
      const PhiloxWords words = philox({9, Purpose::arrival}, i);
      const std::uint64_t g = gap(join_words(words[0], words[1]));
      sum += static_cast<double>(g);
      first += g == 1 ? 1 : 0;
    }
    const double deviation = std::sqrt((1 - p) / draws);  // of the mean gap, relative
    CAPTURE(p);
    CHECK(std::fabs(sum * p / draws - 1) < 4 * deviation);
    CHECK(std::fabs(first / draws - p) < 4 * std::sqrt(p * (1 - p) / draws));
  }
}

TEST_CASE("geometric gaps stay within their bounds at the ends") {
  CHECK(GeometricGap(1.0)(0) == 1);
  CHECK(GeometricGap(4.0)(~0ULL) == 1);
  CHECK(GeometricGap(0.5)(~0ULL) == 1);
  CHECK(GeometricGap(1e-30)(0) == GeometricGap::longest);
  CHECK(GeometricGap(1e-9)(~0ULL) == 1);
  static_assert(GeometricGap(0.5)(0) == 54);  // 2^-53 is 53 failures
}

TEST_CASE("OriginalRandom repeats the GNU library's rand()") {
  for (const unsigned seed : {0U, 1U, 7U, 13U, 2147483647U, 2147483648U, 4000000000U}) {
    OriginalRandom random(seed);
    std::srand(seed);
    bool same = true;
    for (int i = 0; i < 100000 && same; ++i) same = random.next() == static_cast<std::uint32_t>(std::rand());
    CAPTURE(seed);
    CHECK(same);
  }
  static_assert(OriginalRandom::max == RAND_MAX);
}

TEST_CASE("the output function of SplitMix64 gives its published numbers") {
  CHECK(scramble(golden_ratio) == 0xe220a8397b1dcdafU);
  CHECK(scramble(2 * golden_ratio) == 0x6e789e6aa1b965f4U);
  CHECK(scramble(3 * golden_ratio) == 0x06c45d188009454fU);
}

TEST_CASE("a hash of several numbers depends on each and on their order") {
  CHECK(hash_of(1, 2, 3) != hash_of(1, 2, 4));
  CHECK(hash_of(1, 2, 3) != hash_of(2, 1, 3));
  CHECK(hash_of(1, 2, 3) == hash_of(1, 2, 3));
}

TEST_CASE("OriginalRandom::below is the floating-point expression of the original") {
  OriginalRandom random(3);
  OriginalRandom twin(3);
  for (int i = 0; i < 10000; ++i) {
    const std::uint32_t n = 1 + static_cast<std::uint32_t>(i) * 97;
    CHECK(random.below(n) == static_cast<std::uint32_t>(n * (twin.next() / (OriginalRandom::max + 1.0))));
  }
}

}  // namespace rng_test
