// SPDX-License-Identifier: Apache-2.0
// Destination of the bytes of an output. A file is written under a temporary name beside its own and renamed when it is
// complete; two processes that write one file exclude each other. Links are followed, so that a link stays a link, even
// one whose target does not exist yet, but not one that waits under the temporary name. A pipe, a device
// or a descriptor of this process (/dev/stdout, /dev/fd/3, or what a shell makes of >(command)) is written directly,
// since there is nothing to rename.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace fsin {

class OutputPlace {
 public:
  /// Follows links. A loop of links sets `error` to ELOOP, and the place cannot be opened.
  OutputPlace(const std::filesystem::path& path, std::error_code& error);

  /// True when the output is written directly, without a temporary file beside it.
  bool direct() const { return direct_; }
  /// The path of the file itself, all links followed.
  const std::filesystem::path& path() const { return path_; }

  /// Opens the place if it is direct, else `temporary`, which is made anew and locked as long as it is open. Negative
  /// on failure, with errno set: EBUSY where another process is writing it.
  int open(const std::filesystem::path& temporary) const;
  /// Checks that a direct place may be written to, without opening it, since the reader of a pipe would take the first
  /// close for the end. Empty when it may.
  std::error_code check_direct() const;

 private:
  std::filesystem::path path_;
  std::optional<int> descriptor_;
  bool direct_ = false;
};

/// The descriptor of this process that a path names: 1 for /dev/stdout, 3 for /dev/fd/3 or /proc/self/fd/3.
std::optional<int> own_descriptor(std::string_view path);

/// True when the path is "-" or names standard output.
bool is_standard_output(std::string_view path);

/// True when writing one path would change the other: the same file or folder under two names, links followed, or the
/// same place where nothing exists yet. False for pipes and devices.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// The links of a loop, "a -> b -> a"; empty when the path is not part of one.
std::string link_loop(const std::filesystem::path& path);

}  // namespace fsin
