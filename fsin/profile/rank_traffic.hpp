// SPDX-License-Identifier: Apache-2.0
// Messages and bytes from rank to rank, as the program sends them: those within a node are included, those of a rank to
// itself are not, nor the requests and answers that long messages need. With more than 256 ranks, neighbouring ones are
// one block.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/workload/rank_names.hpp"
#include "fsin/workload/timeline.hpp"

namespace fsin::profile {

class RankTraffic final : public workload::Timeline {
 public:
  static constexpr std::size_t most_blocks = 256;
  struct Cell {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    auto operator<=>(const Cell&) const = default;
  };

  /// `numbers`: ranks and their streams, which `names` tells apart; a stream counts as its rank.
  explicit RankTraffic(std::size_t numbers, const workload::RankNames& names = {})
      : names_(names),
        ranks_per_block_((names.ranks(numbers) + most_blocks - 1) / most_blocks),
        blocks_(ranks_per_block_ == 0 ? 0 : (names.ranks(numbers) + ranks_per_block_ - 1) / ranks_per_block_),
        cells_(blocks_ * blocks_) {}

  std::size_t blocks() const { return blocks_; }
  std::size_t ranks_per_block() const { return ranks_per_block_; }
  const Cell& cell(std::size_t from, std::size_t to) const { return cells_[from * blocks_ + to]; }

  void span(std::uint32_t /*rank*/, workload::Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) override {}
  void message(const workload::MessageLife& /*message*/) override {}
  void starts(std::uint32_t rank, std::uint32_t destination, std::uint64_t bytes) override {
    Cell& cell = cells_[names_[rank].rank / ranks_per_block_ * blocks_ + names_[destination].rank / ranks_per_block_];
    ++cell.messages;
    cell.bytes += bytes;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.ranks_per_block_, self.blocks_, self.cells_);
  }

 private:
  workload::RankNames names_;
  std::size_t ranks_per_block_;
  std::size_t blocks_;
  std::vector<Cell> cells_;
};

}  // namespace fsin::profile
