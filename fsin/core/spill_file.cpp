// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/spill_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fsin/core/output_file.hpp"

namespace fsin {

SpillFile::~SpillFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SpillFile::open() {
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  std::string name = (folder_ / "fsin-XXXXXX").string();  // not every file system has O_TMPFILE
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(fmt::format("make a file for {}", of_), errno);
  ::unlink(name.c_str());
}

void SpillFile::append(const void* from, std::size_t bytes) {
  if (descriptor_ < 0) open();
  const char* at = static_cast<const char*>(from);
  while (bytes != 0) {
    const ssize_t written = ::pwrite(descriptor_, at, bytes, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(fmt::format("keep {}", of_), written == 0 ? ENOSPC : errno);
    at += written;
    bytes -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
}

void SpillFile::read(std::uint64_t at, void* to, std::size_t bytes) const {
  char* place = static_cast<char*>(to);
  while (bytes != 0) {
    const ssize_t got = ::pread(descriptor_, place, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(fmt::format("read {} again", of_), got == 0 ? EIO : errno);
    place += got;
    bytes -= static_cast<std::size_t>(got);
    at += static_cast<std::uint64_t>(got);
  }
}

void SpillFile::fail(std::string_view what, int error) const {
  throw OutputError(fmt::format("{}: cannot {}: {}; free some space or choose another place", folder_.string(), what,
                                std::strerror(error)));
}

}  // namespace fsin
