// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/repeat_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace trgen::commands {
namespace {

using record::Record;

/// Cursor that advances the time of a rank, from record to record, by the least (or median) step of all captures.
class RepeatCursor final : public record::TraceCursor {
 public:
  RepeatCursor(const RepeatTrace::Captures& captures, Keep keep, std::uint32_t ranks)
      : keep_(keep), time_(ranks, 0), last_(captures.size(), std::vector<std::uint64_t>(ranks, 0)) {
    for (const auto& each : captures) cursors_.push_back(each->open());
    steps_.resize(captures.size());
  }

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= time_.size()) return false;
    Record other;
    for (std::size_t i = 0; i < cursors_.size(); ++i) {
      Record& to = i == 0 ? out : other;
      if (!cursors_[i]->next(rank, to)) return false;
      std::uint64_t& last = last_[i][rank];
      steps_[i] = to.time_ns - std::min(last, to.time_ns);
      last = to.time_ns;
    }
    time_[rank] += step();
    out.time_ns = time_[rank];
    return true;
  }

  std::string failure() const override {
    for (const auto& each : cursors_) {
      if (std::string text = each->failure(); !text.empty()) return text;
    }
    return {};
  }

 private:
  /// Step of the current record. Of an even number of captures, the median is the lower of the two values in the
  /// middle.
  std::uint64_t step() {
    if (keep_ == Keep::least) return *std::min_element(steps_.begin(), steps_.end());
    const auto middle = steps_.begin() + static_cast<std::ptrdiff_t>((steps_.size() - 1) / 2);
    std::nth_element(steps_.begin(), middle, steps_.end());
    return *middle;
  }

  Keep keep_;
  std::vector<std::unique_ptr<record::TraceCursor>> cursors_;
  std::vector<std::uint64_t> time_;               ///< by rank
  std::vector<std::vector<std::uint64_t>> last_;  ///< by capture and rank
  std::vector<std::uint64_t> steps_;
};

std::string words(const Record& record, const record::TraceSource& trace) {
  std::string text = describe(record, trace.state_names());
  if (record.any_tag || (record.any_source && record.kind == record::Kind::receive)) text += " with a wildcard";
  if (record.match != 0) text += fmt::format(" match={}", record.match);
  return text;
}

/// True when two records are equal but for their times. Names of states are compared, not their numbers.
bool agree(const Record& one, const record::TraceSource& of_one, const Record& other,
           const record::TraceSource& of_other) {
  Record copy = other;
  copy.time_ns = one.time_ns;
  copy.line = one.line;
  copy.state = one.state;
  if (copy != one) return false;
  return record::is_message(one.kind) || of_one.state_names()[one.state] == of_other.state_names()[other.state];
}

void throw_failure(const record::TraceSource& trace, const record::TraceCursor& cursor) {
  record::stop_at_failure(trace, cursor);
}

}  // namespace

std::string first_difference(const record::TraceSource& one, const record::TraceSource& other) {
  if (one.ranks() != other.ranks()) return fmt::format("{} ranks against {}", one.ranks(), other.ranks());
  const auto left = one.open();
  const auto right = other.open();
  Record a;
  Record b;
  for (std::uint32_t rank = 0; rank < one.ranks(); ++rank) {
    for (std::uint64_t number = 1;; ++number) {
      const bool more = left->next(rank, a);
      const bool other_more = right->next(rank, b);
      throw_failure(one, *left);
      throw_failure(other, *right);
      if (!more && !other_more) break;
      if (more && other_more && agree(a, one, b, other)) continue;
      return fmt::format("rank {}, record {}: {} against {}", rank, number, more ? words(a, one) : "the end",
                         other_more ? words(b, other) : "the end");
    }
  }
  return {};
}

RepeatTrace::RepeatTrace(Captures captures, Keep keep, std::string comment)
    : captures_(std::move(captures)), keep_(keep), notes_(captures_.front()->notes()) {
  if (!comment.empty()) notes_.comments.push_back(std::move(comment));
}

std::unique_ptr<record::TraceCursor> RepeatTrace::open() const {
  return std::make_unique<RepeatCursor>(captures_, keep_, ranks());
}

}  // namespace trgen::commands
