// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/spool_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace trgen::io {
namespace {

constexpr std::uint64_t first_capacity = 1U << 17;  // twice the longest chunk, so that doubling always makes room

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

int open_unlinked(const std::string& folder) {
  std::string path = folder + "/trgen-spool-XXXXXX";
  const int fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(path.c_str());
  return fd;
}

}  // namespace

SpoolStore::~SpoolStore() {
  if (fd_ >= 0) ::close(fd_);
}

std::uint64_t SpoolStore::allocate(std::size_t size) {
  if (in_memory() && size_ + size > limit_) spill();
  if (in_memory() && size_ + size > capacity_) grow_memory();
  const std::uint64_t offset = size_;
  size_ += size;
  return offset;
}

void SpoolStore::grow_memory() {
  const std::uint64_t capacity = std::max(first_capacity, capacity_ * 2);
  auto bigger = std::make_unique_for_overwrite<std::byte[]>(capacity);
  if (size_ > 0) std::memcpy(bigger.get(), memory_.get(), size_);
  memory_ = std::move(bigger);
  capacity_ = capacity;
}

void SpoolStore::spill() {
  folder_ = temporary_folder();
  fd_ = open_unlinked(folder_);
  if (fd_ < 0) {
    throw SpoolError(
        fmt::format("cannot make a temporary file for the trace in '{}': {}; point TMPDIR to a folder that can be "
                    "written",
                    folder_, std::strerror(errno)));
  }
  if (size_ > 0) write(0, {memory_.get(), size_});
  memory_.reset();
  capacity_ = 0;
}

void SpoolStore::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      throw SpoolError(fmt::format(
          "cannot write the temporary file for the trace in '{}' beyond {:.1f} MB: {}; make room there or point "
          "TMPDIR to a folder with more room",
          folder_, static_cast<double>(offset) / 1e6, std::strerror(done < 0 ? errno : ENOSPC)));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
}

std::string SpoolStore::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = ::pread(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return fmt::format("cannot read the temporary file in '{}': {}", folder_, std::strerror(errno));
    if (done == 0) return {};
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return {};
}

}  // namespace trgen::io
