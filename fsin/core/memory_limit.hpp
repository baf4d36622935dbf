// SPDX-License-Identifier: Apache-2.0
// Memory that this process may use: that of the machine, or less where a control group (a container, a batch system)
// sets a limit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fsin {

struct MemoryLimit {
  std::uint64_t bytes = 0;  ///< 0: unknown
  bool of_group = false;    ///< the limit is that of a control group, below what the machine has

  /// "this machine has 23.5 GiB", "its control group may have 2 GiB".
  std::string text() const;
};

/// Limit found under `root`, which is "/" except in tests: proc/self/cgroup and sys/fs/cgroup are looked for there.
/// `machine` is the physical memory in bytes.
MemoryLimit memory_limit(const std::filesystem::path& root, std::uint64_t machine);
MemoryLimit memory_limit();

}  // namespace fsin
