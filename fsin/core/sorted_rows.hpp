// SPDX-License-Identifier: Apache-2.0
// More rows than memory should hold, sorted: they are kept up to a number of bytes, and then go to a temporary file
// without a name, sorted block by block, from which visit() merges them. The order is that of the rows alone, so that
// it does not depend on the order in which they came.
//
// Row: a struct of plain data with operator<.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "fsin/core/spill_file.hpp"

namespace fsin {

template <class Row>
class SortedRows {
 public:
  static_assert(std::is_trivially_copyable_v<Row>);

  /// `folder`: where the temporary file is made when there are more rows than `most_kept`.
  explicit SortedRows(std::filesystem::path folder, std::size_t most_kept = (std::size_t{32} << 20U) / sizeof(Row))
      : file_(std::move(folder), "the rows that memory does not hold"),
        most_kept_(std::max<std::size_t>(most_kept, 1)) {}

  /// Throws OutputError where the temporary file cannot be written.
  void add(const Row& row) {
    rows_.push_back(row);
    ++count_;
    if (rows_.size() == most_kept_) spill();
  }
  std::uint64_t count() const { return count_; }

  /// Calls visit(row) with all rows in their order; once, when all have been added. Throws OutputError.
  template <class Visit>
  void visit(Visit visit) {
    std::sort(rows_.begin(), rows_.end());
    std::vector<Block> blocks;
    for (std::uint64_t first = 0; first < spilled_; first += most_kept_) blocks.emplace_back(first, first + most_kept_);
    const auto later = [&blocks](std::size_t a, std::size_t b) { return blocks[b].row() < blocks[a].row(); };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> heads(later);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].fill(file_);
      heads.push(i);
    }
    for (const Row& row : rows_) {
      while (!heads.empty() && blocks[heads.top()].row() < row) take(blocks, heads, visit);
      visit(row);
    }
    while (!heads.empty()) take(blocks, heads, visit);
  }

 private:
  /// A part of the file that is sorted, of which some rows are in memory.
  class Block {
   public:
    Block(std::uint64_t first, std::uint64_t last) : next_(first), last_(last) {}
    const Row& row() const { return rows_[at_]; }
    void fill(const SpillFile& file) {
      constexpr std::uint64_t at_once = 512;
      rows_.resize(static_cast<std::size_t>(std::min(at_once, last_ - next_)));
      file.read(next_ * sizeof(Row), rows_.data(), rows_.size() * sizeof(Row));
      next_ += rows_.size();
      at_ = 0;
    }
    /// False after the last row.
    bool advance(const SpillFile& file) {
      if (++at_ < rows_.size()) return true;
      if (next_ == last_) return false;
      fill(file);
      return true;
    }

   private:
    std::uint64_t next_, last_;  ///< of those that are not in memory
    std::vector<Row> rows_;
    std::size_t at_ = 0;
  };

  template <class Heads, class Visit>
  void take(std::vector<Block>& blocks, Heads& heads, Visit& visit) {
    const std::size_t first = heads.top();
    heads.pop();
    visit(blocks[first].row());
    if (blocks[first].advance(file_)) heads.push(first);
  }

  void spill() {
    std::sort(rows_.begin(), rows_.end());
    file_.append(rows_.data(), rows_.size() * sizeof(Row));
    spilled_ += rows_.size();
    rows_.clear();
  }

  SpillFile file_;
  std::size_t most_kept_;
  std::vector<Row> rows_;
  std::uint64_t spilled_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace fsin
