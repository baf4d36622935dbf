// SPDX-License-Identifier: Apache-2.0
// Writes a container in one pass: rank after rank, frame after frame, the index last.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "trgen/formats/common/index_frame.hpp"
#include "trgen/formats/container/format.hpp"
#include "trgen/formats/container/index.hpp"
#include "trgen/formats/container/records.hpp"
#include "trgen/formats/text/append.hpp"
#include "trgen/io/digest.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats::container {
namespace {

class Writer {
 public:
  Writer(const record::TraceSource& trace, io::Output& out) : trace_(trace), out_(out), context_(::ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
    for (const std::string& name : trace.state_names()) numbers_.push_back(number_of(name));
    constexpr int level = 5;  // level 1: files 3 to 25% larger, no faster to read; above 5: slower to write
    ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void run() {
    put(skippable_frame(fmt::format("{}2 ranks={} records={}\n", greeting_start, trace_.ranks(), trace_.records())));
    write_header();
    const auto cursor = trace_.open();
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) write_rank(*cursor, rank);
    record::stop_at_failure(trace_, *cursor);
    index_.census = census_.take();
    index_.digest = digest_.value();
    put(encode(index_, written_));
  }

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
  };

  /// Programs may know two states by one name, which a container holds once.
  std::uint16_t number_of(const std::string& name) {
    if (const auto number = states_.number(name)) return *number;
    throw record::TraceError(fmt::format("{}: it has more than {} states, which no container holds", trace_.name(),
                                         record::StateTable::most));
  }

  void put(std::string_view bytes) {
    out_.write(bytes);
    written_ += bytes.size();
  }

  void write_header() {
    text::append_header(text_, trace_);
    line_ = index_.header_lines = static_cast<std::uint64_t>(std::count(text_.begin(), text_.end(), '\n'));
    std::string content(text_.data(), text_.size());
    digest_text();
    content.push_back('\0');
    for (const std::string& name : states_.names()) content.append(name).push_back('\n');
    content.push_back('\n');
    index_.header_bytes = write_frame(content);
    index_.offsets = {written_};
  }

  void write_rank(record::TraceCursor& cursor, std::uint32_t rank) {
    record::Record record;
    std::uint64_t records = 0;
    std::uint64_t time = 0;
    frame_ = {};
    for (; cursor.next(rank, record); ++records) {
      record.line = ++line_;
      if (!record::is_message(record.kind)) record.state = numbers_[record.state];
      if (record.time_ns < time) note_backwards(rank, time, record.time_ns);
      time = record.time_ns;
      census_.add(rank, record);
      text::append_record(text_, rank, record, states_.names());
      pack(record);
      if (frame_.size >= full_) write_rank_frame(rank);
    }
    if (frame_.size > 0) write_rank_frame(rank);
    index_.offsets.push_back(written_);
    index_.firsts.push_back(index_.firsts.back() + records);
  }

  void note_backwards(std::uint32_t rank, std::uint64_t from, std::uint64_t to) {
    if (++index_.backwards <= io::most_warnings) index_.backwards_places.push_back({line_, rank, from, to});
  }

  void pack(const record::Record& record) {
    if (frame_.size == 0) frame_.previous = {.line = record.line - 1};
    std::byte* const from = records_.data() + longest_frame_head + frame_.size;
    frame_.size += static_cast<std::size_t>(record::codec::encode(record, frame_.previous, from) - from);
  }

  void write_rank_frame(std::uint32_t rank) {
    digest_text();
    // The head is written directly before the records, whatever its length.
    std::array<std::byte, longest_frame_head> head{};
    const auto head_size = static_cast<std::size_t>(put_frame_head(head.data(), {rank, frame_.size}) - head.data());
    std::byte* const from = records_.data() + longest_frame_head - head_size;
    std::memcpy(from, head.data(), head_size);
    const std::size_t size = head_size + frame_.size;
    index_.longest_content = std::max<std::uint64_t>(index_.longest_content, size);
    const std::uint64_t bytes = write_frame({reinterpret_cast<const char*>(from), size});
    index_.longest_frame = std::max(index_.longest_frame, bytes);
    frame_ = {};
  }

  void digest_text() {
    digest_.add(text_);
    text_.clear();
  }

  std::uint64_t write_frame(std::string_view content) {
    compressed_.resize(::ZSTD_compressBound(content.size()));
    const std::size_t size =
        ::ZSTD_compress2(context_.get(), compressed_.data(), compressed_.size(), content.data(), content.size());
    if (::ZSTD_isError(size) != 0) {
      throw record::TraceError(fmt::format("{}: zstd cannot compress: {}", out_.path(), ::ZSTD_getErrorName(size)));
    }
    put({compressed_.data(), size});
    return size;
  }

  /// Packed records that are not written yet.
  struct Frame {
    std::size_t size = 0;
    record::codec::Previous previous;
  };

  const record::TraceSource& trace_;
  io::Output& out_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  record::StateTable states_;
  std::vector<std::uint16_t> numbers_;  ///< by state of the trace: that of the container
  io::Digest digest_;
  Index index_;
  record::CensusTaker census_;
  fmt::memory_buffer text_;  ///< text from which the digest is computed
  const std::size_t full_ = content_of_a_frame(trace_.ranks());
  std::vector<std::byte> records_ = std::vector<std::byte>(longest_frame_head + full_ + record::codec::longest_record);
  Frame frame_;
  std::vector<char> compressed_;
  std::uint64_t written_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace

std::uint32_t content_of_a_frame(std::uint32_t ranks) {
  constexpr std::uint64_t smallest = 1024;
  constexpr std::uint64_t largest = 32768;
  constexpr std::uint64_t all_ranks = std::uint64_t{16} << 20;
  const std::uint64_t share = std::bit_floor(std::max<std::uint64_t>(all_ranks / std::max(ranks, 1U), 1));
  return static_cast<std::uint32_t>(std::clamp(share, smallest, largest));
}

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& /*carries all*/) {
  if (const auto& twice = io::compression_for(out.path()); twice.name != "none" && out.path() != "-") {
    throw record::TraceError(fmt::format("{}: a container is compressed already and must stay as it is; name it {}",
                                         out.path(), out.path().substr(0, out.path().size() - twice.suffix.size())));
  }
  Writer(trace, out).run();
}

}  // namespace trgen::formats::container
