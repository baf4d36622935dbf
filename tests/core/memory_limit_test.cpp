// SPDX-License-Identifier: Apache-2.0
// What a process may have, from files as the kernel writes them.
#include "fsin/core/memory_limit.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/scratch.hpp"

namespace memory_limit_test {

using namespace fsin;

namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30U;

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("without a control group the machine is the limit") {
  const fsin::test::Scratch root;
  const MemoryLimit limit = memory_limit(root.path(), 8 * gib);
  CHECK(limit.bytes == 8 * gib);
  CHECK(limit.text() == "this machine has 8 GiB");
}

TEST_CASE("the lowest limit of a group and of those around it holds, in version 2") {
  const fsin::test::Scratch root;
  write(root.path() / "proc/self/cgroup", "0::/batch/job7\n");
  write(root.path() / "sys/fs/cgroup/batch/memory.max", "2147483648\n");
  write(root.path() / "sys/fs/cgroup/batch/job7/memory.max", "max\n");
  const MemoryLimit limit = memory_limit(root.path(), 8 * gib);
  CHECK(limit.bytes == 2 * gib);
  CHECK(limit.text() == "its control group may have 2 GiB");
}

TEST_CASE("a container that sees its own group as the top one is limited by it, in version 1") {
  const fsin::test::Scratch root;
  write(root.path() / "proc/self/cgroup", "9:memory:/docker/abc\n3:cpu:/docker/abc\n");
  write(root.path() / "sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  CHECK(memory_limit(root.path(), 8 * gib).bytes == gib);
}

TEST_CASE("a group that may have more than the machine has changes nothing") {
  const fsin::test::Scratch root;
  write(root.path() / "proc/self/cgroup", "9:memory:/\n");
  write(root.path() / "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  const MemoryLimit limit = memory_limit(root.path(), 8 * gib);
  CHECK(limit.bytes == 8 * gib);
  CHECK_FALSE(limit.of_group);
}

}  // namespace memory_limit_test
