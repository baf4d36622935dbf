// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/raw_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "fsin/core/output_place.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::io {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 17;

std::string why_not_open(const std::string& name, int error) {
  const std::string loop = error == ELOOP ? fsin::link_loop(name) : std::string();
  return loop.empty() ? std::strerror(error) : fmt::format("a loop of links ({})", loop);
}

}  // namespace

RawInput::RawInput(const std::string& path) : name_(path == "-" ? "<stdin>" : path), block_(block_size) {
  fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) throw record::TraceError(fmt::format("{}: cannot open: {}", name_, why_not_open(name_, errno)));
  struct stat facts {};
  if (::fstat(fd_, &facts) == 0) {
    if (S_ISDIR(facts.st_mode)) {
      ::close(fd_);
      throw record::TraceError(fmt::format("{}: is a folder; name the trace file in it", name_));
    }
    if (S_ISREG(facts.st_mode)) size_ = static_cast<std::uint64_t>(facts.st_size);
  }
}

RawInput::RawInput(std::string name, std::span<const char> bytes)
    : name_(std::move(name)), left_(bytes), size_(bytes.size()), memory_(bytes) {}

RawInput::~RawInput() {
  if (fd_ >= 0) ::close(fd_);
}

std::span<const char> RawInput::peek(std::size_t least) {
  while (left_.size() < least && fill()) {
  }
  return left_;
}

void RawInput::take(std::size_t count) {
  left_ = left_.subspan(count);
  taken_ += count;
}

/// Moves unread bytes to the front of the block and reads more after them. False at the end of the input.
bool RawInput::fill() {
  if (fd_ < 0) return false;
  if (!left_.empty()) std::memmove(block_.data(), left_.data(), left_.size());
  const std::size_t kept = left_.size();
  ssize_t got = 0;
  do {
    got = ::read(fd_, block_.data() + kept, block_.size() - kept);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    throw record::TraceError(
        fmt::format("{}: cannot read beyond byte {}: {}", name_, taken_ + kept, std::strerror(errno)));
  }
  left_ = std::span<const char>(block_).first(kept + static_cast<std::size_t>(got));
  return got > 0;
}

}  // namespace trgen::io
