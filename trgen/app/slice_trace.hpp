// SPDX-License-Identifier: Apache-2.0
// A part of a trace that is a sound trace itself: some ranks, and a window of time or of records of each.
//
// A window begins and ends where the rank is in no state, so that states stay balanced. A message is kept when its send
// and its receive are both inside; its partner is found by order: the n-th send of a channel and size is received by
// its n-th receive. Only channels with messages across a border are remembered, so memory is bounded by ranks and by
// the messages in flight at the borders.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/app/in_flight.hpp"
#include "trgen/record/source.hpp"

namespace trgen::app {

struct SliceRule {
  std::vector<std::uint32_t> ranks{};  ///< sorted, each once; they become ranks 0, 1, 2, ...
  std::uint64_t from_ns = 0;
  std::uint64_t until_ns = std::numeric_limits<std::uint64_t>::max();     ///< not included
  std::uint64_t first_record = 1;                                         ///< of each rank, counted from 1
  std::uint64_t last_record = std::numeric_limits<std::uint64_t>::max();  ///< included

  /// Whether it is more than a choice of ranks.
  bool windowed() const {
    constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
    return from_ns > 0 || until_ns < no_limit || first_record > 1 || last_record < no_limit;
  }
};

/// Whether the records of one rank, shown one after the other, are inside the window.
class RankWindow {
 public:
  bool inside(const SliceRule& rule, const record::Record& record);
  bool ended() const { return ended_; }

 private:
  std::uint64_t count_ = 0;
  std::uint32_t depth_ = 0;
  bool begun_ = false;
  bool ended_ = false;
};

class SliceTrace final : public record::TraceSource {
 public:
  using Source = std::shared_ptr<const record::TraceSource>;

  /// Reads the kept ranks through, once, and three times where there is a window. Throws record::TraceError.
  SliceTrace(Source whole, SliceRule rule);

  const std::string& name() const override { return whole_->name(); }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(rule_.ranks.size()); }
  std::uint64_t records() const override { return records_; }
  std::uint64_t records(std::uint32_t rank) const override { return rank < counts_.size() ? counts_[rank] : 0; }
  const std::vector<std::string>& state_names() const override { return whole_->state_names(); }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return whole_->warnings(); }
  std::unique_ptr<record::TraceCursor> open() const override;

  /// Messages inside the windows that were dropped because their partner rank, or their partner record, is not.
  std::uint64_t dropped_by_rank() const { return dropped_by_rank_; }
  std::uint64_t dropped_by_window() const { return dropped_by_window_; }

  static constexpr std::uint32_t not_kept = std::numeric_limits<std::uint32_t>::max();

 private:
  friend class SliceCursor;

  /// What to leave out of the sends and receives of one channel and size that are inside the windows.
  struct Border {
    std::int64_t ahead_before = 0;  ///< sends less receives before the windows
    std::int64_t ahead_after = 0;   ///< and up to their ends
    std::uint64_t sends = 0;        ///< inside
    std::uint64_t receives = 0;
  };
  using Key = std::pair<Channel, std::uint64_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return ChannelHash{}(key.first) ^ static_cast<std::size_t>(key.second * 0x9E3779B97F4A7C15U);
    }
  };
  using Borders = std::unordered_map<Key, Border, KeyHash>;

  bool kept(std::uint32_t rank) const { return rank < number_.size() && number_[rank] != not_kept; }
  void find_borders();
  void count_at_borders();
  void count_records();

  Source whole_;
  SliceRule rule_;
  std::vector<std::uint32_t> number_;  ///< new number of each rank
  Borders borders_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t records_ = 0;
  std::uint64_t dropped_by_rank_ = 0;
  std::uint64_t dropped_by_window_ = 0;
  std::string digest_;
};

}  // namespace trgen::app
