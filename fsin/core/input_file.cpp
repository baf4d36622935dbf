// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fsin/core/bundled.hpp"
#include "fsin/core/input_record.hpp"
#include "fsin/core/output_place.hpp"

namespace fsin {
namespace {

std::string why_not_open(const std::filesystem::path& path, int error) {
  const std::string loop = error == ELOOP ? link_loop(path) : std::string();
  if (!loop.empty()) return fmt::format("a loop of links ({})", loop);
  return std::strerror(error) + (error == ENOENT ? looked_for(path) : std::string());
}

}  // namespace

std::unique_ptr<InputFile> InputFile::standard_input() {
  std::unique_ptr<InputFile> file(new InputFile());
  file->descriptor_ = ::dup(STDIN_FILENO);
  if (file->descriptor_ < 0) file->error_ = std::strerror(errno);
  return file;
}

InputFile::InputFile(const InputPath& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat facts {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &facts) != 0) {
    error_ = fmt::format("cannot open: {}", why_not_open(path, errno));
    return;
  }
  folder_ = S_ISDIR(facts.st_mode);
  const bool plain = S_ISREG(facts.st_mode);
  if (plain) size_ = static_cast<std::uint64_t>(facts.st_size);
  if (!folder_ && path.named_) {
    known_ = path.named_->store->file(path);
    {
      const std::lock_guard lock(path.named_->mutex);
      path.named_->files.emplace(InputStore::whole_name(path), known_);
    }
    if (plain && !known_->see(descriptor_, facts)) error_ = file_has_changed;
    digest_ = std::make_unique<RunningDigest>();
  }
  if (folder_) error_ = "is a folder";
  if (error_.empty()) return;
  size_.reset();
  ::close(descriptor_);
  descriptor_ = -1;
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::ptrdiff_t InputFile::read(std::span<char> to) {
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, to.data(), to.size());
  } while (got < 0 && errno == EINTR);
  if (!digest_) return got;
  if (got > 0) digest_->add(to.first(static_cast<std::size_t>(got)));
  if (got == 0 && !to.empty()) {
    known_->read_to_end(descriptor_, *digest_);
    digest_.reset();
  }
  return got;
}

std::ptrdiff_t InputFile::read_at(std::uint64_t offset, std::span<char> to) const {
  return fsin::read_at(descriptor_, offset, to);
}

InputStream::InputStream(const InputPath& path) : std::istream(nullptr), buffer_(path) {
  init(&buffer_);
  if (!buffer_.file.is_open()) setstate(failbit);
}

InputStream::Buffer::int_type InputStream::Buffer::underflow() {
  if (!file.is_open()) return traits_type::eof();
  const std::ptrdiff_t got = file.read(block_);
  if (got < 0) throw std::ios_base::failure(std::strerror(errno));  // which the stream turns into badbit
  if (got == 0) return traits_type::eof();
  setg(block_.data(), block_.data(), block_.data() + got);
  return traits_type::to_int_type(block_[0]);
}

}  // namespace fsin
