// SPDX-License-Identifier: Apache-2.0
// Where the bytes of an output go. A file is written beside its name and renamed when it is whole; through links, so
// that a link stays one, also where nothing is at its end yet. A pipe, a device or a descriptor of this process
// (/dev/stdout, /dev/fd/3, what a shell makes of >(command)) is written as it is: there is nothing to rename.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace fsin {

class OutputPlace {
 public:
  /// Follows links. A loop of links sets `error` (ELOOP), and nothing can be opened here.
  OutputPlace(const std::filesystem::path& path, std::error_code& error);

  /// Written as it is; nothing goes beside it.
  bool direct() const { return direct_; }
  /// The file itself, all links followed.
  const std::filesystem::path& path() const { return path_; }

  /// Opens it, or `temporary` in its place when it is not direct. Negative, with errno, when that fails.
  int open(const std::filesystem::path& temporary) const;
  /// Empty when the place is direct and may be written to, without opening it: a reader of a pipe would take the first
  /// closing for the end.
  std::error_code check_direct() const;

 private:
  std::filesystem::path path_;
  std::optional<int> descriptor_;
  bool direct_ = false;
};

/// The open descriptor of this process that a path names: 1 for /dev/stdout, 3 for /dev/fd/3 or /proc/self/fd/3.
std::optional<int> own_descriptor(std::string_view path);

/// "-", or a path that names standard output.
bool is_standard_output(std::string_view path);

/// Whether writing the one would change the other: the same file or folder under two names, links followed, or the same
/// place where nothing is yet. Pipes and devices are nobody's own.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// The links of a loop, "a -> b -> a"; empty when the path is in none.
std::string link_loop(const std::filesystem::path& path);

}  // namespace fsin
