// SPDX-License-Identifier: Apache-2.0
#include "trgen/app/slice_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trgen::app {

using record::Kind;
using record::Record;

bool RankWindow::inside(const SliceRule& rule, const Record& record) {
  ++count_;
  if (depth_ == 0) {
    begun_ = begun_ || (count_ >= rule.first_record && record.time_ns >= rule.from_ns);
    ended_ = ended_ || (begun_ && (count_ > rule.last_record || record.time_ns >= rule.until_ns));
  }
  if (record.kind == Kind::state_start) ++depth_;
  if (record.kind == Kind::state_end && depth_ > 0) --depth_;
  return begun_ && !ended_;
}

/// Walks the kept ranks through their windows and leaves out what has no partner.
class SliceCursor final : public record::TraceCursor {
 public:
  explicit SliceCursor(const SliceTrace& slice)
      : slice_(slice), whole_(slice.whole_->open()), windows_(slice.ranks()), borders_(slice.borders_) {
    // The counts become those of what was seen.
    for (auto& [key, border] : borders_) border.sends = border.receives = 0;
  }

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= windows_.size()) return false;
    const std::uint32_t old_rank = slice_.rule_.ranks[rank];
    while (!windows_[rank].ended() && whole_->next(old_rank, out)) {
      if (!windows_[rank].inside(slice_.rule_, out)) continue;
      if (!record::is_message(out.kind)) {
        renumber_root(out);
        return true;
      }
      out.match = 0;  // numbers of messages that may be left out
      if (!slice_.kept(out.peer)) {
        ++dropped_by_rank;
      } else if (has_partner(old_rank, out)) {
        out.peer = slice_.number_[out.peer];
        return true;
      } else {
        ++dropped_by_window;
      }
    }
    return false;
  }

  std::string failure() const override { return whole_->failure(); }

  std::uint64_t dropped_by_rank = 0;
  std::uint64_t dropped_by_window = 0;

 private:
  /// The facts of a collective are those of all its ranks: without its root they tell nothing.
  void renumber_root(Record& out) {
    if (!out.collective || out.peer == record::no_rank) return;
    if (slice_.kept(out.peer)) {
      out.peer = slice_.number_[out.peer];
    } else {
      out = Record{
          .kind = out.kind, .any_source = out.any_source, .state = out.state, .time_ns = out.time_ns, .line = out.line};
    }
  }

  bool has_partner(std::uint32_t rank, const Record& record) {
    const auto found = borders_.find({channel_of(rank, record), record.bytes});
    if (found == borders_.end()) return true;
    SliceTrace::Border& seen = found->second;
    const SliceTrace::Border& all = slice_.borders_.at(found->first);
    const bool sends = record.kind == Kind::send;
    const std::uint64_t index = sends ? seen.sends++ : seen.receives++;
    const std::int64_t sign = sends ? 1 : -1;
    const auto first = static_cast<std::uint64_t>(std::max<std::int64_t>(-sign * all.ahead_before, 0));
    const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(sign * all.ahead_after, 0));
    return index >= first && index + last < (sends ? all.sends : all.receives);
  }

  const SliceTrace& slice_;
  std::unique_ptr<record::TraceCursor> whole_;
  std::vector<RankWindow> windows_;
  SliceTrace::Borders borders_;
};

SliceTrace::SliceTrace(Source whole, SliceRule rule)
    : whole_(std::move(whole)),
      rule_(std::move(rule)),
      number_(whole_->ranks(), not_kept),
      counts_(rule_.ranks.size()) {
  for (std::uint32_t i = 0; i < rule_.ranks.size(); ++i) number_[rule_.ranks[i]] = i;
  digest_ = fmt::format("slice of {}", whole_->digest());
  // Whole ranks have no border: a message between two of them has its partner, as far as the trace has it.
  if (rule_.windowed()) {
    find_borders();
    count_at_borders();
  }
  count_records();
}

std::unique_ptr<record::TraceCursor> SliceTrace::open() const { return std::make_unique<SliceCursor>(*this); }

/// Ranks advance side by side, so that a channel is soon balanced again and forgotten.
void SliceTrace::find_borders() {
  constexpr int turn = 64;
  const auto cursor = whole_->open();
  std::vector<RankWindow> windows(ranks());
  Record record;
  for (bool going = true; going;) {
    going = false;
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
      for (int i = 0; i < turn && !windows[rank].ended() && cursor->next(rule_.ranks[rank], record); ++i) {
        going = true;
        const bool inside = windows[rank].inside(rule_, record);
        if (windows[rank].ended() || !record::is_message(record.kind) || !kept(record.peer)) continue;
        const auto at = borders_.try_emplace({channel_of(rule_.ranks[rank], record), record.bytes}).first;
        const std::int64_t step = record.kind == Kind::send ? 1 : -1;
        if (!inside) at->second.ahead_before += step;
        at->second.ahead_after += step;
        if (at->second.ahead_before == 0 && at->second.ahead_after == 0) borders_.erase(at);
      }
    }
  }
  if (!cursor->failure().empty()) throw record::TraceError(fmt::format("{}: {}", name(), cursor->failure()));
}

void SliceTrace::count_at_borders() {
  const auto cursor = whole_->open();
  Record record;
  for (const std::uint32_t rank : rule_.ranks) {
    RankWindow window;
    while (!borders_.empty() && !window.ended() && cursor->next(rank, record)) {
      if (!window.inside(rule_, record) || !record::is_message(record.kind)) continue;
      const auto found = borders_.find({channel_of(rank, record), record.bytes});
      if (found == borders_.end()) continue;
      ++(record.kind == Kind::send ? found->second.sends : found->second.receives);
    }
  }
}

void SliceTrace::count_records() {
  SliceCursor cursor(*this);
  Record record;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    while (cursor.next(rank, record)) ++counts_[rank];
    records_ += counts_[rank];
  }
  dropped_by_rank_ = cursor.dropped_by_rank;
  dropped_by_window_ = cursor.dropped_by_window;
  if (!cursor.failure().empty()) throw record::TraceError(fmt::format("{}: {}", name(), cursor.failure()));
}

}  // namespace trgen::app
