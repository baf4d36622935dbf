// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/folder.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace trgen::formats {
namespace {

namespace fs = std::filesystem;

/// A format of several files adds the name of its index file here; the first that fits counts.
constexpr std::array<std::string_view, 3> index_endings{"rank-000000.raw", ".otf2", ".meta"};

}  // namespace

std::optional<std::string> index_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::nullopt;
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.')) files.push_back(name);
  }
  for (const std::string_view ending : index_endings) {
    std::vector<std::string> fitting;
    for (const std::string& file : files) {
      if (file.ends_with(ending)) fitting.push_back(file);
    }
    if (fitting.size() == 1) return (fs::path(path) / fitting.front()).string();
  }
  return std::nullopt;
}

}  // namespace trgen::formats
