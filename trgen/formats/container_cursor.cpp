// SPDX-License-Identifier: Apache-2.0
// Walks the ranks of a container side by side. Each rank keeps one decoded frame; where all of them take more than the
// cache, the frame of a rank that waits is dropped and decoded again when its turn comes.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "trgen/formats/container.hpp"
#include "trgen/formats/container_trace.hpp"
#include "trgen/formats/text_line.hpp"

namespace trgen::formats {
namespace {

using record::Record;

/// A rank of very many must not pay a frame for each record.
constexpr std::uint64_t least_cache_of_rank = 1024;

struct RankText {
  std::uint64_t left = 0;   ///< records
  std::uint64_t line = 0;   ///< of the next record
  std::uint64_t frame = 0;  ///< place of the frame that is decoded, or comes next
  std::uint64_t after = 0;  ///< place of the one behind it
  std::unique_ptr<char[]> text;
  std::uint32_t size = 0;      ///< of the text; 0: none is decoded
  std::uint32_t capacity = 0;  ///< of its memory
  std::uint32_t at = 0;        ///< next record in the text, also of one that was dropped
};

class ContainerCursor final : public record::TraceCursor {
 public:
  ContainerCursor(std::shared_ptr<const RandomFile> file, std::shared_ptr<const ContainerIndex> index,
                  std::uint64_t cache_bytes)
      : file_(std::move(file)),
        index_(std::move(index)),
        states_(index_->states),
        line_(states_),
        context_(::ZSTD_createDCtx()),
        packed_(index_->longest_frame),
        cache_(std::max(cache_bytes, least_cache_of_rank * index_->ranks())),
        ranks_(index_->ranks()) {
    if (!context_) throw std::bad_alloc();
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      ranks_[rank].left = index_->records(rank);
      ranks_[rank].line = index_->first_line(rank);
      ranks_[rank].frame = ranks_[rank].after = index_->offsets[rank];
    }
  }

  bool next(std::uint32_t number, Record& out) override {
    if (number >= ranks_.size() || !failure_.empty()) return false;
    RankText& rank = ranks_[number];
    if (rank.left == 0 || (rank.at >= rank.size && !load(number, rank))) return false;
    const char* const from = rank.text.get() + rank.at;
    const char* const behind = line_.read(from);
    if (behind == nullptr || !fits(number)) return fail(number, rank, "a line is no record of this rank");
    rank.at += static_cast<std::uint32_t>(behind - from);
    out = line_.record();
    out.line = rank.line++;
    --rank.left;
    return rank.left > 0 || finish(number, rank);
  }

  std::string failure() const override { return failure_; }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
  };

  bool fits(std::uint32_t number) const {
    const Record& record = line_.record();
    if (line_.rank() != number) return false;
    if (record::is_message(record.kind)) return record.peer < ranks_.size();
    return record.state < index_->states.names().size() &&
           (!record.collective || record.peer == record::no_rank || record.peer < ranks_.size());
  }

  bool finish(std::uint32_t number, RankText& rank) {
    if (rank.at != rank.size || rank.after != index_->offsets[number + 1]) {
      return fail(number, rank, "it has more records than the index says");
    }
    drop(rank);
    return true;
  }

  bool fail(std::uint32_t number, const RankText& rank, std::string_view what) {
    failure_ = fmt::format("rank {}: {} (line {}, frame at byte {} of the file); copy or make the file again", number,
                           what, rank.line, rank.frame);
    return false;
  }

  /// Decodes the frame in which the next record stands.
  bool load(std::uint32_t number, RankText& rank) {
    if (rank.size > 0 || rank.frame == rank.after) {
      rank.frame = rank.after;
      rank.at = 0;
    }
    const std::uint64_t end = index_->offsets[number + 1];
    if (rank.frame >= end) return fail(number, rank, "it has fewer records than the index says");
    const std::span<char> packed(packed_.data(), std::min<std::uint64_t>(packed_.size(), end - rank.frame));
    if (const std::string why = file_->read(rank.frame, packed); !why.empty()) return fail(number, rank, why);
    const std::size_t frame_size = ::ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    const unsigned long long size = ::ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (::ZSTD_isError(frame_size) != 0 || size > index_->longest_text || size <= rank.at) {
      return fail(number, rank, "no frame of text");
    }
    make_room(rank, static_cast<std::uint32_t>(size));
    const std::size_t got = ::ZSTD_decompressDCtx(context_.get(), rank.text.get(), size, packed.data(), frame_size);
    if (::ZSTD_isError(got) != 0) {
      return fail(number, rank, fmt::format("corrupt zstd data ({})", ::ZSTD_getErrorName(got)));
    }
    if (got != size || rank.text[size - 1] != '\n') return fail(number, rank, "a frame ends within a line");
    rank.size = static_cast<std::uint32_t>(size);
    rank.after = rank.frame + frame_size;
    return true;
  }

  void make_room(RankText& rank, std::uint32_t size) {
    rank.size = 0;
    if (rank.capacity >= size) return;
    drop(rank);
    for (std::size_t tries = 0; used_ + size > cache_ && tries < ranks_.size(); ++tries) {
      hand_ = hand_ + 1 < ranks_.size() ? hand_ + 1 : 0;
      drop(ranks_[hand_]);
    }
    rank.text = std::make_unique_for_overwrite<char[]>(size);
    rank.capacity = size;
    used_ += size;
  }

  /// What was read of a dropped text is remembered by `at`, unless it was all of it.
  void drop(RankText& rank) {
    if (rank.size > 0 && rank.at >= rank.size) {
      rank.frame = rank.after;
      rank.at = 0;
    }
    rank.size = 0;
    used_ -= rank.capacity;
    rank.capacity = 0;
    rank.text.reset();
  }

  std::shared_ptr<const RandomFile> file_;
  std::shared_ptr<const ContainerIndex> index_;
  record::StateTable states_;
  TextLine line_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<char> packed_;
  std::uint64_t cache_;
  std::uint64_t used_ = 0;
  std::size_t hand_ = 0;
  std::vector<RankText> ranks_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<record::TraceCursor> ContainerTrace::open() const { return open(container_cache_bytes); }

std::unique_ptr<record::TraceCursor> ContainerTrace::open(std::uint64_t cache_bytes) const {
  return std::make_unique<ContainerCursor>(file_, index_, cache_bytes);
}

}  // namespace trgen::formats
