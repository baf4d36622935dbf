// SPDX-License-Identifier: Apache-2.0
// Random access to the bytes of a trace file, for formats that are not read in order.
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
  /// The file behind an input, or a copy of its bytes in memory. Null for a pipe and for a file that no longer exists.
  static std::shared_ptr<const RandomFile> behind(const Input& in);

  explicit RandomFile(std::unique_ptr<fsin::InputFile> file);
  explicit RandomFile(std::span<const char> bytes);
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;
  ~RandomFile();

  std::uint64_t size() const { return size_; }

  /// Reads into all of `to`; may be called from several threads at once. Returns an error text, empty on success.
  std::string read(std::uint64_t offset, std::span<char> to) const;

 private:
  std::unique_ptr<fsin::InputFile> file_;
  std::vector<char> bytes_;
  std::uint64_t size_;
};

}  // namespace trgen::io
