// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/galois_field.hpp"

#include <stdexcept>

namespace fsin::topology {
namespace {

unsigned smallest_divisor(unsigned number) {
  for (unsigned divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return divisor;
  }
  return number;
}

}  // namespace

bool is_prime_power(unsigned q) {
  if (q < 2) return false;
  const unsigned prime = smallest_divisor(q);
  while (q % prime == 0) q /= prime;
  return q == 1;
}

GaloisField::GaloisField(unsigned q) : size_(q), prime_(q < 2 ? 0 : smallest_divisor(q)), logs_(q, 0) {
  if (!is_prime_power(q)) throw std::invalid_argument("a field has as many elements as a power of a prime");
  unsigned candidate = 1;
  while (!generates(candidate)) ++candidate;
}

unsigned GaloisField::add(unsigned a, unsigned b) const {
  unsigned sum = 0;
  for (unsigned place = 1; place < size_; place *= prime_) {
    sum += (a / place + b / place) % prime_ * place;
  }
  return sum;
}

unsigned GaloisField::negative(unsigned a) const { return times(a, prime_ - 1); }

/// Multiplies every coefficient by the same number.
unsigned GaloisField::times(unsigned a, unsigned digit) const {
  unsigned product = 0;
  for (unsigned place = 1; place < size_; place *= prime_) product += a / place % prime_ * digit % prime_ * place;
  return product;
}

/// Multiplies by the candidate itself in a prime field, else by x, where the candidate is the value of x^m.
unsigned GaloisField::step(unsigned a, unsigned candidate) const {
  if (size_ == prime_) return a * candidate % size_;
  const unsigned top = size_ / prime_;
  return add(a % top * prime_, times(candidate, a / top));
}

/// True when the powers of the candidate are all elements but zero; fills the tables in that case.
bool GaloisField::generates(unsigned candidate) {
  powers_.assign(1, 1);
  for (unsigned a = step(1, candidate); a != 1; a = step(a, candidate)) {
    if (a == 0 || powers_.size() + 1 == size_) return false;
    powers_.push_back(a);
  }
  if (powers_.size() + 1 != size_) return false;
  for (unsigned exponent = 0; exponent < powers_.size(); ++exponent) logs_[powers_[exponent]] = exponent;
  return true;
}

}  // namespace fsin::topology
