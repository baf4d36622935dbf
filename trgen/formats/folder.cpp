// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/folder.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "trgen/formats/capture/rank_file.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/dumpi/format.hpp"
#include "trgen/formats/otf2/format.hpp"

namespace trgen::formats {
namespace {

namespace fs = std::filesystem;

/// Suffixes of the formats of several files with an index; the first that matches counts.
constexpr std::array index_endings{otf2::Format::suffix, dumpi::Format::suffix};

}  // namespace

std::optional<std::string> index_file(const fsin::InputPath& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::nullopt;
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.')) files.push_back(name);
  }
  if (const auto lowest = capture::lowest_rank_file(path, files)) return (fs::path(path) / *lowest).string();
  for (const std::string_view ending : index_endings) {
    std::vector<std::string> fitting;
    for (const std::string& file : files) {
      if (file.ends_with(ending)) fitting.push_back(file);
    }
    if (fitting.size() == 1) return (fs::path(path) / fitting.front()).string();
  }
  return std::nullopt;
}

io::Input open_input(const fsin::InputPath& path) {
  const auto index = index_file(path);
  return io::Input(index ? path.leads_to(*index) : path);
}

}  // namespace trgen::formats
