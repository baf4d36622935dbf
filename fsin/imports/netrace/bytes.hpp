// SPDX-License-Identifier: Apache-2.0
// The bytes of a trace, one after another, unpacked where it is packed (trgen/io/compression.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trgen/io/compression.hpp"

namespace fsin::imports::netrace {

class Bytes {
 public:
  static constexpr std::uint64_t most = std::uint64_t{4} << 30U;  ///< after unpacking

  /// The bytes must outlive this.
  explicit Bytes(std::string_view packed);

  /// The next `size` bytes, at most 64 KiB; fewer at the end, or where the packed data are damaged (error()). Valid
  /// until the next call.
  std::string_view next(std::size_t size);
  /// Leaves bytes out; false at the end.
  bool skip(std::uint64_t size);

  std::uint64_t place() const { return place_; }
  /// Why there are no more bytes; empty at the end of the file.
  const std::string& error() const { return error_; }

 private:
  void unpack();

  trgen::io::RawInput raw_;
  std::unique_ptr<trgen::io::Decoder> decoder_;  ///< null at the end
  std::array<char, 1U << 16U> block_;
  std::string ready_;
  std::size_t at_ = 0;
  std::uint64_t place_ = 0, unpacked_ = 0;
  std::string error_;
};

}  // namespace fsin::imports::netrace
