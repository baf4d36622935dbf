// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

namespace fsin::sweep {

using Json = nlohmann::ordered_json;

Json journal_line(const Run& run) {
  Json line;
  line["point"] = run.point;
  line["seed"] = run.seed;
  line["key"] = run.key;
  line["result"] = run.result;
  return line;
}

Journal::Journal(const std::filesystem::path& folder, bool resume) : path_(folder / "runs.partial.jsonl") {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw SweepError(
        fmt::format("{}: cannot write: {}; choose another folder with --out", path_.string(), std::strerror(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw SweepError(
        fmt::format("{}: another fsin sweep is writing into this folder; wait for it or choose another with "
                    "--out",
                    folder.string()));
  }
  if (resume) {
    read();
  } else if (::ftruncate(descriptor_, 0) != 0) {
    throw SweepError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::read() {
  std::ifstream in(path_, std::ios::binary);
  std::string text;
  off_t sound = 0;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    const bool whole = !in.eof();
    const Json line = Json::parse(text, nullptr, false);
    if (!whole || line.is_discarded()) {
      if (!whole || in.peek() == std::ifstream::traits_type::eof()) break;  // cut short by a kill
      throw SweepError(
          fmt::format("{}:{}: the line is damaged; remove it, or start anew without --resume", path_.string(), number));
    }
    try {
      found_.push_back({line.at("point"), line.at("seed"), line.at("key"), line.at("result")});
    } catch (const Json::exception&) {
      throw SweepError(
          fmt::format("{}:{}: not a run of this version; start anew without --resume", path_.string(), number));
    }
    sound += static_cast<off_t>(text.size()) + 1;
  }
  size_ = sound;
  if (::ftruncate(descriptor_, sound) != 0) {
    throw SweepError(fmt::format("{}: cannot write: {}", path_.string(), std::strerror(errno)));
  }
}

void Journal::add(const Run& run) {
  const std::string line = journal_line(run).dump() + "\n";
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
