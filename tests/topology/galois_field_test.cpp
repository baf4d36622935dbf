// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/galois_field.hpp"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

namespace galois_field_test {

using fsin::topology::GaloisField;
using fsin::topology::is_prime_power;

TEST_CASE("the axioms of a field hold for every element of small fields") {
  for (const unsigned q : {2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 25U, 27U}) {
    INFO("GF(" << q << ")");
    const GaloisField field(q);
    unsigned wrong = 0;
    for (unsigned a = 0; a < q; ++a) {
      CHECK(field.add(a, 0) == a);
      CHECK(field.multiply(a, 1) == a);
      CHECK(field.add(a, field.negative(a)) == 0);
      if (a != 0) CHECK(field.multiply(a, field.divide(1, a)) == 1);
      for (unsigned b = 0; b < q; ++b) {
        wrong += field.add(a, b) != field.add(b, a) || field.add(a, b) >= q;
        wrong += field.add(field.subtract(a, b), b) != a;
        wrong += (field.multiply(a, b) == 0) != (a == 0 || b == 0);
        for (unsigned c = 0; c < q; ++c) {
          wrong += field.add(field.add(a, b), c) != field.add(a, field.add(b, c));
          wrong += field.multiply(field.multiply(a, b), c) != field.multiply(a, field.multiply(b, c));
          wrong += field.multiply(a, field.add(b, c)) != field.add(field.multiply(a, b), field.multiply(a, c));
        }
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("the powers of the generator are all elements but zero, also in large fields") {
  for (const unsigned q : {64U, 81U, 121U, 125U, 127U, 128U, 169U}) {
    INFO("GF(" << q << ")");
    const GaloisField field(q);
    std::set<unsigned> powers;
    for (unsigned exponent = 0; exponent + 1 < q; ++exponent) powers.insert(field.power(exponent));
    CHECK(powers.size() == q - 1);
    CHECK(powers.count(0) == 0);
  }
}

TEST_CASE("in a prime field the generator is the smallest primitive root") {
  for (const auto& [q, root] :
       {std::pair{3U, 2U}, {5U, 2U}, {7U, 3U}, {11U, 2U}, {13U, 2U}, {17U, 3U}, {23U, 5U}, {41U, 6U}}) {
    CHECK(GaloisField(q).power(1) == root);
  }
}

TEST_CASE("a number that is no power of a prime has no field") {
  for (const unsigned q : {0U, 1U, 6U, 10U, 12U, 15U, 100U}) {
    CHECK_FALSE(is_prime_power(q));
    CHECK_THROWS_AS(GaloisField{q}, std::invalid_argument);
  }
  for (const unsigned q : {2U, 4U, 9U, 32U, 49U, 101U}) CHECK(is_prime_power(q));
}

}  // namespace galois_field_test
