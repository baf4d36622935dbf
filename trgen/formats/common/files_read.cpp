// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/files_read.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "fsin/core/input_file.hpp"

namespace trgen::formats {
namespace {

/// Device and inode of a file or folder; empty for pipes and devices, which have no contents to protect.
std::optional<std::pair<dev_t, ino_t>> identity(const std::filesystem::path& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0 || !(S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode))) return std::nullopt;
  return std::pair(facts.st_dev, facts.st_ino);
}

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 4096;
constexpr std::uintmax_t longest_list = std::uintmax_t{1} << 24;  // a larger file is no list of files

void add_folder(const fs::path& folder, std::string_view prefix, std::vector<std::string>& files) {
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().starts_with(prefix)) files.push_back(entry->path().string());
  }
}

/// Adds the files that an index or a list names: "fileprefix=run" of DUMPI, "run_files/0.ti" of SimGrid.
void add_named(const fs::path& list, std::vector<std::string>& files) {
  constexpr std::string_view key = "fileprefix=";
  std::error_code error;
  if (!fs::is_regular_file(list, error) || fs::file_size(list, error) > longest_list) return;
  fsin::InputStream in{fsin::InputPath(list)};
  for (std::string line; std::getline(in, line) && line.size() < longest_line && line.find('\0') == line.npos;) {
    if (line.starts_with(key)) {
      add_folder(list.parent_path(), fs::path(line.substr(key.size())).filename().string() + "-", files);
      return;
    }
    if (line.empty() || line.find(' ') != line.npos) continue;
    for (const fs::path& path : {fs::path(line), list.parent_path() / line}) {
      if (fs::is_regular_file(path, error)) files.push_back(path.string());
    }
  }
}

}  // namespace

std::vector<std::string> files_of(const std::string& path, const std::string& index) {
  std::vector<std::string> files{path};
  std::error_code error;
  if (fs::is_directory(path, error)) add_folder(path, "", files);
  if (fs::path(index).extension() == ".otf2") {
    const fs::path base = fs::path(index).replace_extension();
    files.push_back(base.string() + ".def");
    add_folder(base, "", files);
  } else {
    add_named(index, files);
  }
  return files;
}

FilesRead::FilesRead(const record::TraceSource& trace) : name_(trace.name()) {
  for (const std::string& each : files_of(trace.name(), trace.name())) {
    if (const auto file = identity(each)) files_.insert(*file);
    const std::filesystem::path folder = std::filesystem::path(each).parent_path();
    if (const auto its = identity(folder.empty() ? "." : folder)) folders_.insert(*its);
  }
}

void FilesRead::spare(const std::string& path) const {
  const auto file = identity(path);
  if (!file || files_.count(*file) == 0) return;
  throw record::TraceError(
      fmt::format("{}: would overwrite a file of the trace that is read, {}; give another name", path, name_));
}

void FilesRead::spare_folder(const std::string& path) const {
  const auto folder = identity(path);
  if (!folder || folders_.count(*folder) == 0) return;
  throw record::TraceError(fmt::format(
      "{}: this folder would be replaced, and it holds files of the trace that is read, {}; give another name", path,
      name_));
}

}  // namespace trgen::formats
