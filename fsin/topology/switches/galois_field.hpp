// SPDX-License-Identifier: Apache-2.0
// Finite fields GF(q), q a power of a prime, by tables of logarithms. An element is a number below q whose digits to
// the base p are the coefficients of a polynomial, so that 0 and 1 are zero and one, and with a prime q arithmetic is
// modulo q. The generator is the one of the smallest number; for a power of a prime it is x, modulo the first primitive
// polynomial.
#pragma once

#include <vector>

namespace fsin::topology {

bool is_prime_power(unsigned q);

class GaloisField {
 public:
  /// Throws std::invalid_argument where q is no power of a prime.
  explicit GaloisField(unsigned q);

  unsigned size() const { return size_; }
  /// A power of the generator. All that differ: exponents 0..q-2.
  unsigned power(unsigned exponent) const { return powers_[exponent % (size_ - 1)]; }
  unsigned add(unsigned a, unsigned b) const;
  unsigned negative(unsigned a) const;
  unsigned subtract(unsigned a, unsigned b) const { return add(a, negative(b)); }
  unsigned multiply(unsigned a, unsigned b) const { return a == 0 || b == 0 ? 0 : power(logs_[a] + logs_[b]); }
  /// Divides by any element but zero.
  unsigned divide(unsigned a, unsigned b) const { return a == 0 ? 0 : power(logs_[a] + size_ - 1 - logs_[b]); }

 private:
  unsigned times(unsigned a, unsigned digit) const;
  unsigned step(unsigned a, unsigned candidate) const;
  bool generates(unsigned candidate);

  unsigned size_;
  unsigned prime_;
  std::vector<unsigned> powers_;
  std::vector<unsigned> logs_;  ///< by element; undefined for zero
};

}  // namespace fsin::topology
