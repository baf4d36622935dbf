// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/slice_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace trgen::record {

/// Finds the states of one rank that begin or end inside, but not both.
class SliceTrace::StateBalance {
 public:
  /// True when a record that lies inside ends a state that began before.
  bool ends_unbegun(const Record& record, std::uint64_t number) {
    if (record.kind == Kind::state_start) {
      open_.size() < most_open ? open_.push_back(number) : void(++deeper_);
    } else if (record.kind == Kind::state_end) {
      if (deeper_ == 0 && open_.empty()) return true;
      deeper_ > 0 ? void(--deeper_) : open_.pop_back();
    }
    return false;
  }
  /// Numbers of the records that began the states still open.
  std::vector<std::uint64_t> take() { return std::move(open_); }

 private:
  static constexpr std::size_t most_open = 1000;  ///< a trace without ends of states must not fill the memory

  std::vector<std::uint64_t> open_;
  std::uint64_t deeper_ = 0;
};

/// Walks the kept ranks through their windows and leaves out records without a partner.
class SliceCursor final : public TraceCursor {
 public:
  explicit SliceCursor(const SliceTrace& slice)
      : slice_(slice), whole_(slice.whole_->open()), ranks_(slice.ranks()), partners_(slice.partners_) {}

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= ranks_.size()) return false;
    RankWindow& window = ranks_[rank].window;
    const std::uint32_t old_rank = slice_.rule_.ranks[rank];
    while (!window.ended() && whole_->next(old_rank, out)) {
      if (!window.inside(slice_.window_rule_, out)) continue;
      if (!is_message(out.kind)) {
        if (cuts_state(rank, out)) continue;
        renumber_root(out);
        return true;
      }
      if (!slice_.kept(out.peer) || !partners_.has_partner(old_rank, out)) continue;
      out.match = 0;  // the numbers of messages change where some are left out
      out.peer = slice_.number_[out.peer];
      return true;
    }
    return false;
  }

  std::string failure() const override { return whole_->failure(); }

  /// Number of the record in the file that was given last, among those of its rank.
  std::uint64_t passed(std::uint32_t rank) const { return ranks_[rank].window.records(); }

 private:
  struct Rank {
    RankWindow window;
    std::uint64_t open = 0;    ///< states begun inside
    std::size_t unclosed = 0;  ///< how many of slice_.unclosed_ have been passed
  };

  bool cuts_state(std::uint32_t number, const Record& record) {
    if (!slice_.windowed_ || !slice_.rule_.balance_states) return false;
    Rank& rank = ranks_[number];
    if (record.kind == Kind::state_end) {
      if (rank.open == 0) return true;
      --rank.open;
      return false;
    }
    const auto& unclosed = slice_.unclosed_[number];
    ++rank.open;
    if (rank.unclosed == unclosed.size() || unclosed[rank.unclosed] != rank.window.records()) return false;
    ++rank.unclosed;
    return true;
  }

  /// The facts of a collective describe all its ranks: without the root they mean nothing.
  void renumber_root(Record& out) {
    if (!out.collective || out.peer == no_rank) return;
    if (slice_.kept(out.peer)) {
      out.peer = slice_.number_[out.peer];
    } else {
      out = Record{
          .kind = out.kind, .any_source = out.any_source, .state = out.state, .time_ns = out.time_ns, .line = out.line};
    }
  }

  const SliceTrace& slice_;
  std::unique_ptr<TraceCursor> whole_;
  std::vector<Rank> ranks_;
  PartnerWalk partners_;
};

SliceTrace::SliceTrace(Source whole, SliceRule rule)
    : whole_(std::move(whole)),
      rule_(std::move(rule)),
      windowed_(!rule_.region.whole()),
      window_rule_(rule_.region, whole_->state_names()),
      number_(whole_->ranks(), not_kept) {
  if (auto faults = region_faults(rule_.region, whole_->state_names()); !faults.empty()) throw RegionError(faults);
  if (rule_.ranks.empty()) {
    rule_.ranks.resize(whole_->ranks());
    std::iota(rule_.ranks.begin(), rule_.ranks.end(), 0U);
  }
  for (std::uint32_t i = 0; i < rule_.ranks.size(); ++i) number_[rule_.ranks[i]] = i;
  counts_.resize(rule_.ranks.size());
  unclosed_.resize(rule_.ranks.size());
  digest_ = fmt::format("slice of {}", whole_->digest());
  scan();
  // Without a window nothing is cut: a message between two kept ranks keeps its partner, if the trace has it.
  if (windowed_ && partners_.finish_notes()) count_partners();
  count_left_out();
}

std::unique_ptr<TraceCursor> SliceTrace::open() const { return std::make_unique<SliceCursor>(*this); }

/// Ranks advance side by side, so that a channel is soon balanced again and forgotten. A rank is read up to the end of
/// its window, or further where the beginning comes later than that.
void SliceTrace::scan() {
  constexpr int turn = 64;
  const auto cursor = whole_->open();
  std::vector<RankWindow> windows(ranks());
  std::vector<StateBalance> balance(ranks());
  Record record;
  for (bool going = true; going;) {
    going = false;
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
      RankWindow& window = windows[rank];
      const auto over = [&window] { return window.ended() && window.begins_at() != 0; };
      for (int i = 0; i < turn && !over() && cursor->next(rule_.ranks[rank], record); ++i) {
        going = true;
        const bool inside = window.inside(window_rule_, record);
        if (inside && windowed_ && rule_.balance_states && !is_message(record.kind) &&
            balance[rank].ends_unbegun(record, window.records())) {
          continue;
        }
        if (!window.ended()) scan_record(rank, record, inside);
      }
    }
  }
  stop_at_failure(*this, *cursor);
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    unclosed_[rank] = balance[rank].take();
    if (windowed_ && rule_.balance_states) counts_[rank] -= unclosed_[rank].size();
  }
  take_notes(windows);
  census_ = taker_.take();
  taker_ = {};
  const std::uint64_t records = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  if (!windowed_) return;
  if (auto faults = window_faults(rule_.region, windows, rule_.ranks, records); !faults.empty())
    throw RegionError(faults);
}

/// Takes over the notes of the whole trace that are true for the windows too.
void SliceTrace::take_notes(const std::vector<RankWindow>& windows) {
  notes_.clock = whole_->notes().clock;
  notes_.not_captured = whole_->notes().not_captured;
  for (const Incomplete& each : whole_->notes().incomplete) {
    if (!kept(each.rank) || windows[number_[each.rank]].ended()) continue;
    notes_.incomplete.push_back({number_[each.rank], each.why});
  }
}

/// Takes a record that does not lie behind the end of its window.
void SliceTrace::scan_record(std::uint32_t rank, const Record& record, bool inside) {
  counts_[rank] += inside ? 1 : 0;
  if (inside && (!is_message(record.kind) || kept(record.peer))) take_census(rank, record);
  if (!is_message(record.kind)) return;
  if (kept(record.peer)) {
    if (windowed_) partners_.note(rule_.ranks[rank], record, inside);
  } else if (inside) {
    ++dropped_by_rank_;
    --counts_[rank];
  }
}

void SliceTrace::take_census(std::uint32_t rank, Record record) {
  if (is_message(record.kind)) record.peer = number_[record.peer];
  taker_.add(rank, record);
}

void SliceTrace::count_partners() {
  const auto cursor = whole_->open();
  Record record;
  for (const std::uint32_t rank : rule_.ranks) {
    RankWindow window;
    while (!window.ended() && cursor->next(rank, record)) {
      const bool inside = window.inside(window_rule_, record);
      if (!window.ended() && is_message(record.kind) && kept(record.peer)) partners_.count(rank, record, inside);
    }
  }
  stop_at_failure(*this, *cursor);
}

void SliceTrace::count_left_out() {
  const std::vector<LeftOut> left_out = partners_.left_out(whole_->ranks());
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    const LeftOut& of_rank = left_out[rule_.ranks[rank]];
    left_out_.sends += of_rank.sends;
    left_out_.receives += of_rank.receives;
    counts_[rank] -= of_rank.sends + of_rank.receives;
    records_ += counts_[rank];
  }
  census_.messages -= std::min(census_.messages, left_out_.sends);
}

std::uint64_t SliceTrace::number_in_file(std::uint32_t rank, std::uint64_t number) const {
  SliceCursor cursor(*this);
  Record record;
  while (number > 0 && cursor.next(rank, record)) --number;
  return cursor.passed(rank);
}

}  // namespace trgen::record
