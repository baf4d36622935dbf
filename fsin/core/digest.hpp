// SPDX-License-Identifier: Apache-2.0
// The digest of bytes by which files and configurations are told apart: XXH3 of 128 bits, which `xxhsum -H128` prints.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fsin {

/// Of bytes that come in pieces.
class RunningDigest {
 public:
  RunningDigest();
  RunningDigest(const RunningDigest&) = delete;
  RunningDigest& operator=(const RunningDigest&) = delete;
  ~RunningDigest();

  void add(std::span<const char> bytes);
  std::uint64_t bytes() const { return bytes_; }
  /// 32 hexadecimal digits.
  std::string digits() const;
  /// The same behind "xxh128:".
  std::string text() const { return "xxh128:" + digits(); }

 private:
  void* state_;  ///< of xxHash, whose header is for digest.cpp alone
  std::uint64_t bytes_ = 0;
};

/// RunningDigest::digits() of a whole text.
std::string digits_of_digest(std::string_view text);
/// RunningDigest::text() of a whole text.
std::string digest_of(std::string_view text);

}  // namespace fsin
