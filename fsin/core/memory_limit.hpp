// SPDX-License-Identifier: Apache-2.0
// How much memory this process may have: the machine's, or less where a control group (a container, a batch system)
// sets a limit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace fsin {

struct MemoryLimit {
  std::uint64_t bytes = 0;  ///< 0: it cannot be told
  bool of_group = false;    ///< a control group's, below what the machine has

  /// "this machine has 23.5 GiB", "its control group may have 2 GiB".
  std::string text() const;
};

/// `root` is "/" but in tests: where proc/self/cgroup and sys/fs/cgroup are looked for. `machine`: its physical memory.
MemoryLimit memory_limit(const std::filesystem::path& root, std::uint64_t machine);
MemoryLimit memory_limit();

}  // namespace fsin
