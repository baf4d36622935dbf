// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/folder.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "trgen/formats/rank_file.hpp"

namespace trgen::formats {
namespace {

namespace fs = std::filesystem;

/// A format of several files adds the name of its index file here; the first that fits counts.
constexpr std::array<std::string_view, 2> index_endings{".otf2", ".meta"};

bool begins_as_rank_file(const fs::path& path) {
  constexpr std::string_view magic = TRGEN_RANK_MAGIC;
  std::array<char, magic.size()> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  return file && std::string_view(head.data(), head.size()) == magic;
}

/// Of a capture, the file of the lowest rank that has one to show: some may be missing, and others be empty, where
/// there was no room. Without any, the lowest.
std::optional<std::string> lowest_rank_file(const fs::path& folder, const std::vector<std::string>& files) {
  std::map<std::uint32_t, std::string> ranks;
  for (const std::string& file : files) {
    if (const auto rank = rank_of_file(file)) ranks.emplace(*rank, file);
  }
  if (ranks.empty()) return std::nullopt;
  for (const auto& [rank, file] : ranks) {
    if (begins_as_rank_file(folder / file)) return file;
  }
  return ranks.begin()->second;
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
  if (const auto lowest = lowest_rank_file(path, files)) return (fs::path(path) / *lowest).string();
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
