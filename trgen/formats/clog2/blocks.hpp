// SPDX-License-Identifier: Apache-2.0
// Records of a CLOG-2 file, being written: big-endian, in blocks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/formats/clog2/layout.hpp"
#include "trgen/io/output.hpp"

namespace trgen::formats::clog2 {

/// A record under construction: big-endian numbers, texts padded with zeros.
class Bytes {
 public:
  Bytes& number(std::int32_t value) { return unsigned_number(std::bit_cast<std::uint32_t>(value), 4); }
  Bytes& real(double value) { return unsigned_number(std::bit_cast<std::uint64_t>(value), 8); }
  Bytes& text(std::string_view value, std::size_t size) {
    const std::size_t end = text_.size() + size;
    text_ += value.substr(0, size - 1);
    text_.resize(end, '\0');
    return *this;
  }
  std::string_view view() const { return text_; }
  void clear() { text_.clear(); }

 private:
  Bytes& unsigned_number(std::uint64_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) text_.push_back(static_cast<char>(value >> (8 * i)));
    return *this;
  }

  std::string text_;
};

/// Fills blocks with records; without an output, blocks are only counted.
class Blocks {
 public:
  explicit Blocks(io::Output* out) : out_(out) { block_.reserve(layout::usual_block_bytes); }

  void add(double time_s, std::int32_t communicator, std::int32_t rank, layout::Type type, const Bytes& body) {
    const std::size_t size = layout::header_bytes + body.view().size();
    if (used_ + size + layout::header_bytes >= layout::usual_block_bytes) {
      put(header(time_s, communicator, rank, layout::Type::end_block));
      flush();
    }
    put(header(time_s, communicator, rank, type));
    put(body);
  }

  void end() {
    constexpr double latest = 100000000.0;  // the value that MPE writes
    put(header(latest, 0, 0, layout::Type::end_log));
    flush();
  }

  std::uint64_t bytes() const { return count_ * layout::usual_block_bytes; }

 private:
  const Bytes& header(double time_s, std::int32_t communicator, std::int32_t rank, layout::Type type) {
    header_.clear();
    return header_.real(time_s).number(communicator).number(rank).number(0).number(static_cast<std::int32_t>(type));
  }

  void put(const Bytes& bytes) {
    used_ += bytes.view().size();
    if (out_ != nullptr) block_ += bytes.view();
  }

  void flush() {
    if (out_ != nullptr) {
      block_.resize(layout::usual_block_bytes, '\0');
      out_->write(std::string_view(block_));
    }
    block_.clear();
    used_ = 0;
    ++count_;
  }

  io::Output* out_;
  Bytes header_;
  std::string block_;
  std::size_t used_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace trgen::formats::clog2
