// SPDX-License-Identifier: Apache-2.0
// Counter-based randomness: a draw is a pure function of (seed, purpose, counter words), never of call order.
//
// Two generators:
//  * philox(): Philox4x32-10 of Random123 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
// 128 random bits a call; for draws made once a packet or once a run.
//  * KeyedRandom: Squares, four rounds, 32 bits (B. Widynski, "Squares: a fast counter-based RNG", arXiv:2004.06278).
//    Five multiplications a draw; for the per-hop path. Its counter should change fastest in its low bits.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace fsin {

/// The purpose of a draw. Different purposes never share a stream. The numbers are part of the results: never change
/// one.
enum class Purpose : std::uint32_t {
  arrival = 1,       ///< gaps between packets of a source, and their destinations
  destination = 2,   ///< draws of a spatial pattern beyond those of `arrival`
  way = 3,           ///< direction round a ring when both are equally long
  vc = 4,            ///< virtual channel
  selection = 5,     ///< choice among admissible outputs
  arbitration = 6,   ///< arbiter
  placement = 7,     ///< mapping of ranks to nodes
  permutation = 8,   ///< random permutation traffic
  stream_key = 9,    ///< keys of KeyedRandom
  up_path = 10,      ///< ascent in trees
  replication = 11,  ///< seeds of further runs
  restriction = 12,  ///< priority of packets in transit over packets that want to enter
  flow = 16,         ///< one of the equally good paths of a pair of nodes
  wiring = 20,       ///< links of random networks
  failure = 21,      ///< links and routers that fail
  noise = 22,        ///< CPU bursts that take longer
  job = 23           ///< seeds of the jobs of a run
};

/// Key of a stream of Philox words: the seed is the cipher key, the purpose is the last counter word.
struct StreamKey {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::arrival;
};

using PhiloxWords = std::array<std::uint32_t, 4>;

/// Philox4x32-10 itself: 128-bit counter, 64-bit key.
inline PhiloxWords philox_block(const PhiloxWords& counter, std::uint32_t key_low, std::uint32_t key_high) {
  const r123::Philox4x32 cipher;
  const r123::Philox4x32::ctr_type words =
      cipher({{counter[0], counter[1], counter[2], counter[3]}}, {{key_low, key_high}});
  return {words[0], words[1], words[2], words[3]};
}

/// Four random words for counter (a, b) of a stream: a is 64 bits wide (a draw number or a cycle), b a node or router.
inline PhiloxWords philox(StreamKey key, std::uint64_t a, std::uint32_t b = 0) {
  return philox_block(
      {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32U), b, static_cast<std::uint32_t>(key.purpose)},
      static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32U));
}

/// Joins two words into one number; `low` holds the low bits.
constexpr std::uint64_t join_words(std::uint32_t low, std::uint32_t high) {
  return (static_cast<std::uint64_t>(high) << 32U) | low;
}

/// Maps a 32-bit draw to 0..n-1 by multiply-shift; the bias is below n / 2^32. n >= 1.
constexpr std::uint32_t scale_draw(std::uint32_t draw, std::uint32_t n) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(draw) * n) >> 32U);
}

/// Maps a 32-bit draw to [0, 1).
constexpr double unit_draw(std::uint32_t draw) { return static_cast<double>(draw) * 0x1.0p-32; }

/// Squares: one 32-bit draw per counter value, for a key with mixed hexadecimal digits.
class KeyedRandom {
 public:
  KeyedRandom() = default;

  /// `number` distinguishes several generators of one purpose (a VC, a dimension).
  KeyedRandom(std::uint64_t seed, Purpose purpose, std::uint32_t number = 0) : key_(make_key(seed, purpose, number)) {}

  static constexpr KeyedRandom from_key(std::uint64_t odd_key) {
    KeyedRandom random;
    random.key_ = odd_key;
    return random;
  }

  constexpr std::uint64_t key() const { return key_; }

  constexpr std::uint32_t draw(std::uint64_t counter) const {
    const std::uint64_t y = counter * key_;
    const std::uint64_t z = y + key_;
    std::uint64_t x = std::rotl(y * y + y, 32);
    x = std::rotl(x * x + z, 32);
    x = std::rotl(x * x + y, 32);
    return static_cast<std::uint32_t>((x * x + z) >> 32U);
  }

  /// 0..n-1; n >= 1.
  constexpr std::uint32_t below(std::uint64_t counter, std::uint32_t n) const { return scale_draw(draw(counter), n); }

 private:
  // The paper asks for keys whose eight upper and eight lower hexadecimal digits are each distinct and not zero, and
  // that are odd. Both halves are the head of a shuffle of the digits 1..15.
  static std::uint64_t make_key(std::uint64_t seed, Purpose purpose, std::uint32_t number) {
    const std::uint32_t high = distinct_digits(seed, purpose, number, 0);
    const std::uint32_t low = distinct_digits(seed, purpose, number, 1);
    return join_words(low, high);
  }

  static std::uint32_t distinct_digits(std::uint64_t seed, Purpose purpose, std::uint32_t number, std::uint32_t half) {
    std::array<std::uint32_t, 15> digits{1, 3, 5, 7, 9, 11, 13, 15, 2, 4, 6, 8, 10, 12, 14};
    const StreamKey stream{seed, Purpose::stream_key};
    const std::uint64_t place = join_words(number, static_cast<std::uint32_t>(purpose));
    const PhiloxWords first = philox(stream, place, 2 * half);
    const PhiloxWords second = philox(stream, place, 2 * half + 1);
    std::swap(digits[0], digits[scale_draw(first[0], 8)]);  // the last digit is one of the eight odd ones
    std::uint32_t value = digits[0];
    for (std::uint32_t i = 1; i < 8; ++i) {
      const std::uint32_t word = i < 4 ? first[i] : second[i - 4];
      std::swap(digits[i], digits[i + scale_draw(word, 15 - i)]);
      value |= digits[i] << (4 * i);
    }
    return value;
  }

  std::uint64_t key_ = 0x548c9decbce65297U;
};

}  // namespace fsin
