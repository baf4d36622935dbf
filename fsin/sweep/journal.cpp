// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/core/json_text.hpp"
#include "fsin/sweep/run_json.hpp"

namespace fsin::sweep {

using Json = nlohmann::ordered_json;

Journal::Journal(const std::filesystem::path& folder, bool resume) : path_(folder / "runs.partial.jsonl") {
  open(path_);
  if (resume) {
    read();
  } else if (::ftruncate(descriptor_, 0) != 0) {
    throw SweepError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// In place of the file that is open, if one is, once it is locked.
void Journal::open(const std::filesystem::path& path) {
  const int opened = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (opened < 0) {
    throw SweepError(
        fmt::format("{}: cannot write: {}; choose another folder with --out", path.string(), std::strerror(errno)));
  }
  if (::flock(opened, LOCK_EX | LOCK_NB) != 0) {
    ::close(opened);
    throw SweepError(
        fmt::format("{}: another fsin sweep is writing into this folder; wait for it or choose another with "
                    "--out",
                    path.parent_path().string()));
  }
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = opened;
}

void Journal::read() {
  std::ifstream in(path_, std::ios::binary);
  std::string text;
  off_t sound = 0;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    if (in.eof()) break;  // cut short by a kill
    const Json line = parse_json(text);
    try {
      found_.push_back(read_journal_line(line));
    } catch (const std::exception&) {
      damaged_.push_back(fmt::format("{}:{}", path_.string(), number));
      continue;
    }
    sound += static_cast<off_t>(text.size()) + 1;
  }
  if (!damaged_.empty()) return rewrite();
  size_ = sound;
  if (::ftruncate(descriptor_, sound) != 0) {
    throw SweepError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }
}

/// The sound lines alone, aside, and then in place of the file: a kill leaves the one or the other.
void Journal::rewrite() {
  const std::filesystem::path whole = path_, aside = path_.string() + ".incomplete";
  std::error_code error;
  std::filesystem::remove(aside, error);
  open(aside);
  path_ = aside;
  for (const Run& run : found_) add(run);
  path_ = whole;
  std::filesystem::rename(aside, whole, error);
  if (error) throw SweepError(fmt::format("{}: cannot write: {}", whole.string(), error.message()));
}

void Journal::add(const Run& run) {
  const std::string line = json_text(journal_line(run)) + "\n";
  const std::lock_guard lock(mutex_);
  const ssize_t done = ::write(descriptor_, line.data(), line.size());
  if (done == static_cast<ssize_t>(line.size())) {
    size_ += done;
    return;
  }
  const int reason = done < 0 ? errno : ENOSPC;
  if (done > 0 && ::ftruncate(descriptor_, size_) != 0) {
    // The next --resume finds the half line at the end and drops it.
  }
  throw SweepError(fmt::format("{}: cannot write: {}; the runs before are kept, go on with --resume", path_.string(),
                               std::strerror(reason)));
}

void Journal::remove() { ::unlink(path_.c_str()); }

}  // namespace fsin::sweep
