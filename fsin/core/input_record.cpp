// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/input_record.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "fsin/core/input_file.hpp"
#include "fsin/core/input_output_error.hpp"

namespace fsin {
namespace {

namespace fs = std::filesystem;

/// Empty when the file cannot be read to its end.
std::string digest_of(int descriptor) {
  RunningDigest digest;
  std::vector<char> block(std::size_t{1} << 20U);
  for (;;) {
    const std::ptrdiff_t got = read_at(descriptor, digest.bytes(), block);
    if (got < 0) return {};
    if (got == 0) return digest.text();
    digest.add(std::span<const char>(block).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace

std::ptrdiff_t read_at(int descriptor, std::uint64_t offset, std::span<char> to) {
  ssize_t got = 0;
  do {
    got = ::pread(descriptor, to.data(), to.size(), static_cast<off_t>(offset));
  } while (got < 0 && errno == EINTR);
  return got;
}

KnownFile::Stamp KnownFile::stamp_of(const struct stat& facts) {
  return {facts.st_dev,         facts.st_ino,          static_cast<std::uint64_t>(facts.st_size),
          facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec, facts.st_mtim.tv_sec,
          facts.st_mtim.tv_nsec};
}

bool KnownFile::is_unchanged(int descriptor) const {
  struct stat facts {};
  return ::fstat(descriptor, &facts) == 0 && stamp_of(facts) == stamp_;
}

bool KnownFile::see(int descriptor, const struct stat& facts) {
  const std::lock_guard lock(mutex_);
  const Stamp now = stamp_of(facts);
  if (stamp_ && *stamp_ != now && (digest_.empty() || digest_of(descriptor) != digest_)) return false;
  stamp_ = now;
  bytes_ = now.size;
  return true;
}

void KnownFile::read_to_end(int descriptor, const RunningDigest& read) {
  const std::lock_guard lock(mutex_);
  if (!digest_.empty() || (stamp_ && !is_unchanged(descriptor))) return;
  digest_ = read.text();
  bytes_ = read.bytes();
}

Input KnownFile::facts(bool with_digest) {
  const std::lock_guard lock(mutex_);
  if (with_digest && digest_.empty() && stamp_) need_digest();
  Input input;
  input.path = path_;
  input.digest = digest_;
  input.bytes = bytes_;
  return input;
}

void KnownFile::need_digest() {
  const auto fail = [this](std::string_view why) {
    throw InputOutputError(fmt::format("{}: {}", path_.string(), why));
  };
  const InputFile file{InputPath(path_)};  // of no record, since this is the record
  if (!file.is_open()) fail(file.error());
  if (!is_unchanged(file.descriptor())) fail(file_has_changed);
  std::string digest = digest_of(file.descriptor());
  if (digest.empty()) fail("the file cannot be read to its end");
  if (!is_unchanged(file.descriptor())) fail(file_has_changed);
  digest_ = std::move(digest);
}

std::string InputStore::whole_name(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return (error ? path : whole).lexically_normal().string();
}

std::shared_ptr<KnownFile> InputStore::file(const fs::path& path) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<KnownFile>& known = files_[whole_name(path)];
  if (!known) known = std::make_shared<KnownFile>(path);
  return known;
}

std::shared_ptr<NamedInput> InputStore::named(const std::shared_ptr<InputStore>& store, const fs::path& path) {
  const std::lock_guard lock(store->mutex_);
  std::weak_ptr<NamedInput>& known = store->named_[whole_name(path)];
  std::shared_ptr<NamedInput> named = known.lock();
  if (named) return named;
  named = std::make_shared<NamedInput>();
  named->store = store;
  known = named;
  return named;
}

}  // namespace fsin
