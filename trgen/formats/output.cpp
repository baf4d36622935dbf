// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "trgen/record/source.hpp"

namespace trgen::formats {
namespace {

/// A device or a pipe (/dev/null, /dev/stdout) is written in place: there is nothing to rename.
bool is_special(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)), encoder_(compression_for(path_).encoder()) {
  if (path_ == "-") {
    fd_ = ::dup(STDOUT_FILENO);
  } else if (is_special(path_)) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary_ = path_ + ".partial";
    fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (fd_ < 0) {
    const int reason = errno;
    temporary_.clear();
    throw record::TraceError(fmt::format("{}: cannot write: {}", path_, std::strerror(reason)));
  }
}

Output::~Output() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void Output::write(std::span<const char> bytes) {
  encoder_->write(bytes, [this](std::span<const char> encoded) { put(encoded); });
}

void Output::put(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      throw record::TraceError(fmt::format("{}: cannot write beyond {} bytes: {}; nothing was left behind", path_,
                                           file_bytes_, std::strerror(errno)));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    file_bytes_ += static_cast<std::uint64_t>(done);
  }
}

void Output::commit() {
  encoder_->finish([this](std::span<const char> encoded) { put(encoded); });
  const int fd = std::exchange(fd_, -1);
  if (::close(fd) != 0 || (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0)) {
    throw record::TraceError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
  }
  temporary_.clear();
}

}  // namespace trgen::formats
