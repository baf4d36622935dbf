// SPDX-License-Identifier: Apache-2.0
// Text that grows with the number of runs, kept out of memory: beyond a megabyte it lies in a file without a name,
// which is gone with the process.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "fsin/core/spill_file.hpp"

namespace fsin::report {

class Spool {
 public:
  /// `folder`: where the file is made when one is needed.
  explicit Spool(std::filesystem::path folder) : file_(std::move(folder), "the results of runs") {}

  /// Appends; throws OutputError when the disk is full, say.
  void write(std::string_view text);
  /// All that was written, in order, piece by piece.
  void copy_to(const std::function<void(std::string_view)>& take);

 private:
  SpillFile file_;
  std::string buffer_;
};

}  // namespace fsin::report
