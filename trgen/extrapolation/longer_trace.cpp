// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/longer_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "trgen/record/channel.hpp"

namespace trgen::extrapolation {

class LongerCursor final : public record::TraceCursor {
 public:
  explicit LongerCursor(const LongerTrace& longer)
      : longer_(longer), loop_(longer.loop_), whole_(longer.trace_->open()), ranks_(longer.ranks()) {}

  bool next(std::uint32_t rank, record::Record& out) override {
    if (rank >= ranks_.size() || !failure_.empty()) return false;
    Rank& at = ranks_[rank];
    if (at.passed == end(rank) && !at.block.empty()) {
      if (at.copied < longer_.iterations_ - loop_.iterations) return copy(rank, at, out);
      at.block = {};
    }
    return pass(rank, at, out);
  }

  std::string failure() const override { return failure_.empty() ? whole_->failure() : failure_; }

 private:
  struct Repeated {
    record::Record record;
    std::int64_t gap = 0;    ///< ns behind the record before it
    std::int64_t ahead = 0;  ///< receive: how many messages later than its own it takes
  };
  struct Rank {
    std::uint64_t passed = 0;    ///< records of the trace
    std::uint64_t copied = 0;    ///< whole iterations
    std::uint64_t position = 0;  ///< in the iteration that is copied
    std::uint64_t read_ns = 0;   ///< time of the last record of the trace
    std::uint64_t time_ns = 0;   ///< time of the last record given
    std::vector<Repeated> block;
    ReceiveNumbers read, given;
  };

  std::uint64_t end(std::uint32_t rank) const {
    return loop_.ranks[rank].begin + loop_.iterations * loop_.ranks[rank].length;
  }

  /// The next record of the trace.
  bool pass(std::uint32_t rank, Rank& at, record::Record& out) {
    if (!whole_->next(rank, out)) return false;
    Repeated read{out, static_cast<std::int64_t>(out.time_ns - at.read_ns), 0};
    at.read_ns = out.time_ns;
    if (out.kind == record::Kind::receive) read.ahead = at.read.ahead(record::channel_of(rank, out), out.match);
    give(rank, at, read, out);
    const std::uint64_t kept = loop_.block * loop_.ranks[rank].length;
    if (at.passed < end(rank) && at.passed + kept >= end(rank)) at.block.push_back(read);
    ++at.passed;
    return true;
  }

  /// A copy of the next record of the block.
  bool copy(std::uint32_t rank, Rank& at, record::Record& out) {
    const std::uint64_t length = loop_.ranks[rank].length;
    const std::uint64_t index = at.copied % loop_.block * length + at.position;
    Repeated copied = at.block[index];
    const std::uint64_t rounds = (at.copied / loop_.block + 1) * (loop_.block / loop_.period);
    const std::int64_t tag = copied.record.tag + static_cast<std::int64_t>(rounds) * tag_step(at, index, length);
    if (tag < std::numeric_limits<std::int32_t>::min() || tag > std::numeric_limits<std::int32_t>::max()) {
      failure_ = fmt::format("{}: a tag of rank {} leaves its range in iteration {}", longer_.name(), rank,
                             loop_.iterations + at.copied + 1);
      return false;
    }
    copied.record.tag = static_cast<std::int32_t>(tag);
    give(rank, at, copied, out);
    if (++at.position == length) {
      at.position = 0;
      ++at.copied;
    }
    return true;
  }

  /// By how much the tag grows with each period. One period alone shows no growth (main_loop.hpp).
  std::int64_t tag_step(const Rank& at, std::uint64_t index, std::uint64_t length) const {
    const std::uint64_t period = loop_.period * length;
    if (at.block.size() == period) return 0;
    const std::uint64_t earlier = index >= period ? index - period : index;
    return std::int64_t{at.block[earlier + period].record.tag} - at.block[earlier].record.tag;
  }

  static void give(std::uint32_t rank, Rank& at, const Repeated& from, record::Record& out) {
    out = from.record;
    at.time_ns += static_cast<std::uint64_t>(from.gap);
    out.time_ns = at.time_ns;
    if (out.kind != record::Kind::receive) return;
    const std::uint64_t own = at.given.next(record::channel_of(rank, out));
    if (out.match > 0) out.match = own + static_cast<std::uint64_t>(from.ahead);
  }

  const LongerTrace& longer_;
  const MainLoop& loop_;
  std::unique_ptr<record::TraceCursor> whole_;
  std::vector<Rank> ranks_;
  std::string failure_;
};

LongerTrace::LongerTrace(std::shared_ptr<const record::TraceSource> trace, MainLoop loop, std::uint64_t iterations)
    : trace_(std::move(trace)),
      loop_(std::move(loop)),
      iterations_(std::max(iterations, loop_.iterations)),
      notes_(trace_->notes()),
      name_(fmt::format("{} with {} iterations", trace_->name(), iterations_)),
      digest_(fmt::format("{} with {} iterations for {}", trace_->digest(), iterations_, loop_.iterations)) {
  notes_.comments.insert(notes_.comments.begin(),
                         fmt::format("# extrapolated, not captured: {} iterations of a loop for {} of {}", iterations_,
                                     loop_.iterations, trace_->name()));
}

std::uint64_t LongerTrace::records(std::uint32_t rank) const {
  if (rank >= ranks()) return 0;
  return trace_->records(rank) + (iterations_ - loop_.iterations) * loop_.ranks[rank].length;
}

std::uint64_t LongerTrace::records() const {
  std::uint64_t sum = 0;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) sum += records(rank);
  return sum;
}

std::uint64_t LongerTrace::cursor_bytes(std::uint64_t ranks_read) const {
  std::uint64_t longest = 0;
  for (const MainLoop::OfRank& each : loop_.ranks) longest = std::max(longest, each.length);
  constexpr std::uint64_t record_bytes = sizeof(record::Record) + 2 * sizeof(std::int64_t);
  return trace_->cursor_bytes(ranks_read) + ranks_read * loop_.block * longest * record_bytes;
}

std::unique_ptr<record::TraceCursor> LongerTrace::open() const { return std::make_unique<LongerCursor>(*this); }

}  // namespace trgen::extrapolation
