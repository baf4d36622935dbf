// SPDX-License-Identifier: Apache-2.0
// Shared by the writers of text formats: a walk over a trace rank by rank, CPU bursts, and text written in blocks.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string_view>

#include "trgen/io/output.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

/// Calls visitor.begin(rank), visitor.record(rank, record) for each record and visitor.end(rank), in order of ranks.
template <class Visitor>
void walk(const record::TraceSource& trace, Visitor& visitor) {
  const auto cursor = trace.open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    visitor.begin(rank);
    while (cursor->next(rank, record)) visitor.record(rank, record);
    record::stop_at_failure(trace, *cursor);
    visitor.end(rank);
  }
}

/// The CPU bursts of one rank, as the replay defines them: the time between SE and the next SS.
class Bursts {
 public:
  /// Length of the burst that ends where this record begins; 0 for none.
  std::uint64_t before(const record::Record& record) {
    if (record::is_message(record.kind)) return 0;
    const bool burst = record.kind == record::Kind::state_start && outside_ && record.time_ns > left_;
    const std::uint64_t length = burst ? record.time_ns - left_ : 0;
    outside_ = record.kind == record::Kind::state_end;
    left_ = record.time_ns;
    return length;
  }

 private:
  std::uint64_t left_ = 0;
  bool outside_ = false;
};

/// Writes text in large blocks. Without an output, the bytes are only counted.
class TextBlocks {
 public:
  explicit TextBlocks(io::Output* out) : out_(out) {}

  /// The buffer to which text is appended; line() ends a line.
  fmt::memory_buffer& text() { return text_; }
  void line() {
    text_.push_back('\n');
    if (text_.size() >= block_size) flush();
  }
  void line(std::string_view whole) {
    text_.append(whole.data(), whole.data() + whole.size());
    line();
  }
  void flush() {
    if (out_ != nullptr) out_->write(std::string_view(text_.data(), text_.size()));
    flushed_ += text_.size();
    text_.clear();
  }
  /// Bytes of text so far.
  std::uint64_t bytes() const { return flushed_ + text_.size(); }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 18;

  io::Output* out_;
  fmt::memory_buffer text_;
  std::uint64_t flushed_ = 0;
};

}  // namespace trgen::formats
