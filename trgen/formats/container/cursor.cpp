// SPDX-License-Identifier: Apache-2.0
// Reads the ranks of a container side by side. Each rank keeps one frame of packed records. If all frames together
// exceed the cache, the frame of a waiting rank is dropped, and decoded again when its turn comes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "trgen/formats/container/format.hpp"
#include "trgen/formats/container/frames.hpp"
#include "trgen/formats/container/records.hpp"
#include "trgen/formats/container/trace.hpp"

namespace trgen::formats::container {
namespace {

using record::Record;
using record::codec::Previous;

/// With very many ranks, a rank must still not need a frame for each record.
constexpr std::uint64_t least_cache_of_rank = 256;

struct RankFrame {
  Previous previous;                   ///< state relative to which the next record is encoded
  std::unique_ptr<std::byte[]> bytes;  ///< the frame, followed by padding
  std::uint32_t capacity = 0;
  std::uint32_t size = 0;    ///< 0: no frame is decoded
  std::uint32_t at = 0;      ///< next record
  std::uint32_t done = 0;    ///< records read from the frame, also from one that was dropped
  std::uint64_t left = 0;    ///< records of the rank not read yet
  std::uint64_t offset = 0;  ///< offset of the frame that is decoded or, without one, comes next
  std::uint64_t after = 0;   ///< offset of the frame after it
};

class Cursor final : public record::TraceCursor {
 public:
  Cursor(std::shared_ptr<const io::RandomFile> file, std::shared_ptr<const Index> index, std::size_t states,
         std::uint64_t cache_bytes)
      : index_(std::move(index)),
        frames_(std::move(file), *index_),
        unpacker_(index_->ranks(), states),
        cache_(std::max(cache_bytes, least_cache_of_rank * index_->ranks())),
        ranks_(index_->ranks()) {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      ranks_[rank].left = index_->records(rank);
      ranks_[rank].offset = ranks_[rank].after = index_->offsets[rank];
    }
  }

  bool next(std::uint32_t number, Record& out) override {
    if (number >= ranks_.size() || !failure_.empty()) return false;
    RankFrame& rank = ranks_[number];
    if (rank.left == 0 || (rank.at >= rank.size && !load(number, rank))) return false;
    if (!unpack(rank, out)) return fail(number, rank, "a record is damaged");
    --rank.left;
    return rank.left > 0 || finish(number, rank);
  }

  std::string failure() const override { return failure_; }

 private:
  bool unpack(RankFrame& rank, Record& out) const {
    const std::byte* const bytes = rank.bytes.get();
    const std::byte* const behind = unpacker_.read(bytes + rank.at, rank.previous, out);
    if (behind == nullptr || behind > bytes + rank.size) return false;
    rank.at = static_cast<std::uint32_t>(behind - bytes);
    ++rank.done;
    return true;
  }

  bool finish(std::uint32_t number, RankFrame& rank) {
    if (rank.at != rank.size || rank.after != index_->offsets[number + 1]) {
      return fail(number, rank, "it has more records than the index says");
    }
    drop(rank);
    return true;
  }

  std::uint64_t line(std::uint32_t number, const RankFrame& rank) const {
    return index_->first_line(number) + index_->records(number) - rank.left;
  }

  bool fail(std::uint32_t number, const RankFrame& rank, std::string_view what) {
    failure_ = fmt::format("rank {}: {} (record in line {}, frame at byte {} of the file); copy or make the file again",
                           number, what, line(number, rank), rank.offset);
    return false;
  }

  /// Decodes the frame that contains the next record.
  bool load(std::uint32_t number, RankFrame& rank) {
    leave(rank);
    const std::size_t size = frames_.find(rank.offset, index_->offsets[number + 1]);
    if (size == 0) return fail(number, rank, frames_.why());
    make_room(rank, size + frame_padding);
    if (!frames_.decode(rank.bytes.get())) return fail(number, rank, frames_.why());
    rank.after = frames_.after();
    std::memset(rank.bytes.get() + size, 0, frame_padding);
    rank.size = static_cast<std::uint32_t>(size);
    return enter(number, rank) || fail(number, rank, "the frame is not one of this rank");
  }

  /// Moves to the next record of a frame, past those that were read before it was dropped.
  bool enter(std::uint32_t number, RankFrame& rank) const {
    FrameHead head;
    const std::byte* const bytes = rank.bytes.get();
    const std::byte* const records = get_frame_head(bytes, head);
    if (records == nullptr || head.rank != number) return false;
    rank.at = static_cast<std::uint32_t>(records - bytes);
    if (rank.at >= rank.size || head.bytes != rank.size - rank.at) return false;
    const std::uint32_t again = rank.done;
    rank.previous = {.line = line(number, rank) - again - 1};
    Record record;
    for (rank.done = 0; rank.done < again;) {
      if (!unpack(rank, record)) return false;
    }
    return rank.at < rank.size;
  }

  /// Moves on to the frame after one that was read to its end.
  static void leave(RankFrame& rank) {
    if (rank.size == 0 || rank.at < rank.size) return;
    rank.offset = rank.after;
    rank.size = rank.at = rank.done = 0;
  }

  void make_room(RankFrame& rank, std::size_t size) {
    if (rank.capacity >= size) return;
    drop(rank);
    // room for a next frame that is a little longer
    const std::size_t room = size + size / 16;
    for (std::size_t tries = 0; used_ + room > cache_ && tries < ranks_.size(); ++tries) {
      hand_ = hand_ + 1 < ranks_.size() ? hand_ + 1 : 0;
      drop(ranks_[hand_]);
    }
    rank.bytes = std::make_unique_for_overwrite<std::byte[]>(room);
    rank.capacity = static_cast<std::uint32_t>(room);
    used_ += room;
  }

  /// Drops a frame; `done` says how many of its records were read.
  void drop(RankFrame& rank) {
    leave(rank);
    used_ -= rank.capacity;
    rank.size = rank.at = rank.capacity = 0;
    rank.bytes.reset();
  }

  std::shared_ptr<const Index> index_;
  Frames frames_;
  RecordUnpacker unpacker_;
  std::uint64_t cache_;
  std::uint64_t used_ = 0;
  std::size_t hand_ = 0;
  std::vector<RankFrame> ranks_;
  std::string failure_;
};

}  // namespace

std::uint64_t Trace::cursor_bytes(std::uint64_t ranks_read) const {
  const std::uint64_t frames = ranks_read * (index_->longest_content + frame_padding);
  return index_->ranks() * sizeof(RankFrame) + std::min(default_cache_bytes, frames) + index_->longest_frame;
}

std::unique_ptr<record::TraceCursor> Trace::open() const { return open(default_cache_bytes); }

std::unique_ptr<record::TraceCursor> Trace::open(std::uint64_t cache_bytes) const {
  return std::make_unique<Cursor>(file_, index_, facts_.states.names().size(), cache_bytes);
}

}  // namespace trgen::formats::container
