// SPDX-License-Identifier: Apache-2.0
// The right to write into a folder, which one process has at a time: two runs that write results or states into one
// folder would leave a mixture. The lock ends with the process, however that ends, and leaves nothing behind. On a file
// system that knows no locks (some mounts over a network) there is none.
#pragma once

#include <filesystem>

namespace fsin {

class FolderLock {
 public:
  /// Throws OutputError when another process has the lock.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_;
};

}  // namespace fsin
