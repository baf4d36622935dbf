// SPDX-License-Identifier: Apache-2.0
// What stands behind Inputs (input_path.hpp): what is known of each file, and for which key it was opened. For
// inputs.cpp and input_file.cpp alone.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "fsin/core/digest.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin {

constexpr std::string_view file_has_changed = "the file has changed since this command first read it";

/// As pread(2), whatever signals come.
std::ptrdiff_t read_at(int descriptor, std::uint64_t offset, std::span<char> to);

/// What is known of a file since it was first opened. For several threads at once.
class KnownFile {
 public:
  explicit KnownFile(std::filesystem::path first) : path_(std::move(first)) {}

  /// Takes note of a plain file that was opened. False if it has another content than before, or if that can no longer
  /// be told.
  bool see(int descriptor, const struct stat& facts);
  /// Takes the digest of what was read, from the first byte to the end.
  void read_to_end(int descriptor, const RunningDigest& read);
  /// Path, bytes and, where it is asked for, digest. Throws InputOutputError as Inputs::list().
  Input facts(bool with_digest);

 private:
  /// What shows without reading that a file may have changed. That it has not, only its digest shows.
  struct Stamp {
    std::uint64_t device = 0, node = 0, size = 0;
    std::int64_t changed_s = 0, changed_ns = 0, written_s = 0, written_ns = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const struct stat& facts);
  bool is_unchanged(int descriptor) const;
  void need_digest();

  std::mutex mutex_;
  std::filesystem::path path_;  ///< as it was first given
  std::optional<Stamp> stamp_;
  std::uint64_t bytes_ = 0;
  std::string digest_;
};

/// What a key names, and the files that were opened for it, by their whole names.
struct NamedInput {
  std::shared_ptr<InputStore> store;
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<KnownFile>> files;
};

/// All that is known of files, whichever experiment of a sweep reads them.
class InputStore {
 public:
  static std::string whole_name(const std::filesystem::path& path);

  std::shared_ptr<KnownFile> file(const std::filesystem::path& path);
  /// What is named by this path, whichever key does.
  static std::shared_ptr<NamedInput> named(const std::shared_ptr<InputStore>& store, const std::filesystem::path& path);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<KnownFile>> files_;
  std::map<std::string, std::weak_ptr<NamedInput>> named_;  ///< these hold the store
};

}  // namespace fsin
