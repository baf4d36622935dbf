// SPDX-License-Identifier: Apache-2.0
// A part of a trace that is itself a sound trace: some ranks, and a region of each.
//
// A message is kept when both its send and its receive are inside (partners.hpp). Regions are defined in place.hpp and
// rank_window.hpp. Memory is bounded by ranks and by the channels with messages across a border. `trgen slice` writes
// such a part; the replay of a region reads it like any other trace.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "trgen/record/partners.hpp"
#include "trgen/record/rank_window.hpp"
#include "trgen/record/source.hpp"

namespace trgen::record {

struct SliceRule {
  std::vector<std::uint32_t> ranks{};  ///< in ascending order, each once; they become ranks 0, 1, 2, ...; empty: all
  Region region{};
  /// Leaves out beginnings of states that do not end inside, and ends of states that do not begin inside. Only states
  /// that are no MPI calls, and calls with a marker inside, can be cut.
  bool balance_states = true;
};

/// The trace does not have this region.
class RegionError : public std::runtime_error {
 public:
  explicit RegionError(std::vector<RegionFault> faults)
      : std::runtime_error(faults.front().text), faults_(std::move(faults)) {}
  const std::vector<RegionFault>& faults() const { return faults_; }

 private:
  std::vector<RegionFault> faults_;
};

class SliceTrace final : public TraceSource {
 public:
  using Source = std::shared_ptr<const TraceSource>;

  /// Reads the kept ranks once, and up to the end of the region again if messages cross its borders. Throws TraceError,
  /// RegionError.
  SliceTrace(Source whole, SliceRule rule);

  const std::string& name() const override { return whole_->name(); }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(rule_.ranks.size()); }
  std::uint64_t records() const override { return records_; }
  std::uint64_t records(std::uint32_t rank) const override { return rank < counts_.size() ? counts_[rank] : 0; }
  const std::vector<std::string>& state_names() const override { return whole_->state_names(); }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return whole_->warnings(); }
  /// The clock, and the incomplete ranks whose records end within their windows. Communicators are left out: they have
  /// other ranks in the part.
  const TraceNotes& notes() const override { return notes_; }
  const Losses& losses() const override { return whole_->losses(); }
  CallCensus census() const override { return census_; }
  std::optional<LeftOut> left_out() const override { return left_out_; }
  std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t number) const override;
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override { return whole_->cursor_bytes(ranks_read); }
  std::unique_ptr<TraceCursor> open() const override;

  const Region& region() const { return rule_.region; }
  /// Number of messages inside the windows that were dropped because their partner rank, or their partner record, is
  /// outside.
  std::uint64_t dropped_by_rank() const { return dropped_by_rank_; }
  std::uint64_t dropped_by_window() const { return left_out_.sends + left_out_.receives; }

  static constexpr std::uint32_t not_kept = std::numeric_limits<std::uint32_t>::max();

 private:
  friend class SliceCursor;
  class StateBalance;

  bool kept(std::uint32_t rank) const { return rank < number_.size() && number_[rank] != not_kept; }
  void scan();
  void scan_record(std::uint32_t rank, const Record& record, bool inside);
  void take_census(std::uint32_t rank, Record record);
  void take_notes(const std::vector<RankWindow>& windows);
  void count_partners();
  void count_left_out();

  Source whole_;
  SliceRule rule_;
  bool windowed_;
  WindowRule window_rule_;
  std::vector<std::uint32_t> number_;  ///< new number of each rank
  Partners partners_;
  std::vector<std::vector<std::uint64_t>> unclosed_;  ///< by new number: the beginnings of states that are left out
  std::vector<std::uint64_t> counts_;
  std::uint64_t records_ = 0;
  LeftOut left_out_;
  std::uint64_t dropped_by_rank_ = 0;
  std::string digest_;
  TraceNotes notes_;
  CensusTaker taker_;
  CallCensus census_;
};

}  // namespace trgen::record
