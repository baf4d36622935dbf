// SPDX-License-Identifier: Apache-2.0
// Random words for one message of one node, as many as are asked for: a function of seed, purpose, node, number of the
// message and number of the word, never of call order.
#pragma once

#include <cstdint>

#include "fsin/core/rng.hpp"

namespace trgen::synth {

class Draws {
 public:
  /// The numbers of messages are below 2^52.
  Draws(fsin::StreamKey stream, std::uint32_t node, std::uint64_t message)
      : stream_(stream), node_(node), first_(message << block_bits) {}

  std::uint32_t word() {
    if (at_ == words_.size()) {
      if (block_ == blocks) seed_anew();
      words_ = fsin::philox(stream_, first_ | block_++, node_);
      at_ = 0;
    }
    return words_[at_++];
  }
  std::uint64_t wide() {
    const std::uint32_t low = word();
    return fsin::join_words(low, word());
  }
  /// Uniform in (0, 1], with 53 bits.
  double unit() { return static_cast<double>((wide() >> 11U) + 1) * 0x1.0p-53; }

 private:
  static constexpr unsigned block_bits = 12;
  static constexpr std::uint64_t blocks = std::uint64_t{1} << block_bits;

  /// Continues a message beyond the blocks for which the counter has room, with its last words as the seed; were its
  /// words to repeat, a source might draw for ever. Only an on-off source that hardly sends draws that many.
  void seed_anew() {
    stream_.seed = fsin::join_words(words_[0], words_[1]);
    block_ = 0;
  }

  fsin::StreamKey stream_;
  std::uint32_t node_;
  std::uint64_t first_;
  std::uint64_t block_ = 0;
  fsin::PhiloxWords words_{};
  std::size_t at_ = 4;
};

}  // namespace trgen::synth
