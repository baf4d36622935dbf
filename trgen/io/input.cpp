// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "trgen/record/trace_error.hpp"

namespace trgen::io {

Input::Input(const fsin::InputPath& path) : raw_(path) { recognise(); }
Input::Input(std::string name, std::span<const char> bytes) : raw_(std::move(name), bytes) { recognise(); }
Input::~Input() = default;

std::unique_ptr<Input> Input::again() const {
  if (raw_.memory()) return std::make_unique<Input>(name(), *raw_.memory());
  if (raw_.size()) return std::make_unique<Input>(path());
  throw record::TraceError(
      fmt::format("{}: a trace in this format is read more than once; save it in a file first", name()));
}

void Input::recognise() {
  const std::span<const char> first = raw_.peek(raw_head_bytes);
  raw_head_.assign(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(std::min(first.size(), raw_head_bytes)));
  try {
    compression_ = &recognise_compression(raw_head_);
  } catch (const DataError& error) {
    throw record::TraceError(fmt::format("{}: {}", name(), error.what()));
  }
  decoder_ = compression_->decoder();
}

std::span<const char> Input::head() {
  if (!head_read_) {
    head_read_ = true;
    head_.resize(head_bytes);
    std::size_t size = 0;
    try {
      for (std::size_t got = 1; got > 0 && size < head_bytes; size += got) {
        got = decoder_->read(raw_, std::span<char>(head_).subspan(size));
      }
    } catch (const DataError& error) {
      pending_ = error;  // the content before the fault is sound and is returned first
    }
    head_.resize(size);
  }
  return head_;
}

std::size_t Input::read(std::span<char> to) {
  std::size_t got = std::min(head_.size() - head_taken_, to.size());
  if (got > 0) {
    std::memcpy(to.data(), head_.data() + head_taken_, got);
    head_taken_ += got;
  } else if (pending_) {
    throw DataError(*pending_);
  } else {
    got = decoder_->read(raw_, to);
  }
  digest_.add(to.first(got));
  content_bytes_ += got;
  return got;
}

std::string Input::combined_digest(std::span<const std::string> digests) {
  Digest all;
  all.add(fmt::format("{}", fmt::join(digests, "\n")));
  return all.text();
}

}  // namespace trgen::io
