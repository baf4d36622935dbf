// SPDX-License-Identifier: Apache-2.0
// Walks the ranks of a container side by side. Each rank keeps one decoded frame, as text or packed; where all of them
// take more than the cache, the frame of a rank that waits is dropped and decoded again when its turn comes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "trgen/formats/container.hpp"
#include "trgen/formats/container_frames.hpp"
#include "trgen/formats/container_line.hpp"
#include "trgen/formats/container_trace.hpp"
#include "trgen/formats/text_line.hpp"
#include "trgen/record/codec.hpp"

namespace trgen::formats {
namespace {

using record::Record;
namespace codec = record::codec;

/// A rank of very many must not pay a frame for each record.
constexpr std::uint64_t least_cache_of_rank = 256;

struct RankFrame {
  std::uint64_t left = 0;         ///< records
  std::uint64_t line = 0;         ///< of the next record
  std::uint64_t frame = 0;        ///< place of the frame that is decoded, or comes next
  std::uint64_t after = 0;        ///< place of the one behind it
  std::unique_ptr<char[]> bytes;  ///< packed: codec::Previous, then records
  std::uint32_t capacity = 0;
  std::uint32_t size = 0;  ///< 0: none is decoded
  std::uint32_t at = 0;    ///< next record
  std::uint32_t done = 0;  ///< records of the frame that were read, also of one that was dropped
};

class ContainerCursor final : public record::TraceCursor {
 public:
  ContainerCursor(std::shared_ptr<const RandomFile> file, std::shared_ptr<const ContainerIndex> index,
                  std::uint64_t cache_bytes, std::uint64_t text_bytes)
      : index_(std::move(index)),
        frames_(std::move(file), *index_),
        states_(index_->states),
        plain_(states_),
        line_(states_),
        packs_(index_->ranks() * index_->longest_text > text_bytes),
        cache_(std::max(cache_bytes, least_cache_of_rank * index_->ranks())),
        ranks_(index_->ranks()) {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      ranks_[rank].left = index_->records(rank);
      ranks_[rank].line = index_->first_line(rank);
      ranks_[rank].frame = ranks_[rank].after = index_->offsets[rank];
    }
  }

  bool next(std::uint32_t number, Record& out) override {
    if (number >= ranks_.size() || !failure_.empty()) return false;
    RankFrame& rank = ranks_[number];
    if (rank.left == 0 || (rank.at >= rank.size && !load(number, rank))) return false;
    if (packs_) {
      unpack(rank, out);
    } else {
      const char* const from = rank.bytes.get() + rank.at;
      const char* const behind = parse(from, number, out);
      if (behind == nullptr) return fail(number, rank, "a line is no record of this rank");
      rank.at += static_cast<std::uint32_t>(behind - from);
      out.line = rank.line;
    }
    ++rank.line;
    ++rank.done;
    --rank.left;
    return rank.left > 0 || finish(number, rank);
  }

  std::string failure() const override { return failure_; }

 private:
  static void unpack(RankFrame& rank, Record& out) {
    codec::Previous previous;
    std::memcpy(&previous, rank.bytes.get(), sizeof previous);
    const auto* const from = reinterpret_cast<const std::byte*>(rank.bytes.get());
    rank.at = static_cast<std::uint32_t>(codec::decode(from + rank.at, previous, out) - from);
    std::memcpy(rank.bytes.get(), &previous, sizeof previous);
  }

  /// What follows the line, null when it is no record of this rank.
  const char* parse(const char* from, std::uint32_t number, Record& out) {
    const char* behind = plain_.read(from, number, out);
    if (behind == nullptr) {  // it has marks, or is faulty
      behind = line_.read(from);
      out = line_.record();
      if (line_.rank() != number) return nullptr;
    }
    return behind != nullptr && fits(out) ? behind : nullptr;
  }

  bool fits(const Record& record) const {
    if (record::is_message(record.kind)) return record.peer < ranks_.size();
    return record.state < index_->states.names().size() &&
           (!record.collective || record.peer == record::no_rank || record.peer < ranks_.size());
  }

  bool finish(std::uint32_t number, RankFrame& rank) {
    if (rank.at != rank.size || rank.after != index_->offsets[number + 1]) {
      return fail(number, rank, "it has more records than the index says");
    }
    drop(rank);
    return true;
  }

  bool fail(std::uint32_t number, const RankFrame& rank, std::string_view what) {
    failure_ = fmt::format("rank {}: {} (line {}, frame at byte {} of the file); copy or make the file again", number,
                           what, rank.line, rank.frame);
    return false;
  }

  /// Decodes the frame in which the next record stands.
  bool load(std::uint32_t number, RankFrame& rank) {
    leave(rank);
    const std::span<const char> text = frames_.decode(rank.frame, index_->offsets[number + 1]);
    if (text.empty()) return fail(number, rank, frames_.why());
    rank.after = frames_.after();
    const bool sound = packs_ ? keep_packed(number, rank, text) : keep_text(rank, text);
    return sound || fail(number, rank, "a line is no record of this rank");
  }

  /// Goes on to the frame behind one that was read to its end.
  static void leave(RankFrame& rank) {
    if (rank.size == 0 || rank.at < rank.size) return;
    rank.frame = rank.after;
    rank.size = rank.at = rank.done = 0;
  }

  bool keep_text(RankFrame& rank, std::span<const char> text) {
    make_room(rank, text.size());
    std::memcpy(rank.bytes.get(), text.data(), text.size());
    rank.size = static_cast<std::uint32_t>(text.size());
    const char* at = rank.bytes.get();
    const char* const end = at + text.size();
    for (std::uint32_t i = 0; i < rank.done && at < end; ++i) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))) + 1;
    }
    rank.at = static_cast<std::uint32_t>(at - rank.bytes.get());
    return at < end;
  }

  bool keep_packed(std::uint32_t number, RankFrame& rank, std::span<const char> text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const codec::Previous start{.line = rank.line - rank.done - 1};
    codec::Previous previous = start;
    std::uint64_t line = start.line;
    Record record;
    pack_.resize(sizeof start);
    std::memcpy(pack_.data(), &start, sizeof start);
    std::size_t size = pack_.size();
    while (at < end) {
      at = parse(at, number, record);
      if (at == nullptr) return false;
      record.line = ++line;
      if (pack_.size() < size + codec::longest_record) pack_.resize(2 * size + codec::longest_record);
      auto* const to = reinterpret_cast<std::byte*>(pack_.data());
      size = static_cast<std::size_t>(codec::encode(record, previous, to + size) - to);
    }
    make_room(rank, size);
    std::memcpy(rank.bytes.get(), pack_.data(), size);
    rank.size = static_cast<std::uint32_t>(size);
    rank.at = sizeof start;
    for (std::uint32_t i = 0; i < rank.done && rank.at < rank.size; ++i) unpack(rank, record);
    return rank.at < rank.size;
  }

  void make_room(RankFrame& rank, std::size_t size) {
    if (rank.capacity >= size) return;
    drop(rank);
    // The next frame may be a little longer.
    const std::size_t room = size + size / 16;
    for (std::size_t tries = 0; used_ + room > cache_ && tries < ranks_.size(); ++tries) {
      hand_ = hand_ + 1 < ranks_.size() ? hand_ + 1 : 0;
      drop(ranks_[hand_]);
    }
    rank.bytes = std::make_unique_for_overwrite<char[]>(room);
    rank.capacity = static_cast<std::uint32_t>(room);
    used_ += room;
  }

  /// What was read of a dropped frame is remembered by `done`.
  void drop(RankFrame& rank) {
    leave(rank);
    used_ -= rank.capacity;
    rank.size = rank.at = rank.capacity = 0;
    rank.bytes.reset();
  }

  std::shared_ptr<const ContainerIndex> index_;
  ContainerFrames frames_;
  record::StateTable states_;
  PlainLine plain_;
  TextLine line_;
  bool packs_;
  std::uint64_t cache_;
  std::uint64_t used_ = 0;
  std::size_t hand_ = 0;
  std::vector<char> pack_;
  std::vector<RankFrame> ranks_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<record::TraceCursor> ContainerTrace::open() const {
  return open(container_cache_bytes, container_text_bytes);
}

std::unique_ptr<record::TraceCursor> ContainerTrace::open(std::uint64_t cache_bytes, std::uint64_t text_bytes) const {
  return std::make_unique<ContainerCursor>(file_, index_, cache_bytes, text_bytes);
}

}  // namespace trgen::formats
