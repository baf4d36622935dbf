// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/output_place.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "fsin/core/text.hpp"

namespace fsin {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as many as Linux follows

/// Target of a link; empty when the path is no link.
fs::path target_of(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  if (error) return {};
  return target.is_absolute() ? target : link.parent_path() / target;
}

/// File behind all links, whether it exists or not.
fs::path followed(fs::path path, std::error_code& error) {
  for (int links = 0; links <= most_links; ++links) {
    fs::path next = target_of(path);
    if (next.empty()) return path;
    path = std::move(next);
  }
  error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return path;
}

}  // namespace

std::optional<int> own_descriptor(std::string_view path) {
  constexpr std::array<std::string_view, 3> standard{"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  constexpr std::array<std::string_view, 2> folders{"/dev/fd/", "/proc/self/fd/"};
  for (std::size_t i = 0; i < standard.size(); ++i) {
    if (path == standard[i]) return static_cast<int>(i);
  }
  for (const std::string_view folder : folders) {
    if (!path.starts_with(folder)) continue;
    const auto number = parse_natural(path.substr(folder.size()));
    if (number && *number <= 0xffff) return static_cast<int>(*number);
  }
  return std::nullopt;
}

bool is_standard_output(std::string_view path) { return path == "-" || own_descriptor(path) == STDOUT_FILENO; }

OutputPlace::OutputPlace(const fs::path& path, std::error_code& error)
    : path_(path), descriptor_(own_descriptor(path.native())) {
  error.clear();
  if (descriptor_) {
    direct_ = true;
    return;
  }
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    direct_ = true;
    return;
  }
  path_ = followed(path, error);
}

namespace {

/// Locks an open file, and checks that it still has its name. A file system without locks has to do without.
bool lock(int descriptor, const fs::path& path) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

/// Removes what a process that was killed has left under a temporary name, or somebody has put there; a link is not
/// followed. False, with errno set, where a process is writing it or it cannot be removed.
bool remove_left_over(const fs::path& temporary) {
  const int found = ::open(temporary.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (found >= 0) {
    const bool free = lock(found, temporary);
    const bool removed = free && ::unlink(temporary.c_str()) == 0;
    ::close(found);
    if (!free) errno = EBUSY;
    return removed;
  }
  return errno == ENOENT || ::unlink(temporary.c_str()) == 0;
}

}  // namespace

int OutputPlace::open(const fs::path& temporary) const {
  if (descriptor_) return ::dup(*descriptor_);
  if (direct_) return ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  constexpr int most_tries = 8;  // several processes may remove a file that is left over
  for (int tries = 0; tries < most_tries; ++tries) {
    const int made = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made >= 0 && lock(made, temporary)) return made;
    if (made >= 0) {
      ::close(made);
    } else if (errno != EEXIST || !remove_left_over(temporary)) {
      return -1;
    }
  }
  errno = EBUSY;
  return -1;
}

std::error_code OutputPlace::check_direct() const {
  bool writable = false;
  if (descriptor_) {
    const int flags = ::fcntl(*descriptor_, F_GETFL);
    writable = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;  // NOLINT(hicpp-signed-bitwise): of POSIX
    if (flags >= 0 && !writable) return std::make_error_code(std::errc::bad_file_descriptor);
  } else {
    struct stat facts {};
    const bool folder = ::stat(path_.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
    if (folder) return std::make_error_code(std::errc::is_a_directory);
    writable = ::access(path_.c_str(), W_OK) == 0;
  }
  return writable ? std::error_code() : std::error_code(errno, std::generic_category());
}

bool same_file(const fs::path& one, const fs::path& other) {
  struct stat first {};
  struct stat second {};
  const bool first_there = ::stat(one.c_str(), &first) == 0;
  const bool second_there = ::stat(other.c_str(), &second) == 0;
  if (first_there != second_there) return false;
  if (first_there) {
    const bool kept = S_ISREG(first.st_mode) || S_ISDIR(first.st_mode);
    return kept && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  }
  std::error_code error;
  const auto place = [&](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(followed(path, error), error), error);
  };
  const fs::path first_place = place(one);
  const fs::path second_place = place(other);
  return !error && first_place == second_place;
}

std::string link_loop(const fs::path& path) {
  std::string text = path.string();
  fs::path at = path;
  std::error_code error;
  if (followed(path, error); !error) return {};
  for (int links = 0; links <= most_links; ++links) {
    at = target_of(at);
    text += " -> " + at.string();
    if (at.lexically_normal() == path.lexically_normal()) break;
    if (links == 4) return text + " -> ...";
  }
  return text;
}

}  // namespace fsin
