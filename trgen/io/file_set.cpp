// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/file_set.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "trgen/record/trace_error.hpp"

namespace trgen::io {
namespace {

namespace fs = std::filesystem;

/// Throws unless `path` does not exist or is a folder that contains only such files.
void check_replaceable(const std::string& path, const std::string& prefix) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  bool ours = fs::is_directory(path, error);
  for (fs::directory_iterator entry(path, error), end; ours && !error && entry != end; entry.increment(error)) {
    ours = entry->is_regular_file() && entry->path().filename().string().starts_with(prefix);
  }
  if (!ours) {
    throw record::TraceError(
        fmt::format("{}: exists and is not a folder with '{}...' files only; choose another name", path, prefix));
  }
}

}  // namespace

FileSet::FileSet(std::string path, std::string prefix, std::string suffix)
    : path_(std::move(path)), prefix_(std::move(prefix)), suffix_(std::move(suffix)), temporary_(path_ + ".partial") {
  check_replaceable(path_, prefix_);
  check_replaceable(temporary_, prefix_);
  std::error_code error;
  fs::remove_all(temporary_, error);
  if (!fs::create_directory(temporary_, error)) {
    throw record::TraceError(fmt::format("{}: cannot make this folder: {}", temporary_, error.message()));
  }
}

FileSet::~FileSet() {
  std::error_code error;
  if (!temporary_.empty()) fs::remove_all(temporary_, error);
}

std::string FileSet::file(std::uint32_t number) const { return fmt::format("{}{:06}{}", prefix_, number, suffix_); }

std::string FileSet::next() { return temporary_ + "/" + file(files_++); }

void FileSet::commit() {
  std::error_code error;
  fs::remove_all(path_, error);
  if (!error) fs::rename(temporary_, path_, error);
  if (error) throw record::TraceError(fmt::format("{}: cannot replace this folder: {}", path_, error.message()));
  temporary_.clear();
}

}  // namespace trgen::io
