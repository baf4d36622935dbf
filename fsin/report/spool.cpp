// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/spool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "fsin/core/output_file.hpp"

namespace fsin::report {
namespace {

constexpr std::size_t most_in_memory = 1U << 20U;

/// Not every file system has O_TMPFILE.
int open_nameless(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
  std::string name = (folder / "fsin-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

Spool::~Spool() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Spool::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= most_in_memory) spill();
}

void Spool::spill() {
  if (descriptor_ < 0) descriptor_ = open_nameless(folder_);
  if (descriptor_ < 0) fail("cannot make a file for the results of runs");
  for (std::string_view rest = buffer_; !rest.empty();) {
    const ssize_t done = ::write(descriptor_, rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("cannot keep the results of runs");
    rest.remove_prefix(static_cast<std::size_t>(done));
  }
  buffer_.clear();
}

void Spool::copy_to(const std::function<void(std::string_view)>& take) {
  if (descriptor_ >= 0) {
    spill();
    std::vector<char> piece(most_in_memory);
    for (off_t at = 0;;) {
      const ssize_t done = ::pread(descriptor_, piece.data(), piece.size(), at);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("cannot read the results of runs again");
      if (done == 0) return;
      take({piece.data(), static_cast<std::size_t>(done)});
      at += done;
    }
  }
  take(buffer_);
}

void Spool::fail(std::string_view what) const {
  throw OutputError(
      fmt::format("{}: {}: {}; free some space or choose another place", folder_.string(), what, std::strerror(errno)));
}

}  // namespace fsin::report
