// SPDX-License-Identifier: Apache-2.0
// Traffic matrix: packets delivered over the whole run, by source and destination. Networks of more than 64 nodes are
// counted in blocks of neighbouring numbers, so that the matrix is never larger than 64 x 64.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsin::stats {

class Traffic {
 public:
  static constexpr std::size_t most_blocks = 64;

  /// A matrix that counts nothing.
  Traffic() = default;
  explicit Traffic(std::size_t nodes)
      : shift_(nodes <= most_blocks ? 0U : static_cast<unsigned>(std::bit_width((nodes - 1) / most_blocks))),
        blocks_(((nodes - 1) >> shift_) + 1),
        packets_(blocks_ * blocks_) {}

  void count(std::uint32_t source, std::uint32_t destination) {
    if (blocks_ == 0) return;
    ++packets_[(source >> shift_) * blocks_ + (destination >> shift_)];
  }

  /// Adds a matrix of the same number of nodes.
  void merge(const Traffic& other) {
    for (std::size_t i = 0; i < packets_.size(); ++i) packets_[i] += other.packets_[i];
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.shift_, self.blocks_, self.packets_);
  }

  std::size_t blocks() const { return blocks_; }
  /// Nodes in a block; the last may hold fewer.
  std::size_t block_nodes() const { return std::size_t{1} << shift_; }
  std::uint64_t packets(std::size_t source_block, std::size_t destination_block) const {
    return packets_[source_block * blocks_ + destination_block];
  }

  bool operator==(const Traffic&) const = default;

 private:
  unsigned shift_ = 0;
  std::size_t blocks_ = 0;
  std::vector<std::uint64_t> packets_;
};

}  // namespace fsin::stats
