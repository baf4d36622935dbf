// SPDX-License-Identifier: Apache-2.0
// One large zeroed array of bytes, aligned to cache lines, in huge pages where the system has them.
#pragma once

#include <cstddef>
#include <utility>

namespace fsin::network {

class Arena {
 public:
  /// Throws std::bad_alloc when the system refuses.
  explicit Arena(std::size_t bytes);
  ~Arena();
  Arena(Arena&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
  Arena& operator=(Arena&&) = delete;

  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace fsin::network
