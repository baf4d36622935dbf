// SPDX-License-Identifier: Apache-2.0
// A temporary file without a name, for what does not fit into memory: it is gone when the program ends, however it
// does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace fsin {

class SpillFile {
 public:
  /// The file is made in `folder` when something is first written to it.
  explicit SpillFile(std::filesystem::path folder) : folder_(std::move(folder)) {}
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  /// Both throw OutputError (fsin/core/output_file.hpp).
  void append(const void* from, std::size_t bytes);
  void read(std::uint64_t at, void* to, std::size_t bytes);

 private:
  void open();

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace fsin
