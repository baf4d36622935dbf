// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/raw_input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "fsin/core/input_file.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::io {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 17;

}  // namespace

RawInput::RawInput(fsin::InputPath path) : path_(std::move(path)), name_(path_.string()), block_(block_size) {
  if (path_ == "-") {
    name_ = "<stdin>";
    file_ = fsin::InputFile::standard_input();
  } else {
    file_ = std::make_unique<fsin::InputFile>(path_);
  }
  if (file_->is_folder()) throw record::TraceError(fmt::format("{}: is a folder; name the trace file in it", name_));
  if (!file_->is_open()) throw record::TraceError(fmt::format("{}: {}", name_, file_->error()));
  size_ = file_->size();
}

RawInput::RawInput(std::string name, std::span<const char> bytes)
    : name_(std::move(name)), left_(bytes), size_(bytes.size()), memory_(bytes) {}

RawInput::~RawInput() = default;

std::span<const char> RawInput::peek(std::size_t least) {
  while (left_.size() < least && fill()) {
  }
  return left_;
}

void RawInput::take(std::size_t count) {
  left_ = left_.subspan(count);
  taken_ += count;
}

/// Moves unread bytes to the front of the block and reads more after them. False at the end of the input.
bool RawInput::fill() {
  if (!file_) return false;
  if (!left_.empty()) std::memmove(block_.data(), left_.data(), left_.size());
  const std::size_t kept = left_.size();
  const std::ptrdiff_t got = file_->read(std::span<char>(block_).subspan(kept));
  if (got < 0) {
    throw record::TraceError(
        fmt::format("{}: cannot read beyond byte {}: {}", name_, taken_ + kept, std::strerror(errno)));
  }
  left_ = std::span<const char>(block_).first(kept + static_cast<std::size_t>(got));
  return got > 0;
}

}  // namespace trgen::io
