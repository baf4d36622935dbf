// SPDX-License-Identifier: Apache-2.0
// Text that grows with the number of runs, kept out of memory: beyond a megabyte it lies in a file without a name,
// which is gone with the process.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace fsin::report {

class Spool {
 public:
  /// `folder`: where the file is made when one is needed.
  explicit Spool(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// Appends; throws OutputError when the disk is full, say.
  void write(std::string_view text);
  /// All that was written, in order, piece by piece.
  void copy_to(const std::function<void(std::string_view)>& take);

 private:
  void spill();
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path folder_;
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace fsin::report
