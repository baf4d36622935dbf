// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <utility>

namespace trgen::formats::container {

Frames::Frames(std::shared_ptr<const io::RandomFile> file, const Index& index)
    : file_(std::move(file)),
      context_(::ZSTD_createDCtx()),
      packed_(index.longest_frame),
      longest_content_(index.longest_content) {
  if (!context_) throw std::bad_alloc();
}

std::size_t Frames::find(std::uint64_t offset, std::uint64_t end) {
  content_bytes_ = 0;
  why_ = "it has fewer records than the index says";
  if (offset >= end) return 0;
  const std::span<char> packed(packed_.data(), std::min<std::uint64_t>(packed_.size(), end - offset));
  why_ = file_->read(offset, packed);
  if (!why_.empty()) return 0;
  frame_bytes_ = ::ZSTD_findFrameCompressedSize(packed.data(), packed.size());
  const unsigned long long size = ::ZSTD_getFrameContentSize(packed.data(), packed.size());
  why_ = "this is not a frame of records";
  if (::ZSTD_isError(frame_bytes_) != 0 || size > longest_content_) return 0;
  after_ = offset + frame_bytes_;
  return content_bytes_ = size;
}

bool Frames::decode(std::byte* to) {
  const std::size_t got = ::ZSTD_decompressDCtx(context_.get(), to, content_bytes_, packed_.data(), frame_bytes_);
  if (::ZSTD_isError(got) == 0 && got == content_bytes_) return true;
  why_ = fmt::format("corrupt zstd data ({})", ::ZSTD_isError(got) != 0 ? ::ZSTD_getErrorName(got) : "too short");
  return false;
}

}  // namespace trgen::formats::container
