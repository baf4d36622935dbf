// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/loops/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "trgen/formats/common/index_frame.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::loops {
namespace {

constexpr std::string_view index_magic = "TRGENLPX";
constexpr std::string_view end_magic = "trgenlpx";
constexpr std::uint64_t index_version = 1;
constexpr int head_level = 19;   // a few kilobytes, written once
constexpr int values_level = 5;  // as in a container

bool parse(std::string_view payload, std::uint64_t end, Index& index) {
  NumberReader from(payload);
  if (from.bytes(index_magic.size()) != index_magic || from.number() != index_version) return false;
  index.head_bytes = from.number_to(end - index.head_offset);
  index.longest_frame = from.number_to(::ZSTD_compressBound(most_values_content));
  index.longest_content = from.number_to(most_values_content);
  index.digest = from.fixed();
  std::uint64_t offset = index.head_offset + index.head_bytes;
  index.places.resize(from.count());
  std::uint64_t rank = 0;
  for (Index::Place& each : index.places) {
    const std::uint64_t distance = from.number_to(UINT32_MAX);
    if (distance == 0 && &each != index.places.data()) return false;
    rank += distance;
    each.rank = static_cast<std::uint32_t>(rank);
    each.offset = offset;
    each.bytes = from.number_to(end - offset);
    offset += each.bytes;
    if (!from.sound() || rank > UINT32_MAX) return false;
  }
  return from.sound() && from.at_end() && offset == end;
}

}  // namespace

std::size_t values_in_a_frame(std::uint32_t ranks) {
  constexpr std::size_t all_ranks = std::size_t{32} << 20;
  return std::clamp<std::size_t>(all_ranks / std::max(ranks, 1U), 256, 32768);
}

std::optional<Index> read_index(const io::RandomFile& file, std::string& why) {
  const auto found = find_index(file, end_magic, why);
  if (!found) return std::nullopt;
  Index index;
  index.head_offset = found->behind_first;
  if (parse(found->payload, found->offset, index)) return index;
  why = "the index is damaged";
  return std::nullopt;
}

FrameWriter::FrameWriter(io::Output& out, std::string_view greeting) : out_(out), context_(::ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
  ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  put(skippable_frame(greeting));
}

void FrameWriter::put(std::string_view bytes) {
  out_.write(bytes);
  written_ += bytes.size();
}

std::uint64_t FrameWriter::put_frame(std::string_view content, int level) {
  digest_.add(content);
  ::ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
  packed_.resize(::ZSTD_compressBound(content.size()));
  const std::size_t size =
      ::ZSTD_compress2(context_.get(), packed_.data(), packed_.size(), content.data(), content.size());
  if (::ZSTD_isError(size) != 0)
    throw record::TraceError(fmt::format("{}: zstd cannot compress: {}", out_.path(), ::ZSTD_getErrorName(size)));
  put({packed_.data(), size});
  return size;
}

void FrameWriter::head(std::string_view head) {
  NumberWriter content;
  content.fixed(head.size());
  content.bytes(head);
  index_.head_offset = written_;
  index_.head_bytes = put_frame(content.written(), head_level);
}

void FrameWriter::values(std::uint32_t rank, std::string_view values) {
  NumberWriter content;
  content.number(rank);
  content.number(values.size());
  content.bytes(values);
  if (index_.places.empty() || index_.places.back().rank != rank)
    index_.places.push_back({.rank = rank, .offset = written_});
  const std::uint64_t bytes = put_frame(content.written(), values_level);
  index_.places.back().bytes += bytes;
  index_.longest_frame = std::max(index_.longest_frame, bytes);
  index_.longest_content = std::max<std::uint64_t>(index_.longest_content, content.written().size());
}

void FrameWriter::finish() {
  NumberWriter payload;
  payload.bytes(index_magic);
  payload.number(index_version);
  payload.number(index_.head_bytes);
  payload.number(index_.longest_frame);
  payload.number(index_.longest_content);
  payload.fixed(digest_.value());
  payload.number(index_.places.size());
  std::uint32_t last = 0;
  for (const Index::Place& each : index_.places) {
    payload.number(each.rank - last);
    payload.number(each.bytes);
    last = each.rank;
  }
  put(index_frame(payload.take(), written_, end_magic));
}

FrameReader::FrameReader(std::shared_ptr<const io::RandomFile> file, std::uint64_t longest_content)
    : file_(std::move(file)), context_(::ZSTD_createDCtx()), longest_content_(longest_content) {
  if (!context_) throw std::bad_alloc();
}

std::uint64_t FrameReader::read(std::uint64_t offset, std::uint64_t end, std::string& content) {
  why_ = "there are fewer values than its loops need";
  if (offset >= end) return 0;
  packed_.resize(std::min<std::uint64_t>(::ZSTD_compressBound(longest_content_), end - offset));
  why_ = file_->read(offset, packed_);
  if (!why_.empty()) return 0;
  const std::size_t bytes = ::ZSTD_findFrameCompressedSize(packed_.data(), packed_.size());
  const unsigned long long size = ::ZSTD_getFrameContentSize(packed_.data(), packed_.size());
  why_ = "a frame of it is damaged";
  if (::ZSTD_isError(bytes) != 0 || size > longest_content_) return 0;
  content.resize(size);
  const std::size_t got = ::ZSTD_decompressDCtx(context_.get(), content.data(), size, packed_.data(), bytes);
  if (::ZSTD_isError(got) != 0 || got != size) {
    why_ = fmt::format("corrupt zstd data ({})", ::ZSTD_isError(got) != 0 ? ::ZSTD_getErrorName(got) : "too short");
    return 0;
  }
  why_.clear();
  return offset + bytes;
}

}  // namespace trgen::formats::loops
