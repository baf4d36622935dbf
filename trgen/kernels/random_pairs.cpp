// SPDX-License-Identifier: Apache-2.0
#include "trgen/kernels/random_pairs.hpp"

#include <bit>

#include "fsin/core/rng.hpp"

namespace trgen::kernels {
namespace {

/// A permutation of 0 .. size-1 for each iteration.
class Shuffle {
 public:
  Shuffle(std::uint64_t seed, std::uint64_t iteration, std::uint32_t size)
      : key_{seed, fsin::Purpose::permutation},
        iteration_(iteration),
        size_(size),
        half_((std::bit_width(size - 1) + 1) / 2) {}

  std::uint32_t forward(std::uint32_t value) const {
    do {
      for (std::uint32_t round = 0; round < rounds; ++round)
        value = swap_halves(value ^ mix(low(value), round) << half_);
    } while (value >= size_);
    return value;
  }
  std::uint32_t backward(std::uint32_t value) const {
    do {
      for (std::uint32_t round = rounds; round-- > 0;) {
        value = swap_halves(value);
        value ^= mix(low(value), round) << half_;
      }
    } while (value >= size_);
    return value;
  }

 private:
  static constexpr std::uint32_t rounds = 4;

  std::uint32_t low(std::uint32_t value) const { return value & ((std::uint32_t{1} << half_) - 1); }
  std::uint32_t swap_halves(std::uint32_t value) const { return low(value) << half_ | value >> half_; }
  std::uint32_t mix(std::uint32_t half, std::uint32_t round) const {
    return low(fsin::philox(key_, iteration_, round << 28U | half)[0]);
  }

  fsin::StreamKey key_;
  std::uint64_t iteration_;
  std::uint32_t size_;
  int half_;
};

std::uint64_t size_of(const KernelSettings& s, std::uint32_t sender, std::uint64_t iteration) {
  const auto words = fsin::philox({s.seed, fsin::Purpose::arrival}, iteration, sender);
  return s.bytes == 0 ? 0 : fsin::join_words(words[0], words[1]) % (2 * s.bytes + 1);
}

}  // namespace

Event RandomPairs::event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
  const Shuffle ring(s.seed, iteration, s.ranks);
  const std::uint32_t place = ring.forward(rank);
  const std::uint32_t other = index == 0 ? (place + 1) % s.ranks : (place + s.ranks - 1) % s.ranks;
  const std::uint32_t peer = ring.backward(other);
  return {index == 0, peer, iteration_tag(iteration), size_of(s, index == 0 ? rank : peer, iteration)};
}

}  // namespace trgen::kernels
