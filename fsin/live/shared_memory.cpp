// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/shared_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "fsin/core/input_output_error.hpp"

namespace fsin::live {
namespace {

/// Memory is taken only where it is written: this is a limit, not an amount.
constexpr std::uint64_t arena_bytes = std::uint64_t{4} << 30U;

[[noreturn]] void fail(std::string_view what) {
  throw InputOutputError(fmt::format("live: {}: {}", what, std::strerror(errno)));
}

}  // namespace

SharedMemory::SharedMemory(std::uint32_t ranks, const Costs& costs) : bytes_(file_bytes(ranks, arena_bytes)) {
  descriptor_ = memfd_create("fsin-live", MFD_CLOEXEC);
  if (descriptor_ < 0) fail("no shared memory (memfd_create)");
  void* base = MAP_FAILED;
  if (ftruncate(descriptor_, static_cast<off_t>(bytes_ + most_common_memory)) == 0) {
    base = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  }
  if (base == MAP_FAILED) {
    close(descriptor_);
    fail(fmt::format("shared memory for {} ranks cannot be mapped", ranks));
  }
  memory_.base = static_cast<std::byte*>(base);
  auto* shared = new (base) Shared;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) new (&memory_.rank(rank)) RankBlock;  // queues stay untouched
  shared->version = layout_version;
  shared->ranks = ranks;
  shared->running = static_cast<std::int32_t>(ranks);
  shared->simulator = getpid();
  shared->arena_bytes = arena_bytes;
  shared->mapped_bytes = bytes_;
  shared->costs = costs;
  shared->magic = magic;
}

SharedMemory::~SharedMemory() {
  munmap(memory_.base, bytes_);
  close(descriptor_);
}

std::string SharedMemory::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }

}  // namespace fsin::live
