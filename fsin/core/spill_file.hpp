// SPDX-License-Identifier: Apache-2.0
// A temporary file without a name, for what does not fit into memory: it is gone when the program ends, however it
// does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace fsin {

class SpillFile {
 public:
  /// The file is made in `folder` when something is first written to it. `of`: what it holds, for messages.
  SpillFile(std::filesystem::path folder, std::string of) : folder_(std::move(folder)), of_(std::move(of)) {}
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  /// Both throw OutputError (fsin/core/output_file.hpp).
  void append(const void* from, std::size_t bytes);
  void read(std::uint64_t at, void* to, std::size_t bytes) const;
  std::uint64_t size() const { return size_; }

 private:
  void open();
  [[noreturn]] void fail(std::string_view what, int error) const;

  std::filesystem::path folder_;
  std::string of_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace fsin
