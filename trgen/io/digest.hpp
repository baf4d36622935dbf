// SPDX-License-Identifier: Apache-2.0
// The xxh64 digest of bytes that arrive in pieces.
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>

namespace trgen::io {

class Digest {
 public:
  Digest() : state_(::XXH64_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    ::XXH64_reset(state_.get(), 0);
  }
  void add(std::span<const char> bytes) { ::XXH64_update(state_.get(), bytes.data(), bytes.size()); }
  /// "xxh64:" and 16 hexadecimal digits: what xxhsum(1) prints for the bytes so far.
  std::string text() const { return text(value()); }
  static std::string text(std::uint64_t value) { return fmt::format("xxh64:{:016x}", value); }
  std::uint64_t value() const { return ::XXH64_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH64_state_t* state) const { ::XXH64_freeState(state); }
  };
  std::unique_ptr<XXH64_state_t, Free> state_;
};

}  // namespace trgen::io
