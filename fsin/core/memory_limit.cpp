// SPDX-License-Identifier: Apache-2.0
// Source: Linux kernel documentation, admin-guide/cgroup-v2.rst (memory.max) and cgroup-v1/memory.rst.
#include "fsin/core/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "fsin/core/quantity_text.hpp"

namespace fsin {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Number in a file; no limit when there is none ("max", no file).
std::uint64_t limit_in(const fs::path& file) {
  std::uint64_t bytes = 0;
  return std::ifstream(file) >> bytes ? bytes : no_limit;
}

/// Lowest limit of a control group and the groups that contain it. A container sees its own group as the top one: the
/// path itself may not exist there, but its last parts do.
std::uint64_t lowest(const fs::path& top, const fs::path& group, const char* name) {
  std::uint64_t least = limit_in(top / name);
  fs::path at = top;
  for (const fs::path& step : group.relative_path()) {
    at /= step;
    least = std::min(least, limit_in(at / name));
  }
  return least;
}

std::uint64_t group_limit(const fs::path& root) {
  const fs::path groups = root / "sys/fs/cgroup";
  std::uint64_t least = no_limit;
  std::ifstream own(root / "proc/self/cgroup");
  for (std::string line; std::getline(own, line);) {  // "0::/path" (version 2), "9:memory:/path" (version 1)
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, lowest(groups, group, "memory.max"));
    if (controllers == "memory") least = std::min(least, lowest(groups / "memory", group, "memory.limit_in_bytes"));
  }
  return least;
}

}  // namespace

std::string MemoryLimit::text() const {
  return fmt::format("{} {}", of_group ? "its control group may have" : "this machine has", bytes_text(bytes));
}

MemoryLimit memory_limit(const fs::path& root, std::uint64_t machine) {
  const std::uint64_t group = group_limit(root);
  if (group != no_limit && (machine == 0 || group < machine)) return {group, true};
  return {machine, false};
}

MemoryLimit memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGE_SIZE);
  const bool known = pages > 0 && size > 0;
  return memory_limit("/", known ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) : 0);
}

}  // namespace fsin
