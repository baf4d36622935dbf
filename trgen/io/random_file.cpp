// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/random_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace trgen::io {

std::shared_ptr<const RandomFile> RandomFile::behind(const Input& in) {
  if (in.memory()) return std::make_shared<RandomFile>(*in.memory());
  if (!in.file_size()) return nullptr;
  const int fd = ::open(in.name().c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  struct stat facts {};
  if (::fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    ::close(fd);
    return nullptr;
  }
  return std::make_shared<RandomFile>(fd, static_cast<std::uint64_t>(facts.st_size));
}

RandomFile::~RandomFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::string RandomFile::read(std::uint64_t offset, std::span<char> to) const {
  if (offset > size_ || to.size() > size_ - offset) return fmt::format("the file ends before byte {}", offset);
  if (to.empty()) return {};
  if (fd_ < 0) {
    std::memcpy(to.data(), bytes_.data() + offset, to.size());
    return {};
  }
  while (!to.empty()) {
    const ssize_t got = ::pread(fd_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fmt::format("cannot read at byte {}: {}", offset, std::strerror(errno));
    if (got == 0) return fmt::format("the file ends before byte {}", offset + to.size());
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace trgen::io
