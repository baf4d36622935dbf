// SPDX-License-Identifier: Apache-2.0
// Writes a container in one pass: rank after rank, frame after frame, the index last.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <vector>

#include "trgen/formats/container.hpp"
#include "trgen/formats/container_index.hpp"
#include "trgen/formats/digest.hpp"
#include "trgen/formats/problems.hpp"
#include "trgen/formats/text_append.hpp"

namespace trgen::formats {
namespace {

class ContainerWriter {
 public:
  ContainerWriter(const record::TraceSource& trace, Output& out)
      : trace_(trace), out_(out), context_(::ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
    // For frames this small, full of numbers, it is smaller and faster than levels 2 to 5; level 7 saves another tenth
    // but takes five times as long.
    constexpr int level = 1;
    ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    for (const std::string& name : trace.state_names()) index_.states.number(name);
  }

  void run() {
    put(skippable_frame(
        fmt::format("{}1 ranks={} records={}\n", container_greeting, trace_.ranks(), trace_.records())));
    write_header();
    const auto cursor = trace_.open();
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) write_rank(*cursor, rank);
    if (!cursor->failure().empty()) throw record::TraceError(fmt::format("{}: {}", trace_.name(), cursor->failure()));
    index_.digest = digest_.value();
    put(encode(index_, written_));
  }

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
  };

  void put(std::string_view bytes) {
    out_.write(bytes);
    written_ += bytes.size();
  }

  void write_header() {
    append_text_header(text_, trace_);
    index_.header_lines = static_cast<std::uint64_t>(std::count(text_.begin(), text_.end(), '\n'));
    index_.header_bytes = write_frame();
    index_.offsets = {written_};
    line_ = index_.header_lines;
  }

  void write_rank(record::TraceCursor& cursor, std::uint32_t rank) {
    const std::size_t full = container_frame_text(trace_.ranks());
    record::Record record;
    std::uint64_t records = 0;
    std::uint64_t time = 0;
    for (; cursor.next(rank, record); ++records) {
      ++line_;
      if (record.time_ns < time) note_backwards(rank, time, record.time_ns);
      time = record.time_ns;
      append_record(text_, rank, record, trace_.state_names());
      if (text_.size() >= full) write_rank_frame();
    }
    if (text_.size() > 0) write_rank_frame();
    index_.offsets.push_back(written_);
    index_.firsts.push_back(index_.firsts.back() + records);
  }

  void note_backwards(std::uint32_t rank, std::uint64_t from, std::uint64_t to) {
    if (++index_.backwards <= most_warnings) index_.backwards_places.push_back({line_, rank, from, to});
  }

  void write_rank_frame() {
    index_.longest_text = std::max<std::uint64_t>(index_.longest_text, text_.size());
    index_.longest_frame = std::max(index_.longest_frame, write_frame());
  }

  std::uint64_t write_frame() {
    digest_.add(text_);
    frame_.resize(::ZSTD_compressBound(text_.size()));
    const std::size_t size = ::ZSTD_compress2(context_.get(), frame_.data(), frame_.size(), text_.data(), text_.size());
    if (::ZSTD_isError(size) != 0) {
      throw record::TraceError(fmt::format("{}: zstd cannot compress: {}", out_.path(), ::ZSTD_getErrorName(size)));
    }
    put({frame_.data(), size});
    text_.clear();
    return size;
  }

  const record::TraceSource& trace_;
  Output& out_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  Digest digest_;
  ContainerIndex index_;
  fmt::memory_buffer text_;
  std::vector<char> frame_;
  std::uint64_t written_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace

std::uint32_t container_frame_text(std::uint32_t ranks) {
  constexpr std::uint64_t smallest = 4096;
  constexpr std::uint64_t largest = 32768;
  constexpr std::uint64_t all_ranks = std::uint64_t{64} << 20;  // a fifth of that once it is packed
  const std::uint64_t share = std::bit_floor(std::max<std::uint64_t>(all_ranks / std::max(ranks, 1U), 1));
  return static_cast<std::uint32_t>(std::clamp(share, smallest, largest));
}

void ContainerFormat::write(const record::TraceSource& trace, Output& out, record::Losses& /*carries all*/) {
  if (const auto& twice = compression_for(out.path()); twice.name != "none" && out.path() != "-") {
    throw record::TraceError(fmt::format("{}: a container is compressed already and must stay as it is; name it {}",
                                         out.path(), out.path().substr(0, out.path().size() - twice.suffix.size())));
  }
  ContainerWriter(trace, out).run();
}

}  // namespace trgen::formats
