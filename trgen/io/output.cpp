// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "fsin/core/output_place.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::io {
namespace {

/// True when an error of fsync is a failure to write. Some file systems have no fsync; its absence is none.
bool means_disk(int error) { return error != EINVAL && error != ENOSYS && error != ENOTSUP; }

}  // namespace

void settle_folder(const std::string& path, bool several_files) {
  std::error_code loop;
  const fsin::OutputPlace place(path == "-" ? "/dev/stdout" : path, loop);
  if (loop || place.direct()) return;
  const std::string folder = (place.path().parent_path() / ".").string();
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw record::TraceError(fmt::format("{}: cannot open: {}", folder, std::strerror(errno)));
  const int error = (several_files ? ::syncfs(fd) : ::fsync(fd)) == 0 ? 0 : errno;
  ::close(fd);
  if (error != 0 && means_disk(error)) {
    throw record::TraceError(fmt::format("{}: cannot write: {}", path, std::strerror(error)));
  }
}

Output::Output(std::string path) : path_(std::move(path)), encoder_(compression_for(path_).encoder()) {
  std::error_code error;
  const fsin::OutputPlace place(path_ == "-" ? "/dev/stdout" : path_, error);
  if (error) {
    throw record::TraceError(
        fmt::format("{}: cannot write: a loop of links ({}); give another name", path_, fsin::link_loop(path_)));
  }
  final_ = place.path().string();
  if (!place.direct()) temporary_ = final_ + ".partial";
  fd_ = place.open(temporary_);
  if (fd_ < 0) {
    const int reason = errno;
    temporary_.clear();
    throw record::TraceError(fmt::format("{}: cannot write: {}", path_, std::strerror(reason)));
  }
}

Output::~Output() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());  // while it is locked
  if (fd_ >= 0) ::close(fd_);
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
  // Some file systems report only in fsync that the disk is full; and the file must not get its name before its content
  // is safe.
  int error = temporary_.empty() || ::fsync(fd_) == 0 || !means_disk(errno) ? 0 : errno;
  if (::close(std::exchange(fd_, -1)) != 0 && error == 0) error = errno;
  if (error == 0 && !temporary_.empty() && std::rename(temporary_.c_str(), final_.c_str()) != 0) error = errno;
  if (error != 0) throw record::TraceError(fmt::format("{}: cannot write: {}", path_, std::strerror(error)));
  temporary_.clear();
}

}  // namespace trgen::io
