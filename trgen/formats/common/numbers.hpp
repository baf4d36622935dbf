// SPDX-License-Identifier: Apache-2.0
// Numbers in the heads and indices of files: 7 bits a byte, lowest first, the highest bit set in all bytes but the
// last; signed numbers are mapped to unsigned ones first (0, -1, 1, -2 ... to 0, 1, 2, 3 ...).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "trgen/record/codec.hpp"

namespace trgen::formats {

class NumberWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_.push_back(static_cast<char>(value | 128U));
    bytes_.push_back(static_cast<char>(value));
  }
  void whole(std::int64_t value) { number(record::codec::zigzag(value)); }
  /// Eight bytes, lowest first.
  void fixed(std::uint64_t value) {
    for (unsigned i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
  }
  void bytes(std::string_view text) { bytes_ += text; }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }

  const std::string& written() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a NumberWriter wrote. A number that is missing reads as zero, and makes the whole unsound.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : left_(bytes), size_(bytes.size()) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !left_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) return value;
    }
    sound_ = false;
    return 0;
  }
  std::int64_t whole() { return record::codec::unzigzag(number()); }
  /// A number up to `most`.
  std::uint64_t number_to(std::uint64_t most) {
    const std::uint64_t value = number();
    if (value <= most) return value;
    sound_ = false;
    return 0;
  }
  /// A number of things that follow, each of which takes a byte at least: this bounds the memory for them.
  std::size_t count() { return number_to(left_.size()); }
  std::uint64_t fixed() {
    std::uint64_t value = 0;
    const std::string_view eight = bytes(8);
    for (std::size_t i = eight.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(eight[i]);
    return value;
  }
  std::string_view bytes(std::size_t size) {
    if (size > left_.size()) {
      sound_ = false;
      left_ = {};
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  std::string_view text() { return bytes(number()); }

  /// What was read cannot be right.
  void refuse() { sound_ = false; }
  bool sound() const { return sound_; }
  bool at_end() const { return left_.empty(); }
  std::size_t left() const { return left_.size(); }
  /// Bytes read so far.
  std::size_t at() const { return size_ - left_.size(); }

 private:
  std::string_view left_;
  std::size_t size_;
  bool sound_ = true;
};

}  // namespace trgen::formats
