// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "fsin/core/output_place.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

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
  if (::close(fd) != 0 || (!temporary_.empty() && std::rename(temporary_.c_str(), final_.c_str()) != 0)) {
    throw record::TraceError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
  }
  temporary_.clear();
}

}  // namespace trgen::formats
