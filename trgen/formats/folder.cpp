// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/folder.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "trgen/formats/rank_file.hpp"

namespace trgen::formats {
namespace {

namespace fs = std::filesystem;

/// A format of several files adds the name of its index file here; the first that fits counts.
constexpr std::array<std::string_view, 2> index_endings{".otf2", ".meta"};

/// Of a capture, the file of the lowest rank: some may be missing.
std::optional<std::string> lowest_rank_file(const std::vector<std::string>& files) {
  const std::string* lowest = nullptr;
  for (const std::string& file : files) {
    if (rank_of_file(file) && (lowest == nullptr || rank_of_file(file) < rank_of_file(*lowest))) lowest = &file;
  }
  return lowest == nullptr ? std::nullopt : std::optional(*lowest);
}

}  // namespace

std::optional<std::string> index_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::nullopt;
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.')) files.push_back(name);
  }
  if (const auto lowest = lowest_rank_file(files)) return (fs::path(path) / *lowest).string();
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
