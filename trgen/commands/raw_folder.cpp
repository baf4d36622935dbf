// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/raw_folder.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "trgen/commands/capture_words.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/capture/rank_file.hpp"
#include "trgen/formats/capture/scan.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t page = 4096;         // least space for a rank that has a record
constexpr std::uint64_t rather = 16 * page;  // about 1,600 records; with less there is a warning

/// The files of ranks directly in a folder.
std::vector<fs::path> rank_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    if (formats::capture::rank_of_file(each->path().filename().string())) files.push_back(each->path());
  }
  return files;
}

std::optional<trgen_rank_header> header_of(const fs::path& file) {
  try {
    std::string why;
    return formats::capture::read_rank_header(formats::capture::RankBytes(fsin::InputPath(file)), why);
  } catch (const record::TraceError&) {
    return std::nullopt;
  }
}

/// True when the file has more than a header.
bool has_entry(const fs::path& file) {
  try {
    const formats::capture::RankBytes bytes{fsin::InputPath(file)};
    constexpr std::size_t window = 64;
    trgen_rank_entry entry{};
    return formats::capture::RankEntries(bytes, window).next(entry);
  } catch (const record::TraceError&) {
    return false;
  }
}

/// The free bytes of a folder. A meaningless number (a file system without a size) counts as an endless disk.
std::uint64_t free_bytes(const fs::path& folder) {
  struct statvfs facts {};
  if (::statvfs(folder.c_str(), &facts) != 0 || facts.f_blocks == 0) return UINT64_MAX;
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

constexpr const char* remedy = "point TMPDIR to a folder with room, or name one with --keep-raw DIR";

void check_room(const fs::path& folder, std::uint32_t ranks) {
  const std::uint64_t free = free_bytes(folder);
  if (free < page) {
    throw record::TraceError(
        fmt::format("trgen capture: there is no room for a single record in {}, so the program was not started; {}",
                    folder.string(), remedy));
  }
  if (free / ranks >= rather) return;
  say_capture(
      "only {} bytes are free in {} for the files of {} ranks (40 bytes a record): recording stops where it is "
      "full; {}",
      grouped(free), folder.string(), grouped(ranks), remedy);
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char each : text) quoted += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return quoted + "'";
}

}  // namespace

std::vector<fs::path> raw_captures(const fs::path& folder) {
  if (!rank_files(folder).empty()) return {folder};
  std::vector<fs::path> captures;
  for (std::uint32_t number = 1; !rank_files(folder / fmt::format("{}", number)).empty(); ++number) {
    captures.push_back(folder / fmt::format("{}", number));
  }
  return captures;
}

RawContent raw_content(const fs::path& folder) {
  RawContent content;
  for (const fs::path& capture : raw_captures(folder)) {
    for (const fs::path& file : rank_files(capture)) {
      std::error_code error;
      const std::uintmax_t size = fs::file_size(file, error);
      const auto header = header_of(file);
      ++content.files;
      if (header && has_entry(file)) ++content.started;
      if (!error && (size == 0 || (header && (header->flags & TRGEN_STOPPED_EARLY) != 0))) ++content.stopped;
      if (!error) content.bytes += size;
    }
  }
  return content;
}

RawLoss raw_loss(const fs::path& folder, std::uint32_t ranks) {
  RawLoss loss;
  std::uint32_t missing = 0;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const fs::path file = folder / formats::capture::rank_file_name(rank);
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error) {
      ++missing;
      continue;
    }
    if (size == 0) {
      ++loss.ranks;
      loss.counted = false;
      continue;
    }
    const auto header = header_of(file);
    if (!header || (header->flags & TRGEN_STOPPED_EARLY) == 0) continue;
    ++loss.ranks;
    loss.records += header->lost_records;
    loss.counted = loss.counted && header->lost_records > 0;
    if (loss.error == 0) loss.error = header->stop_error;
  }
  // A rank may also have no file because it was killed early; the disk was the cause only if others had no room.
  if (loss.ranks > 0 && missing > 0) {
    loss.ranks += missing;
    loss.counted = false;
  }
  return loss;
}

RawFolder::RawFolder(const std::optional<std::string>& kept, std::uint32_t ranks) : keep_(kept) {
  std::error_code error;
  if (kept) {
    path_ = fs::absolute(*kept, error);
    fs::create_directories(path_, error);
    if (error) throw record::TraceError(fmt::format("{}: cannot make this folder: {}", *kept, error.message()));
  } else {
    const char* const variable = std::getenv("TMPDIR");
    const fs::path parent = fs::absolute(variable == nullptr || *variable == '\0' ? "/tmp" : variable, error);
    std::string name = parent / "trgen-capture-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
      throw record::TraceError(fmt::format("{}: cannot make a folder for the files of the ranks: {}; {}", name,
                                           std::strerror(errno), remedy));
    }
    path_ = name;
  }
  try {
    check_room(path_, ranks);
  } catch (...) {
    fs::remove(path_, error);
    throw;
  }
}

RawFolder::~RawFolder() {
  std::error_code ignored;
  if (disposable()) fs::remove_all(path_, ignored);
}

bool RawFolder::disposable() const { return !keep_ && (released_ || raw_content(path_).started == 0); }

std::string rescue_words(const fs::path& folder, const std::string& output, const std::string& options) {
  const RawContent content = raw_content(folder);
  if (content.started == 0) return "";
  return fmt::format(
      "what was recorded is kept: {} files of ranks, {} bytes, in {}; make the trace of them "
      "with: trgen capture --merge {} {}-o {}",
      grouped(content.files), grouped(content.bytes), folder.string(), shell_word(folder.string()), options,
      shell_word(output));
}

}  // namespace trgen::commands
