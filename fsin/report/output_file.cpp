// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace fsin::report {
namespace {

constexpr std::size_t buffer_size = 1U << 16U;

std::string_view advice_for(int error) {
  switch (error) {
    case ENOSPC:
      return "; free some space or choose another place";
    case EACCES:
    case EPERM:
    case EROFS:
      return "; choose a place you may write to";
    case ENOENT:
      return "; create the directory first";
    default:
      return "";
  }
}

std::string message(const std::filesystem::path& path, std::string_view what, int error) {
  return fmt::format("{}: {}: {}{}", path.string(), what, std::strerror(error), advice_for(error));
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) path_ = std::filesystem::weakly_canonical(path_, ignored);
  const auto kind = std::filesystem::status(path_, ignored).type();
  const bool direct = kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found;
  if (!direct) {
    temporary_ = path_;
    temporary_ += ".incomplete";
  }
  const std::filesystem::path& opened = direct ? path_ : temporary_;
  descriptor_ = ::open(opened.c_str(), O_WRONLY | O_CLOEXEC | (direct ? 0 : O_CREAT | O_TRUNC), 0666);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot open for writing", errno);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(std::string_view what, int error) const { throw OutputError(message(path_, what, error)); }

void OutputFile::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() >= buffer_size) flush();
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("cannot write", errno);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  const bool direct = temporary_.empty();
  if (!direct && ::fsync(descriptor_) != 0) fail("cannot write", errno);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail("cannot write", errno);
  if (direct) return;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot rename the finished file", errno);
  temporary_.clear();
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void write_stdout(std::string_view text) {
  const bool all = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!all || std::fflush(stdout) != 0) throw OutputError(message("standard output", "cannot write", errno));
}

void prepare_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw OutputError(message(directory, "cannot create the directory", error.value()));
  const OutputFile probe(directory / "runs.jsonl");  // never committed: leaves nothing behind
}

}  // namespace fsin::report
