// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "fsin/core/say.hpp"

namespace fsin {
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
    case EISDIR:
      return "; give the name of a file";
    case EBUSY:
      return "; another process is writing this file: wait for it or give another name";
    default:
      return "";
  }
}

std::string message(const std::filesystem::path& path, std::string_view what, int error) {
  if (const std::string loop = error == ELOOP ? link_loop(path) : std::string(); !loop.empty()) {
    return fmt::format("{}: {}: a loop of links ({}); give another name", path.string(), what, loop);
  }
  return fmt::format("{}: {}: {}{}", path.string(), what, std::strerror(error), advice_for(error));
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path) : OutputFile(path, std::error_code()) {}

OutputFile::OutputFile(const std::filesystem::path& path, std::error_code error) : path_(path), place_(path, error) {
  if (error) fail("cannot open for writing", error.value());
  if (!place_.direct()) {
    temporary_ = place_.path();
    temporary_ += ".incomplete";
  }
  descriptor_ = place_.open(temporary_);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot open for writing", errno);
  }
}

void OutputFile::probe(const std::filesystem::path& path) {
  std::error_code error;
  const OutputPlace place(path, error);
  if (!error && place.direct()) error = place.check_direct();
  if (error) throw OutputError(message(path, "cannot open for writing", error.value()));
  if (!place.direct()) const OutputFile file(path);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());  // while it is locked
  if (descriptor_ >= 0) ::close(descriptor_);
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
  if (!direct) {
    if (::fsync(descriptor_) != 0) fail("cannot write", errno);
    if (::rename(temporary_.c_str(), place_.path().c_str()) != 0) fail("cannot rename the finished file", errno);
    temporary_.clear();
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot write", errno);
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

void write_text(std::string_view text) { write_stdout(printable_lines(text)); }

void prepare_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw OutputError(message(directory, "cannot create the directory", error.value()));
  const OutputFile probe(directory / "runs.jsonl");  // never committed: leaves nothing behind
}

}  // namespace fsin
