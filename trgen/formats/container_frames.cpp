// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace trgen::formats {

ContainerFrames::ContainerFrames(std::shared_ptr<const RandomFile> file, const ContainerIndex& index)
    : file_(std::move(file)), context_(::ZSTD_createDCtx()), packed_(index.longest_frame), text_(index.longest_text) {
  if (!context_) throw std::bad_alloc();
}

std::span<const char> ContainerFrames::fail(std::string why) {
  why_ = std::move(why);
  return {};
}

std::span<const char> ContainerFrames::decode(std::uint64_t offset, std::uint64_t end) {
  if (offset >= end) return fail("it has fewer records than the index says");
  const std::span<char> packed(packed_.data(), std::min<std::uint64_t>(packed_.size(), end - offset));
  if (std::string why = file_->read(offset, packed); !why.empty()) return fail(std::move(why));
  const std::size_t frame_size = ::ZSTD_findFrameCompressedSize(packed.data(), packed.size());
  const unsigned long long size = ::ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (::ZSTD_isError(frame_size) != 0 || size > text_.size() || size == 0) return fail("no frame of text");
  const std::size_t got = ::ZSTD_decompressDCtx(context_.get(), text_.data(), size, packed.data(), frame_size);
  if (::ZSTD_isError(got) != 0) return fail(fmt::format("corrupt zstd data ({})", ::ZSTD_getErrorName(got)));
  if (got != size || text_[size - 1] != '\n') return fail("a frame ends within a line");
  after_ = offset + frame_size;
  return std::span<const char>(text_).first(size);
}

}  // namespace trgen::formats
