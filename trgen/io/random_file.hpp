// SPDX-License-Identifier: Apache-2.0
// The bytes of a trace file at any place, for formats that are read out of order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "trgen/io/input.hpp"

namespace trgen::io {

class RandomFile {
 public:
  /// The file behind an input, or a copy of the bytes it was made of. Null for a pipe and for a file that is gone.
  static std::shared_ptr<const RandomFile> behind(const Input& in);

  RandomFile(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
  explicit RandomFile(std::span<const char> bytes) : bytes_(bytes.begin(), bytes.end()), size_(bytes.size()) {}
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;
  ~RandomFile();

  std::uint64_t size() const { return size_; }

  /// Fills `to`; may be called from several threads at once. Returns an error text, empty when all was read.
  std::string read(std::uint64_t offset, std::span<char> to) const;

 private:
  int fd_ = -1;
  std::vector<char> bytes_;
  std::uint64_t size_;
};

}  // namespace trgen::io
