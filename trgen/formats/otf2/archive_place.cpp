// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/archive_place.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <system_error>

#include "trgen/record/trace_error.hpp"

namespace trgen::formats::otf2 {
namespace {

namespace fs = std::filesystem;

/// Endings of the files of an archive. The anchor, by which an archive is recognised, goes last.
constexpr std::array<std::string_view, 3> endings{"", ".def", ".otf2"};

fs::path with(const fs::path& base, std::string_view ending) { return base.string() + std::string(ending); }

bool of_archive(const fs::path& file) {
  const std::string stem = file.stem().string();
  return !stem.empty() && stem.find_first_not_of("0123456789") == std::string::npos &&
         (file.extension() == ".evt" || file.extension() == ".def" || file.extension() == ".snap");
}

}  // namespace

ArchivePlace::ArchivePlace(const std::string& path) : base_(fs::path(path).replace_extension()) {
  if (fs::path(path).extension() != ".otf2" || base_.filename().empty()) {
    throw record::TraceError(
        fmt::format("{}: the name of an OTF2 archive ends in .otf2, e.g. run.otf2 (run.def and the folder run/ are "
                    "written beside it)",
                    path));
  }
  check_place();
  const fs::path temporary = path + ".partial";
  std::error_code error;
  fs::remove_all(temporary, error);
  if (!fs::create_directory(temporary, error)) {
    throw record::TraceError(fmt::format("{}: cannot write: {}", temporary.string(), error.message()));
  }
  temporary_ = temporary;
}

void ArchivePlace::check_place() const {
  std::error_code error;
  const bool anchor = fs::exists(with(base_, ".otf2"), error);
  for (const std::string_view ending : {endings[0], endings[1]}) {
    const fs::path file = with(base_, ending);
    if (!fs::exists(file, error)) continue;
    bool ours = anchor;
    if (ending.empty()) {
      ours = ours && fs::is_directory(file, error);
      for (fs::directory_iterator entry(file, error), end; !error && entry != end; entry.increment(error)) {
        ours = ours && of_archive(entry->path());
      }
    }
    if (ours) continue;
    throw record::TraceError(
        fmt::format("{}: an archive {}.otf2 needs this name, which is taken by something else; choose another name",
                    file.string(), base_.string()));
  }
}

ArchivePlace::~ArchivePlace() {
  std::error_code error;
  if (!temporary_.empty()) fs::remove_all(temporary_, error);
}

void ArchivePlace::move_all(const fs::path& from, const fs::path& to) const {
  for (const std::string_view ending : endings) {
    std::error_code error;
    if (fs::exists(with(from, ending), error)) fs::rename(with(from, ending), with(to, ending));
  }
}

void ArchivePlace::commit() {
  const fs::path old = temporary_ / "old";
  try {
    fs::create_directory(old);
    move_all(base_, old / name());
    move_all(temporary_ / name(), base_);
  } catch (const fs::filesystem_error& problem) {
    std::error_code error;
    for (const std::string_view ending : endings) {
      if (fs::exists(with(old / name(), ending), error))
        fs::rename(with(old / name(), ending), with(base_, ending), error);
    }
    throw record::TraceError(fmt::format("{}.otf2: cannot write: {}", base_.string(), problem.code().message()));
  }
}

}  // namespace trgen::formats::otf2
