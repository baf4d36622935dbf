// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/loops/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/formats/common/numbers.hpp"
#include "trgen/formats/common/values.hpp"

namespace trgen::formats::loops {
namespace {

using record::Record;
using structure::FieldName;
using structure::Next;

/// The values of one rank, and where it stands in its loops.
struct RankReader {
  structure::RankState state;
  std::uint64_t offset = 0;  ///< of its next frame
  std::uint64_t end = 0;
  std::string content;   ///< of the frame that is read, and zeros for a number that is cut off
  std::size_t size = 0;  ///< of the content without these
  std::size_t next = 0;  ///< byte of the next value
};

class Cursor final : public record::TraceCursor {
 public:
  Cursor(std::shared_ptr<const io::RandomFile> file, std::shared_ptr<const Index> index,
         std::shared_ptr<const structure::Expansion> expansion, const std::vector<std::uint64_t>& before,
         std::uint64_t header_lines)
      : index_(std::move(index)),
        expansion_(std::move(expansion)),
        before_(before),
        header_lines_(header_lines),
        frames_(std::move(file), index_->longest_content),
        ranks_(before.size() - 1) {
    for (const Index::Place& each : index_->places) {
      ranks_[each.rank].offset = each.offset;
      ranks_[each.rank].end = each.offset + each.bytes;
    }
  }

  bool next(std::uint32_t rank, Record& out) override {
    if (rank >= ranks_.size() || !failure_.empty()) return false;
    RankReader& at = ranks_[rank];
    Values values{*this, at, rank};
    const Next next = expansion_->next(rank, at.state, values, out);
    if (!failure_.empty()) return false;
    if (next == Next::end) return finish(rank, at);
    out.line = header_lines_ + before_[rank] + at.state.records;
    return (next == Next::record && is_sound(out, static_cast<std::uint32_t>(ranks_.size()))) ||
           fail_at(rank, at.state.records, "a number of a record is out of range");
  }

  std::string failure() const override { return failure_; }

 private:
  /// The values that the loops of a rank ask for.
  struct Values {
    Cursor& cursor;
    RankReader& at;
    std::uint32_t rank;

    std::int64_t take(FieldName name, std::int64_t previous) {
      if (at.next >= at.size && !cursor.load(rank, at)) return previous;
      const auto* const from = reinterpret_cast<const std::byte*>(at.content.data()) + at.next;
      std::uint64_t number = 0;
      at.next += static_cast<std::size_t>(record::codec::get(from, number) - from);
      if (at.next > at.size) cursor.fail(rank, at, "a value is damaged");
      const std::int64_t value = record::codec::unzigzag(number);
      if (name == FieldName::gap) return value;
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(previous) + static_cast<std::uint64_t>(value));
    }
  };

  bool load(std::uint32_t rank, RankReader& at) {
    if (!failure_.empty()) return false;
    at.offset = frames_.read(at.offset, at.end, at.content);
    if (at.offset == 0) return fail(rank, at, frames_.why());
    NumberReader from(at.content);
    const std::uint64_t of_rank = from.number();
    const std::uint64_t bytes = from.number();
    at.next = from.at();
    at.size = at.content.size();
    at.content.resize(at.size + longest_number);
    if (!from.sound() || of_rank != rank || bytes == 0 || bytes != at.size - at.next)
      return fail(rank, at, "a frame is not one of this rank");
    return true;
  }

  bool finish(std::uint32_t rank, RankReader& at) {
    if (at.next < at.size || at.offset != at.end) return fail(rank, at, "there are more values than its loops need");
    at.content = {};
    at.size = at.next = 0;
    return false;
  }

  /// The fault lies in the record that is being made.
  bool fail(std::uint32_t rank, const RankReader& at, std::string_view what) {
    return fail_at(rank, at.state.records + 1, what);
  }
  bool fail_at(std::uint32_t rank, std::uint64_t number, std::string_view what) {
    if (failure_.empty())
      failure_ = fmt::format("rank {}: {} (record {} of the rank); copy or make the file again", rank, what, number);
    return false;
  }

  std::shared_ptr<const Index> index_;
  std::shared_ptr<const structure::Expansion> expansion_;
  std::vector<std::uint64_t> before_;
  std::uint64_t header_lines_;
  FrameReader frames_;
  std::vector<RankReader> ranks_;
  std::string failure_;
};

}  // namespace

bool is_sound(const Record& record, std::uint32_t ranks) {
  if (record.time_ns > latest_time_ns) return false;
  if (record::is_message(record.kind)) return record.peer < ranks && record.bytes <= most_message_bytes;
  return !record.collective || ((record.peer == record::no_rank || record.peer < ranks) &&
                                record.bytes <= most_message_bytes && record.received <= most_message_bytes);
}

Trace::Trace(std::shared_ptr<const io::RandomFile> file, Index index, Head head, record::TraceFacts facts)
    : file_(std::move(file)),
      index_(std::make_shared<const Index>(std::move(index))),
      head_(std::move(head)),
      facts_(std::move(facts)),
      expansion_(std::make_shared<const structure::Expansion>(
          std::make_shared<const structure::Structure>(std::exchange(head_.structure, {})))),
      header_lines_(static_cast<std::uint64_t>(std::count(head_.lines.begin(), head_.lines.end(), '\n'))) {
  before_ = records_before(head_, *expansion_, facts_.name);
}

std::uint64_t Trace::cursor_bytes(std::uint64_t ranks_read) const {
  const std::uint64_t of_rank = expansion_->state_bytes() + index_->longest_content;
  return facts_.ranks * (sizeof(RankReader) + sizeof(std::uint64_t)) + ranks_read * of_rank + index_->longest_frame;
}

std::unique_ptr<record::TraceCursor> Trace::open() const {
  return std::make_unique<Cursor>(file_, index_, expansion_, before_, header_lines_);
}

}  // namespace trgen::formats::loops
