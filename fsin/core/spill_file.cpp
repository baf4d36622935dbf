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
namespace {

[[noreturn]] void fail_to_spill(const std::filesystem::path& folder, const char* what, int error) {
  throw OutputError(fmt::format("{}: a temporary file there cannot be {}: {}; free some space or choose another place",
                                folder.string(), what, std::strerror(error)));
}

}  // namespace

SpillFile::~SpillFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SpillFile::open() {
  std::string name = (folder_ / ".fsin-XXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail_to_spill(folder_, "made", errno);
  ::unlink(name.c_str());
}

void SpillFile::append(const void* from, std::size_t bytes) {
  if (descriptor_ < 0) open();
  const char* at = static_cast<const char*>(from);
  while (bytes != 0) {
    const ssize_t written = ::pwrite(descriptor_, at, bytes, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail_to_spill(folder_, "written", written == 0 ? ENOSPC : errno);
    at += written;
    bytes -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
}

void SpillFile::read(std::uint64_t at, void* to, std::size_t bytes) {
  char* place = static_cast<char*>(to);
  while (bytes != 0) {
    const ssize_t got = ::pread(descriptor_, place, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail_to_spill(folder_, "read", got == 0 ? EIO : errno);
    place += got;
    bytes -= static_cast<std::size_t>(got);
    at += static_cast<std::uint64_t>(got);
  }
}

}  // namespace fsin
